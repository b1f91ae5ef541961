package io.rochedb.doors;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.HttpOptions;
import io.rochedb.server.RocheServer;
import io.rochedb.server.TcpOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Opens memory stores behind a server of this process and connects to them through one of its doors. It stands before the embedded connector on the class
 * path, so tests that know nothing of servers run through one.
 */
public final class DoorConnector implements Connector {
    /** Whether the HTTP door is used; the TCP door otherwise. */
    private static final boolean HTTP = "http".equals(System.getProperty("rochedb.door"));

    private static final AtomicLong NAMES = new AtomicLong();
    private static final Map<String, Served> SERVED = new HashMap<>();

    /** Sessions that went through a server: a test asks whether there were any. */
    static final AtomicLong SESSIONS = new AtomicLong();

    private final Connector remote = ServiceLoader.load(Connector.class).stream()
            .filter(found -> !found.type().equals(DoorConnector.class))
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.accepts(new StoreTarget.Remote("//127.0.0.1:1/")))
            .findFirst()
            .orElseThrow();

    /** A store with its server, for as long as it has sessions. */
    private static final class Served {
        private final EmbeddedStore store;
        private final RocheServer server;
        private int sessions;

        Served(String name, ConnectionSettings settings) {
            store = EmbeddedStore.open(new StoreTarget.Memory(name), settings);
            try {
                server = RocheServer.builder()
                        .galaxy("main", store)
                        .tcp(TcpOptions.DEFAULT.withPort(0))
                        .http(HttpOptions.DEFAULT.withPort(0))
                        .insecureLocal()
                        .start();
            } catch (IOException e) {
                store.close();
                throw new UncheckedIOException(e);
            }
        }

        void close() {
            server.close();
            store.close();
        }
    }

    /** Called by {@code ServiceLoader}. */
    public DoorConnector() {}

    @Override
    public boolean accepts(StoreTarget target) {
        return target instanceof StoreTarget.Memory;
    }

    @Override
    public Session connect(StoreTarget target, ConnectionSettings settings) {
        String given = ((StoreTarget.Memory) target).name();
        String name = given == null ? "behind-a-door-" + NAMES.incrementAndGet() : given;
        Served served = take(name, settings);
        AtomicBoolean closed = new AtomicBoolean();
        try {
            StoreTarget door = new StoreTarget.Remote(
                    HTTP
                            ? "http://127.0.0.1:" + served.server.httpPort() + "/main"
                            : "//127.0.0.1:" + served.server.tcpPort() + "/main");
            Session session = remote.connect(door, settings);
            SESSIONS.incrementAndGet();
            return (Session) Proxy.newProxyInstance(
                    DoorConnector.class.getClassLoader(),
                    new Class<?>[] {Session.class},
                    (proxy, method, arguments) -> {
                        try {
                            return method.invoke(session, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        } finally {
                            boolean ends = method.getName().equals("close")
                                    || method.getName().equals("abort");
                            if (ends && closed.compareAndSet(false, true)) {
                                giveBack(name, served);
                            }
                        }
                    });
        } catch (RuntimeException | Error e) {
            giveBack(name, served);
            throw e;
        }
    }

    private static Served take(String name, ConnectionSettings settings) {
        synchronized (SERVED) {
            Served served = SERVED.computeIfAbsent(name, key -> new Served(key, settings));
            served.sessions++;
            return served;
        }
    }

    private static void giveBack(String name, Served served) {
        synchronized (SERVED) {
            served.sessions--;
            if (served.sessions > 0) {
                return;
            }
            SERVED.remove(name, served);
        }
        served.close();
    }

    @Override
    public Failure explain(Throwable thrown) {
        return remote.explain(thrown);
    }
}
