package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.await;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.wire.Protocol;
import java.io.IOException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What others run can be seen and stopped: by an ADMIN, by the server's own limit, and when nobody waits for it any more. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ControlTest {
    private static final String ENDLESS = "SELECT COUNT(*) FROM e a, e b, e c, e d WHERE a.n + b.n + c.n + d.n < 0";

    private static Served served;
    private static ExecutorService others;
    private static Connection operator;

    @BeforeAll
    static void start() throws SQLException {
        served = Served.open();
        others = Executors.newCachedThreadPool();
        operator = served.connect();
        fill(operator, "e", 2_000);
    }

    @AfterAll
    static void stop() throws SQLException {
        operator.close();
        others.shutdownNow();
        served.close();
    }

    private static int number(Connection connection, String sql) {
        try {
            return Integer.parseInt(list(connection, sql).get(0));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the sessions that run something, the one that asks apart. */
    private static List<String> running() {
        try {
            return list(operator, "SELECT session_id FROM sys.queries WHERE query_text = '" + ENDLESS + "'");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static String newest(Connection connection, String application) throws SQLException {
        connection.setClientInfo("ApplicationName", application);
        return list(operator, "SELECT MAX(session_id) FROM sys.sessions").get(0);
    }

    private static Future<SQLException> runs(Statement statement) {
        Future<SQLException> ended = others.submit(() -> assertState("57014", () -> statement.executeQuery(ENDLESS)));
        await(() -> !running().isEmpty());
        return ended;
    }

    @Test
    void anAdminCancelsWhatASessionRuns() throws Exception {
        try (Connection busy = served.connect();
                Statement statement = busy.createStatement()) {
            Future<SQLException> ended = runs(statement);
            String id = running().get(0);
            try (CallableStatement cancel = operator.prepareCall("CALL CANCEL_QUERY(?)")) {
                cancel.setLong(1, Long.parseLong(id));
                ResultSet row = cancel.executeQuery();
                assertTrue(row.next());
                assertEquals(id, row.getString("session_id"));
                assertTrue(row.getBoolean("cancelled"));
            }
            ended.get();
            assertEquals(List.of("2000"), list(busy, "SELECT COUNT(*) FROM e"));
            try (Statement again = operator.createStatement();
                    ResultSet row = again.executeQuery("CALL CANCEL_QUERY(" + id + ")")) {
                assertTrue(row.next());
                assertEquals(false, row.getBoolean("cancelled"), "it runs nothing");
            }
        }
    }

    @Test
    void anAdminEndsASession() throws Exception {
        try (Connection idle = served.connect()) {
            idle.setAutoCommit(false);
            update(idle, "INSERT INTO undone (n) VALUES (1)");
            String id = newest(idle, "idle");
            list(operator, "CALL CLOSE_SESSION(" + id + ")");
            await(() -> served.server().sessions() == 1);
            SQLException e = assertState("08006", () -> list(idle, "VALUES 1"));
            assertTrue(e.getMessage().contains("closed by an administrator"), e.getMessage());
        }
        try (Connection busy = served.connect();
                Statement statement = busy.createStatement()) {
            busy.setAutoCommit(false);
            Future<SQLException> ended = runs(statement);
            list(operator, "CALL CLOSE_SESSION(" + running().get(0) + ")");
            ended.get();
            await(() -> served.server().sessions() == 1);
        }
        assertState("42P01", () -> list(operator, "SELECT * FROM undone"));
    }

    @Test
    void sessionsThatAreNotThereAndOnesOwnAreNamed() throws SQLException {
        SQLException e = assertState("22023", () -> list(operator, "CALL CANCEL_QUERY(987654321)"));
        assertTrue(e.getMessage().contains("there is no session 987654321"), e.getMessage());
        assertState("22023", () -> list(operator, "CALL CLOSE_SESSION(987654321)"));
        assertState("22023", () -> list(operator, "CALL CLOSE_SESSION(0.5)"));
        String own = list(operator, "SELECT session_id FROM sys.queries").get(0);
        assertState("22023", () -> list(operator, "CALL CLOSE_SESSION(" + own + ")"));
    }

    @Test
    void onlyAnAdminMay() throws SQLException {
        try (Served own = Served.with(builder -> builder);
                Connection embedded = DriverManager.getConnection(own.embeddedUrl())) {
            update(embedded, "CREATE USER root PASSWORD 'r' ROLE ADMIN");
            update(embedded, "CREATE USER wendy PASSWORD 'w' ROLE WRITER");
            try (Connection root = own.connect("user=root&password=r");
                    Connection wendy = own.connect("user=wendy&password=w")) {
                String id = list(root, "SELECT session_id FROM sys.queries").get(0);
                assertState("42501", () -> list(wendy, "CALL CANCEL_QUERY(" + id + ")"));
                assertState("42501", () -> list(wendy, "CALL CLOSE_SESSION(" + id + ")"));
                assertState("42501", () -> list(wendy, "CALL CLOSE_SESSION(987654321)"));
                String hers = list(wendy, "SELECT session_id FROM sys.queries").get(0);
                assertEquals(List.of(hers), list(root, "CALL CLOSE_SESSION(" + hers + ")"));
                await(() -> own.server().sessions() == 1);
            }
        }
    }

    @Test
    void theServersOwnLimitEndsStatements() throws SQLException {
        Duration most = Duration.ofMillis(400);
        try (Served own = Served.with(builder ->
                        builder.insecureLocal().statementTimeoutMax(most).http(HttpOptions.DEFAULT.withPort(0)));
                Connection connection = own.connect("statementTimeout=60m");
                Connection shorter = own.connect("statementTimeout=100ms");
                Connection http = DriverManager.getConnection(own.httpUrl());
                Connection stock =
                        DriverManager.getConnection("jdbc:avatica:remote:serialization=protobuf;url=http://127.0.0.1:"
                                + own.server().httpPort())) {
            fill(connection, "e", 2_000);
            for (Connection each : List.of(connection, http, stock)) {
                SQLException e = assertState("57014", () -> list(each, ENDLESS));
                assertTrue(e.getMessage().contains("statementTimeout=400ms"), e.getMessage());
                assertEquals(List.of("2000"), list(each, "SELECT COUNT(*) FROM e"));
            }
            SQLException e = assertState("57014", () -> list(shorter, ENDLESS));
            assertTrue(e.getMessage().contains("statementTimeout=100ms"), e.getMessage());
            assertState("57014", () -> update(connection, "INSERT INTO x (n) SELECT a.n FROM e a, e b, e c, e d"));
        }
    }

    @Test
    void whatNobodyWaitsForIsStopped() throws Exception {
        for (boolean more : new boolean[] {false, true}) {
            try (RawClient client = new RawClient(served.port())) {
                client.login();
                client.execute("BEGIN", 1_000);
                client.answer(Protocol.COUNT);
                client.execute("INSERT INTO undone (n) VALUES (1)", 1_000);
                client.answer(Protocol.COUNT);
                client.execute(ENDLESS, 1_000);
                if (more) {
                    client.send(Protocol.PING, body -> {});
                }
                await(() -> !running().isEmpty());
            }
            await(() -> running().isEmpty() && served.server().sessions() == 1);
            await(() -> number(operator, "SELECT COUNT(*) FROM sys.sessions") == 1);
            assertState("42P01", () -> list(operator, "SELECT * FROM undone"));
        }
    }

    @Test
    void whatNobodyWaitsForIsStoppedBehindTheHttpDoorToo() throws Exception {
        try (Served own = Served.with(builder -> builder.insecureLocal().http(HttpOptions.DEFAULT.withPort(0)));
                Connection witness = own.connect()) {
            fill(witness, "e", 2_000);
            for (String start : List.of(
                    "jdbc:roche:http://127.0.0.1:%d/main",
                    "jdbc:avatica:remote:serialization=protobuf;url=http://127.0.0.1:%d")) {
                Proxy proxy = new Proxy(own.server().httpPort());
                Connection connection = DriverManager.getConnection(String.format(Locale.ROOT, start, proxy.port()));
                Statement statement = connection.createStatement();
                Future<?> ended =
                        others.submit(() -> assertThrows(Exception.class, () -> statement.executeQuery(ENDLESS)));
                await(() -> number(witness, "SELECT COUNT(*) FROM sys.queries") == 2);
                // the client's tries to connect again fail from here on
                proxy.close();
                await(() -> number(witness, "SELECT COUNT(*) FROM sys.queries") == 1);
                ended.get();
            }
        }
    }

    @Test
    void whoWaitsIsNotTakenForGone() throws IOException, SQLException {
        // long enough to be looked at, twice; what was sent meanwhile is not lost
        try (RawClient client = new RawClient(served.port());
                Statement statement = operator.createStatement()) {
            client.login();
            client.execute(ENDLESS, 1_000);
            client.send(Protocol.PING, body -> {});
            await(() -> !running().isEmpty());
            await(() -> {
                try {
                    return list(operator, "SELECT elapsed_millis FROM sys.queries ORDER BY 1 DESC").stream()
                            .anyMatch(millis -> Double.parseDouble(millis) > 2_500);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            statement.execute("CALL CANCEL_QUERY(" + running().get(0) + ")");
            assertEquals("57014", client.failure().sqlState());
            client.answer(Protocol.DONE);
        }
    }
}
