package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.await;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.wire.Protocol;
import io.rochedb.jdbc.wire.WireWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The door keeps clients that are slow, mad or too many from hurting the others. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoorTest {
    private static final int CONNECTIONS_MAX = 250;
    private static final int FRAME_MAX = 1 << 20;

    private Served served;

    @BeforeEach
    void start() {
        served = Served.with(builder -> builder.insecureLocal()
                .tcp(TcpOptions.DEFAULT
                        .withPort(0)
                        .withLimits(CONNECTIONS_MAX, FRAME_MAX)
                        .withTimes(
                                Duration.ofMillis(1_500),
                                Duration.ofMillis(500),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(1))));
    }

    @AfterEach
    void stop() {
        served.close();
        assertEquals(0, served.server().sessions());
        assertEquals(0, served.server().tcpConnections());
    }

    private RawClient raw() throws IOException {
        return new RawClient(served.port());
    }

    private void assertServes() throws SQLException {
        try (Connection connection = served.connect()) {
            assertEquals(List.of("1"), list(connection, "VALUES 1"));
        }
    }

    @Test
    void nothingIsDoneBeforeLogin() throws Exception {
        for (int type :
                new int[] {Protocol.EXECUTE, Protocol.PING, Protocol.BATCH, Protocol.COMMIT, Protocol.PROOF, 0, 255}) {
            try (RawClient raw = raw()) {
                raw.send(type, out -> {});
                assertEquals("08P01", raw.failure().sqlState());
                raw.assertClosed();
            }
        }
        assertServes();
    }

    @Test
    void garbageAndWrongFramesEndTheirConnectionOnly() throws Exception {
        List<byte[]> garbage = List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                new byte[64],
                new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 1, 1, 0, 0, 0, 1},
                new byte[] {0, 0, 0, 5, 1, 1, 0, 0, 0, 1},
                new byte[] {0, 1, 0, 1, 1, 1, 0, 0, 0, 1},
                new byte[] {0, 0, 0, 6, 2, 1, 0, 0, 0, 1});
        for (byte[] bytes : garbage) {
            try (RawClient raw = raw()) {
                raw.send(bytes);
                assertEquals("08P01", raw.failure().sqlState());
                raw.assertClosed();
            }
        }
        try (RawClient raw = raw()) {
            raw.login();
            raw.send(new byte[] {0, 0x20, 0, 0, 1, 11, 0, 0, 0, 1});
            assertTrue(raw.failure().message().contains("the limit is " + FRAME_MAX));
            raw.assertClosed();
        }
        try (RawClient raw = raw()) {
            raw.login();
            raw.send(Protocol.EXECUTE, out -> out.varint(1 << 30));
            assertEquals("08P01", raw.failure().sqlState());
            raw.assertClosed();
        }
        assertServes();
    }

    @Test
    void aClientThatDoesNotLogInIsSentAway() throws Exception {
        try (RawClient silent = raw();
                RawClient half = raw();
                RawClient dripping = raw()) {
            half.send(new byte[] {0, 0, 0});
            for (int i = 0; i < 20; i++) {
                try {
                    dripping.send(new byte[] {i == 2 ? (byte) 1 : 0});
                } catch (IOException e) {
                    break;
                }
                Thread.sleep(100);
            }
            silent.assertClosed();
            half.assertClosed();
            dripping.assertClosed();
        }
        assertServes();
    }

    @Test
    void aFrameThatStopsHalfWayEndsItsConnection() throws Exception {
        try (RawClient raw = raw()) {
            raw.login();
            raw.send(new byte[] {0, 0, 1, 0, 1, 11, 0, 0, 0, 1, 5, 5, 5});
            raw.assertClosed();
        }
        try (RawClient raw = raw()) {
            raw.login();
            raw.send(new byte[] {0, 0, 1, 0, 1, 11, 0, 0});
        }
        awaitConnections(0);
        assertServes();
    }

    private void awaitConnections(int count) {
        await(() -> served.server().tcpConnections() == count && served.server().sessions() == count);
    }

    @Test
    void aClientThatDoesNotReadIsGivenUpAndStallsNobody() throws Exception {
        try (Connection connection = served.connect()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO big (t) VALUES ('" + "x".repeat(200_000) + "')");
            }
            try (RawClient raw = raw()) {
                raw.socket().setReceiveBufferSize(4_096);
                raw.login();
                long start = System.nanoTime();
                // the answers are more than sockets keep
                for (int i = 0; i < 200; i++) {
                    try {
                        raw.execute("SELECT t FROM big", 1 << 20);
                    } catch (IOException e) {
                        break;
                    }
                    if (i % 20 == 0) {
                        assertEquals(List.of("1"), list(connection, "SELECT COUNT(*) FROM big"));
                    }
                }
                while (served.server().tcpConnections() > 1
                        && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
                    assertEquals(List.of("1"), list(connection, "SELECT COUNT(*) FROM big"));
                }
            }
            assertEquals(1, served.server().tcpConnections());
        }
    }

    @Test
    void clientsThatDoNotLogInTakeNoPlaceOfThoseThatDo() throws Exception {
        int logins = 20;
        TcpOptions few = TcpOptions.DEFAULT
                .withPort(0)
                .withLimits(3, FRAME_MAX)
                .withLogins(logins)
                .withTimes(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        Duration.ofSeconds(1));
        List<RawClient> strangers = new ArrayList<>();
        try (Served own = Served.with(builder -> builder.insecureLocal().tcp(few));
                Connection first = own.connect()) {
            for (int i = 0; i < 2 * logins; i++) {
                strangers.add(new RawClient(own.port()));
            }
            try (Connection second = own.connect();
                    Connection third = own.connect()) {
                assertEquals(List.of("3"), list(first, "SELECT COUNT(*) FROM sys.sessions"));
                assertState("53300", own::connect);
                assertEquals(List.of("1"), list(third, "VALUES 1"));
                assertEquals(List.of("1"), list(second, "VALUES 1"));
            }
            assertTrue(own.server().tcpConnections() <= logins + 3);
            assertEquals("53300", strangers.get(0).failure().sqlState(), "those that took longest are told");
            await(() -> own.server().tcpConnections() == 1);
        } finally {
            for (RawClient stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void tooManyAreToldSo() throws Exception {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS_MAX; i++) {
                Connection connection = served.connect();
                all.add(connection);
                assertEquals(List.of(Integer.toString(i)), list(connection, "VALUES " + i));
            }
            SQLException e = assertState("53300", served::connect);
            assertTrue(e.getMessage().contains(CONNECTIONS_MAX + " connections"), e.getMessage());
            all.remove(0).close();
            awaitConnections(CONNECTIONS_MAX - 1);
            all.add(served.connect());
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
        awaitConnections(0);
    }

    @Test
    void aSessionThatAsksNothingIsEndedAndSaysWhy() throws Exception {
        TcpOptions options = TcpOptions.DEFAULT
                .withPort(0)
                .withTimes(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1));
        try (Served own = Served.with(builder -> builder.insecureLocal().tcp(options));
                Connection connection = own.connect()) {
            connection.setAutoCommit(false);
            list(connection, "VALUES 1");
            await(() -> own.server().sessions() == 0);
            // a write that was not sent has no unknown outcome
            SQLException e = assertState("08006", () -> update(connection, "INSERT INTO never (a) VALUES (1)"));
            assertTrue(e.getMessage().contains("asked nothing"), e.getMessage());
            assertState("08006", connection::commit);
        }
    }

    @Test
    void framesLargerThanTheServerTakesAreNotSent() throws Exception {
        try (Connection connection = served.connect();
                Statement statement = connection.createStatement()) {
            assertState("54000", () -> statement.execute("INSERT INTO t (a) VALUES ('" + "x".repeat(FRAME_MAX) + "')"));
            assertEquals(List.of("1"), list(connection, "VALUES 1"));
            String half = "x".repeat(FRAME_MAX / 2 - 1_000);
            statement.execute("INSERT INTO t (a) VALUES ('" + half + "')");
            assertState("54000", () -> list(connection, "SELECT a || a || a FROM t"));
            assertEquals(List.of(half, half), list(connection, "SELECT a FROM t UNION ALL SELECT a FROM t"));
            fill(connection, "after", 1);
            assertEquals(List.of("1"), list(connection, "SELECT COUNT(*) FROM after"));
        }
    }

    @Test
    void aBatchMayBeLargerThanAFrame() throws Exception {
        try (Connection connection = served.connect();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO wide (n, t) VALUES (?, ?)")) {
            String text = "x".repeat(FRAME_MAX / 5);
            for (int i = 0; i < 40; i++) {
                statement.setInt(1, i);
                statement.setString(2, text);
                statement.addBatch();
            }
            assertEquals(40, statement.executeBatch().length);
            assertEquals(List.of("40"), list(connection, "SELECT COUNT(*) FROM wide"));
            for (int i = 40; i < 50; i++) {
                statement.setInt(1, i);
                statement.setString(2, i < 49 ? text : "y".repeat(2 * FRAME_MAX));
                statement.addBatch();
            }
            // parts of it have been sent, and are not of the next batch
            assertState("54000", statement::executeBatch);
            statement.setInt(1, 1_000);
            statement.setString(2, "z");
            statement.addBatch();
            assertEquals(1, statement.executeBatch().length);
            assertEquals(List.of("1780"), list(connection, "SELECT SUM(n) FROM wide"));
        }
    }

    private static void batchBegins(WireWriter out, boolean first, int count) {
        out.flag(first);
        out.varint(0);
        out.patch(out.gap(4), count);
        out.u8(1);
        out.u8(Protocol.WITH_TEXT);
        out.varint(0);
        out.text("DELETE FROM none");
        out.varint(0);
        out.varint(0);
    }

    private static void execute(WireWriter out, int statement, Object value) {
        out.u8(0);
        out.varint(statement);
        out.varint(0);
        out.varint(1 << 10);
        out.varint(1);
        out.varint(1);
        out.value(value);
    }

    @Test
    void valuesOfOtherTypesThanAskedForAreRefused() throws Exception {
        try (RawClient raw = raw()) {
            raw.login();
            List<String> texts = List.of("VALUES CAST(? AS INTEGER)", "INSERT INTO g (a) VALUES (?)");
            for (int i = 0; i < texts.size(); i++) {
                int number = i + 1;
                raw.send(Protocol.DESCRIBE, out -> {
                    out.u8(Protocol.WITH_TEXT);
                    out.varint(number);
                    out.text(texts.get(number - 1));
                });
                raw.answer(Protocol.DESCRIBED);
            }
            raw.send(Protocol.EXECUTE, out -> execute(out, 1, "seven"));
            Failure failure = raw.failure();
            assertEquals("08P01", failure.sqlState());
            assertTrue(failure.message().contains("parameter 1 is of type INTEGER"), failure.message());
            raw.send(Protocol.EXECUTE, out -> execute(out, 2, new BigDecimal(BigInteger.ONE, -1_000_000_000)));
            assertEquals("22003", raw.failure().sqlState());
            raw.send(Protocol.EXECUTE, out -> execute(out, 1, 7));
            raw.answer(Protocol.ROWS);
        }
    }

    @Test
    void theEntriesOfABatchAreBounded() throws Exception {
        int each = 900_000;
        try (RawClient raw = raw()) {
            raw.login();
            for (int part = 0; part < 2; part++) {
                boolean first = part == 0;
                raw.send(Protocol.BATCH_PART, out -> {
                    batchBegins(out, first, each);
                    out.raw(new byte[each - 1]);
                });
            }
            raw.send(Protocol.BATCH, out -> batchBegins(out, false, 1));
            Failure failure = raw.failure();
            assertEquals("54000", failure.sqlState());
            assertTrue(failure.message().contains("1000000 entries"), failure.message());
            raw.send(Protocol.PING, out -> {});
            raw.answer(Protocol.DONE);
        }
    }

    @Test
    void valuesThatWouldGrowInMemoryAreRefused() throws Exception {
        int nulls = 1_000_000;
        try (RawClient raw = raw()) {
            raw.login();
            // lists that each claim what is left of the frame
            raw.send(Protocol.EXECUTE, out -> {
                out.u8(Protocol.WITH_TEXT);
                out.varint(0);
                out.text("VALUES 1");
                out.varint(0);
                out.varint(1 << 10);
                out.varint(0);
                out.varint(1);
                for (int i = 0; i < 40; i++) {
                    out.u8(13);
                    out.varint(nulls);
                }
                out.raw(new byte[nulls]);
            });
            assertEquals("54000", raw.failure().sqlState());
            raw.send(Protocol.PING, out -> {});
            raw.answer(Protocol.DONE);
        }
    }

    @Test
    void manyCursorsOfOneSessionAreBounded() throws Exception {
        try (Connection connection = served.connect()) {
            fill(connection, "rows", 3_000);
            List<Statement> statements = new ArrayList<>();
            SQLException refused = org.junit.jupiter.api.Assertions.assertThrows(SQLException.class, () -> {
                for (int i = 0; i < 1_100; i++) {
                    Statement statement = connection.createStatement();
                    statements.add(statement);
                    statement.executeQuery("SELECT _payload, _id FROM rows");
                }
            });
            assertEquals("54000", refused.getSQLState(), refused.getMessage());
            assertEquals(1_001, statements.size());
            for (Statement statement : statements) {
                statement.close();
            }
            assertEquals(List.of("3000"), list(connection, "SELECT COUNT(*) FROM rows"));
        }
    }
}
