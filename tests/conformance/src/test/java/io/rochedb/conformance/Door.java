package io.rochedb.conformance;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.HttpOptions;
import io.rochedb.server.RocheServer;
import io.rochedb.server.TcpOptions;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A memory store behind a server of this process, for tests that must give the same answers there. */
final class Door implements AutoCloseable {
    private static final AtomicLong NAMES = new AtomicLong();

    private final EmbeddedStore store;
    private final RocheServer server;

    private Door(EmbeddedStore store, RocheServer server) {
        this.store = store;
        this.server = server;
    }

    static Door open() throws IOException {
        StoreTarget target = new StoreTarget.Memory("conformance-door-" + NAMES.incrementAndGet());
        EmbeddedStore store = EmbeddedStore.open(target, new ConnectionSettings(Map.of()));
        try {
            return new Door(
                    store,
                    RocheServer.builder()
                            .galaxy("main", store)
                            .tcp(TcpOptions.DEFAULT.withPort(0))
                            .http(HttpOptions.DEFAULT.withPort(0))
                            .insecureLocal()
                            .start());
        } catch (IOException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    String httpUrl() {
        return "jdbc:roche:http://127.0.0.1:" + server.httpPort() + "/";
    }

    String url() {
        return "jdbc:roche://127.0.0.1:" + server.tcpPort() + "/";
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }
}
