package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What runs on a server can be stopped: by a cancel, a timeout, a close, an abort, and by the server that stops. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StopTest {
    private static final String ENDLESS = "SELECT COUNT(*) FROM e a, e b, e c, e d WHERE a.n + b.n + c.n + d.n < 0";
    private static final long AFTER_MILLIS = 300;

    private static Served served;
    private static ScheduledExecutorService timer;

    @BeforeAll
    static void start() throws SQLException {
        served = Served.open();
        timer = Executors.newSingleThreadScheduledExecutor();
        try (Connection connection = served.connect()) {
            fill(connection, "e", 2_000);
        }
    }

    @AfterAll
    static void stop() {
        timer.shutdownNow();
        served.close();
    }

    private interface Action {
        void run() throws Exception;
    }

    private static void later(Action action) {
        timer.schedule(
                () -> {
                    action.run();
                    return null;
                },
                AFTER_MILLIS,
                TimeUnit.MILLISECONDS);
    }

    @Test
    void cancelFromAnotherThreadWhileAQueryRuns() throws SQLException {
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement()) {
            later(statement::cancel);
            assertState("57014", () -> statement.executeQuery(ENDLESS));
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM e")) {
                assertTrue(rows.next());
                assertEquals(2_000, rows.getInt(1));
            }
        }
    }

    @Test
    void cancelOfRowsThatAreRead() throws SQLException {
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT a.n, b.n FROM e a, e b")) {
            assertTrue(rows.next());
            statement.cancel();
            assertState("57014", () -> {
                while (rows.next()) {
                    rows.getInt(1);
                }
            });
            assertEquals(List.of("2000"), list(connection, "SELECT COUNT(*) FROM e"));
        }
    }

    @Test
    void aQueryTimeoutIsTheServersToKeep() throws SQLException {
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException e = assertState("57014", () -> statement.executeQuery(ENDLESS));
            assertTrue(e instanceof SQLTimeoutException, e.toString());
            statement.setQueryTimeout(0);
            assertTrue(statement.executeQuery("SELECT n FROM e LIMIT 1").next());
        }
    }

    @Test
    void aCancelledBatchCountsNothing() throws SQLException {
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO never (a) SELECT a.n FROM e a, e b, e c WHERE a.n + b.n + c.n < 0");
            later(statement::cancel);
            assertState("57014", statement::executeBatch);
        }
    }

    @Test
    void closingAConnectionStopsWhatItRuns() throws SQLException {
        Connection connection = served.connect();
        try (Statement statement = connection.createStatement()) {
            later(connection::close);
            SQLException e = org.junit.jupiter.api.Assertions.assertThrows(
                    SQLException.class, () -> statement.executeQuery(ENDLESS));
            assertTrue(List.of("57014", "08006", "08003").contains(e.getSQLState()), e.getSQLState());
        }
        awaitSessions(0);
    }

    @Test
    void abortingAConnectionStopsWhatItRuns() throws SQLException {
        Connection connection = served.connect();
        try (Statement statement = connection.createStatement()) {
            later(() -> connection.abort(Runnable::run));
            SQLException e = org.junit.jupiter.api.Assertions.assertThrows(
                    SQLException.class, () -> statement.executeQuery(ENDLESS));
            assertTrue(List.of("57014", "08006", "08003").contains(e.getSQLState()), e.getSQLState());
        }
        awaitSessions(0);
    }

    private static void awaitSessions(int count) {
        long start = System.nanoTime();
        while (served.server().sessions() > count && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
            Thread.onSpinWait();
        }
        assertEquals(count, served.server().sessions());
    }

    @Test
    void aServerThatStopsLetsStatementsEndThenStopsThem() throws Exception {
        Served own = Served.with(builder -> builder.insecureLocal()
                .tcp(TcpOptions.DEFAULT
                        .withPort(0)
                        .withTimes(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10),
                                Duration.ZERO,
                                Duration.ofMillis(300))));
        try (Connection busy = own.connect();
                Connection idle = own.connect();
                Statement statement = busy.createStatement()) {
            fill(busy, "e", 2_000);
            later(own.server()::close);
            assertState("57014", () -> statement.executeQuery(ENDLESS));
            SQLException e = assertState("08006", () -> list(idle, "SELECT COUNT(*) FROM e"));
            assertTrue(e.getMessage().contains("the server is stopping"), e.getMessage());
            assertState("08001", own::connect);
        }
        own.close();
        assertEquals(0, own.server().sessions());
    }
}
