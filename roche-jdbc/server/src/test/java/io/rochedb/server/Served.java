package io.rochedb.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.function.Executable;

/** A memory store of a test behind a server of this JVM. */
final class Served implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String name = "served" + NUMBERS.incrementAndGet();
    private final EmbeddedStore store;
    private final UnaryOperator<RocheServer.Builder> how;
    private RocheServer server;

    private Served(UnaryOperator<RocheServer.Builder> how) {
        this.how = how;
        this.store = EmbeddedStore.open(new StoreTarget.Memory(name), new ConnectionSettings(Map.of()));
        this.server = start(0);
    }

    /** Starts a server that lets everybody in. */
    static Served open() {
        return with(RocheServer.Builder::insecureLocal);
    }

    static Served with(UnaryOperator<RocheServer.Builder> how) {
        return new Served(how);
    }

    private RocheServer start(int port) {
        try {
            RocheServer.Builder builder =
                    RocheServer.builder().galaxy("main", store).tcp(TcpOptions.DEFAULT.withPort(port));
            builder = how.apply(builder);
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the server and starts another on its port. */
    void restart() {
        int port = server.tcpPort();
        server.close();
        server = start(port);
    }

    RocheServer server() {
        return server;
    }

    int port() {
        return server.tcpPort();
    }

    String url() {
        return "jdbc:roche://127.0.0.1:" + port() + "/main";
    }

    /** Returns the URL of the same store, without the server. */
    String embeddedUrl() {
        return "jdbc:roche:mem:" + name;
    }

    /** Returns the URL of the HTTP door, of a store opened with one. */
    String httpUrl() {
        return "jdbc:roche:http://127.0.0.1:" + server.httpPort() + "/main";
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(url() + "?" + options);
    }

    @Override
    public void close() {
        server.close();
        store.close();
    }

    // ---- short ways to ask ----

    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    static List<String> list(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    /** Puts a number of documents {@code {"n": i}} into a ring, in one batch. */
    static void fill(Connection connection, String ring, int records) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            for (int i = 0; i < records; i++) {
                statement.setString(1, ring);
                statement.setString(2, "{\"n\": " + i + "}");
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    /** Waits until something holds, for a long time. */
    static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30)) {
            Thread.onSpinWait();
        }
        assertTrue(condition.getAsBoolean());
    }

    static SQLException assertState(String state, Executable executable) {
        SQLException e = assertThrows(SQLException.class, executable);
        assertEquals(state, e.getSQLState(), e.getMessage());
        return e;
    }
}
