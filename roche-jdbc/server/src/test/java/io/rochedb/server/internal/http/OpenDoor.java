package io.rochedb.server.internal.http;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connections;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.HttpOptions;
import io.rochedb.server.internal.AuditLog;
import io.rochedb.server.internal.Galaxies;
import io.rochedb.server.internal.LoginThrottle;
import io.rochedb.server.internal.LoginWatch;
import io.rochedb.server.internal.ServerMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** An HTTP door of a test over a store in memory, with users or without, and a clock that the test can push on. */
final class OpenDoor implements AutoCloseable {
    static final int CONNECTIONS_MAX = 8;
    /** More than the door has threads. */
    static final int SOCKETS = 300;

    static final int REQUEST_MAX_BYTES = 1 << 20;
    static final Duration IDLE_MAX = Duration.ofMinutes(1);

    private static final AtomicLong NAMES = new AtomicLong();

    final AtomicLong pushedMillis = new AtomicLong();
    private final EmbeddedStore store;
    private final HttpDoor door;

    private OpenDoor(Map<String, String> passwords) throws IOException, SQLException {
        String name = "door" + NAMES.incrementAndGet();
        store = EmbeddedStore.open(new StoreTarget.Memory(name), new ConnectionSettings(Map.of()));
        for (Map.Entry<String, String> user : passwords.entrySet()) {
            sql("CREATE USER " + user.getKey() + " PASSWORD '" + user.getValue() + "' ROLE ADMIN");
        }
        LongSupplier clock = () -> System.nanoTime() / 1_000_000 + pushedMillis.get();
        ServerMetrics metrics = new ServerMetrics();
        door = new HttpDoor(
                InetAddress.getLoopbackAddress(),
                HttpOptions.DEFAULT
                        .withPort(0)
                        .withLimits(REQUEST_MAX_BYTES, CONNECTIONS_MAX, 100)
                        .withTimes(IDLE_MAX, IDLE_MAX, Duration.ofSeconds(1)),
                new Galaxies(Map.of("main", store), passwords.isEmpty(), 1L << 30, 0, Map.of()),
                new LoginWatch(new LoginThrottle(clock), AuditLog.open(null), metrics, clock),
                clock,
                metrics::text);
    }

    static OpenDoor open() throws IOException, SQLException {
        return new OpenDoor(Map.of());
    }

    static OpenDoor withUsers(Map<String, String> passwords) throws IOException, SQLException {
        return new OpenDoor(passwords);
    }

    /** Runs a statement as the operator. */
    void sql(String text) throws SQLException {
        ConnectionSettings settings = new ConnectionSettings(Map.of());
        try (Connection connection =
                        Connections.over(store.connector(), store.session(settings), settings, "jdbc:roche:test");
                Statement statement = connection.createStatement()) {
            statement.execute(text);
        }
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
