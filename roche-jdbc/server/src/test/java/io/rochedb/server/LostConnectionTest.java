package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a lost connection means: an unknown outcome for writes, one more try for reads, and never a write done twice. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LostConnectionTest {
    private Served served;
    private Proxy proxy;
    private Connection direct;

    @BeforeEach
    void start() throws Exception {
        served = Served.open();
        proxy = new Proxy(served.port());
        direct = served.connect();
        fill(direct, "lost", 3);
    }

    @AfterEach
    void stop() throws Exception {
        direct.close();
        proxy.close();
        served.close();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(proxy.url());
    }

    @Test
    void aWriteWhoseAnswerIsLostHasAnUnknownOutcomeAndIsNotDoneAgain() throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO w (a) VALUES (?)")) {
            statement.setInt(1, 1);
            statement.executeUpdate();
            proxy.swallowNextAnswer();
            statement.setInt(1, 2);
            SQLException e = assertState("08007", statement::executeUpdate);
            assertTrue(e.getMessage().contains("127.0.0.1:" + proxy.port()), e.getMessage());
            assertFalse(connection.isValid(2));
            assertState("08006", statement::executeUpdate);
        }
        assertEquals(List.of("1", "2"), list(direct, "SELECT a FROM w ORDER BY a"));
    }

    @Test
    void aCommitWhoseAnswerIsLostHasAnUnknownOutcome() throws Exception {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            update(connection, "INSERT INTO c (a) VALUES (1)");
            proxy.swallowNextAnswer();
            assertState("08007", connection::commit);
        }
        assertEquals(List.of("1"), list(direct, "SELECT a FROM c"));
    }

    @Test
    void aBatchWhoseAnswerIsLostHasAnUnknownOutcome() throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO b (a) VALUES (?)")) {
            for (int i = 0; i < 10; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            proxy.swallowNextAnswer();
            assertState("08007", statement::executeBatch);
        }
        assertEquals(List.of("10"), list(direct, "SELECT COUNT(*) FROM b"));
    }

    @Test
    void aReadIsTriedOnceMore() throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT n FROM lost WHERE n >= ? ORDER BY n")) {
            connection.setSchema("roche");
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            statement.setInt(1, 1);
            proxy.cut();
            try (ResultSet rows = statement.executeQuery()) {
                assertTrue(rows.next());
                assertEquals(1, rows.getInt(1));
            }
            assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
            proxy.swallowNextAnswer();
            assertEquals(List.of("3"), list(connection, "SELECT COUNT(*) FROM lost"));
            proxy.cut();
            // planned, and nothing of it run
            try (PreparedStatement other = connection.prepareStatement("SELECT n FROM lost WHERE n = ?")) {
                assertEquals(1, other.getParameterMetaData().getParameterCount());
            }
        }
    }

    @Test
    void aCancelGoesToTheServerOfTheNewConnection() throws Exception {
        fill(direct, "many", 2_000);
        String endless = "SELECT COUNT(*) FROM many a, many b, many c, many d WHERE a.n + b.n + c.n + d.n < 0";
        ScheduledExecutorService other = Executors.newSingleThreadScheduledExecutor();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT n FROM lost").close();
            proxy.cut();
            other.schedule(
                    () -> {
                        statement.cancel();
                        return null;
                    },
                    700,
                    TimeUnit.MILLISECONDS);
            assertState("57014", () -> statement.executeQuery(endless));
            assertEquals(List.of("3"), list(connection, "SELECT COUNT(*) FROM lost"));
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void aReadOfATransactionIsNot() throws Exception {
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            list(connection, "SELECT n FROM lost");
            proxy.cut();
            assertState("08006", () -> list(connection, "SELECT n FROM lost"));
        }
    }

    @Test
    void rowsThatWereHandedOutAreNotReadAgain() throws Exception {
        fill(direct, "many", 20_000);
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n, _payload FROM many")) {
            assertTrue(rows.next());
            proxy.cut();
            assertState("08006", () -> {
                while (rows.next()) {
                    rows.getInt(1);
                }
            });
        }
    }

    @Test
    void theNextHostOfTheListIsTried() throws Exception {
        int nobody = freePort();
        String url = "jdbc:roche://127.0.0.1:" + nobody + ",no-such-host.invalid,127.0.0.1:" + proxy.port() + "/main";
        try (Connection connection = DriverManager.getConnection(url)) {
            assertEquals(List.of("3"), list(connection, "SELECT COUNT(*) FROM lost"));
        }
        int another = freePort();
        String nowhere = "jdbc:roche://127.0.0.1:" + nobody + ",no-such-host.invalid,127.0.0.1:" + another + "/main";
        SQLException e = assertState("08001", () -> DriverManager.getConnection(nowhere));
        assertTrue(
                e.getMessage().contains(":" + nobody + " (refused)")
                        && e.getMessage().contains("no-such-host.invalid:7301 (unknown host)")
                        && e.getMessage().contains(":" + another + " (refused)"),
                e.getMessage());
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNotWaitedForForEver() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            String url = "jdbc:roche://127.0.0.1:" + silent.getLocalPort();
            SQLException e = assertState("08001", () -> DriverManager.getConnection(url + "?connectTimeout=200ms"));
            assertTrue(e.getMessage().contains("did not answer in time"), e.getMessage());
        }
        String endless = "SELECT COUNT(*) FROM lost a, lost b, many c, many d WHERE a.n + b.n + c.n + d.n < 0";
        fill(direct, "many", 5_000);
        try (Connection connection = served.connect("socketTimeout=300ms")) {
            assertEquals(300, connection.getNetworkTimeout());
            assertState("08006", () -> list(connection, endless));
            assertFalse(connection.isValid(1));
        }
        try (Connection connection = served.connect()) {
            connection.setNetworkTimeout(Executors.newSingleThreadExecutor(), 300);
            assertState("08006", () -> list(connection, endless));
        }
    }

    @Test
    void aClosedServerIsNamedAndAnotherOnItsPortIsFound() throws Exception {
        try (Connection connection = connect()) {
            served.restart();
            assertEquals(List.of("3"), list(connection, "SELECT COUNT(*) FROM lost"));
        }
    }
}
