package io.rochedb.server.internal.http;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.jdbc.wire.Scram;
import io.rochedb.server.internal.Galaxy;
import io.rochedb.server.internal.LoginThrottle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** An HTTP door of a test over a store in memory, with users or without, and a clock that the test can push on. */
final class OpenDoor implements AutoCloseable {
    static final int CONNECTIONS_MAX = 8;
    static final int REQUEST_MAX_BYTES = 1 << 20;

    private static final AtomicLong NAMES = new AtomicLong();

    final AtomicLong pushedMillis = new AtomicLong();
    final Map<String, String> passwords = new ConcurrentHashMap<>();
    private final EmbeddedStore store;
    private final HttpDoor door;

    private OpenDoor(Map<String, String> users) throws IOException {
        passwords.putAll(users);
        String name = "door" + NAMES.incrementAndGet();
        store = EmbeddedStore.open(new StoreTarget.Memory(name), new ConnectionSettings(Map.of()));
        LongSupplier clock = () -> System.nanoTime() / 1_000_000 + pushedMillis.get();
        door = new HttpDoor(new HttpDoor.Settings(
                new InetSocketAddress("127.0.0.1", 0),
                null,
                Map.of("main", galaxy()),
                "main",
                Map.of(),
                REQUEST_MAX_BYTES,
                16,
                CONNECTIONS_MAX,
                100,
                60_000,
                60_000,
                new LoginThrottle(clock),
                clock,
                () -> "# EOF\n",
                () -> true));
    }

    static OpenDoor open() throws IOException {
        return new OpenDoor(Map.of());
    }

    static OpenDoor withUsers(Map<String, String> passwords) throws IOException {
        return new OpenDoor(passwords);
    }

    private Galaxy galaxy() {
        return new Galaxy() {
            @Override
            public String name() {
                return "main";
            }

            @Override
            public boolean isOpen() {
                return passwords.isEmpty();
            }

            @Override
            public Scram.Verifier verifier(String user) {
                String password = passwords.get(user);
                return Scram.Verifier.of(
                        password == null ? "nobody has this" : password, new byte[Scram.SALT_BYTES], 4_096);
            }

            @Override
            public Session session(String user, ConnectionSettings settings) {
                return store.session(settings);
            }

            @Override
            public Connector connector() {
                return store.connector();
            }
        };
    }

    int port() {
        return door.port();
    }

    int connections() {
        return door.connections();
    }

    void closeIdle() {
        door.closeIdle();
    }

    @Override
    public void close() {
        door.close();
        store.close();
    }
}
