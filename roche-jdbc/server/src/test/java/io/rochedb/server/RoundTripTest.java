package io.rochedb.server;

import static io.rochedb.server.Served.assertState;
import static io.rochedb.server.Served.fill;
import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every feature of a session works through a server as it does embedded. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RoundTripTest {
    static Served served;
    private Connection connection;

    @BeforeAll
    static void start() {
        served = Served.with(builder -> builder.insecureLocal().http(HttpOptions.DEFAULT.withPort(0)));
    }

    @AfterAll
    static void stop() {
        served.close();
        assertEquals(0, served.server().sessions());
        assertEquals(0, served.server().tcpConnections());
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = open();
    }

    /** Connects through the door that is tested. */
    Connection open() throws SQLException {
        return served.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void insertsAndReads() throws SQLException {
        assertEquals(1, update(connection, "INSERT INTO rt1 (n, s) VALUES (?, ?)", 7, "sieben"));
        try (PreparedStatement statement = connection.prepareStatement("SELECT n, s FROM rt1 WHERE n = ?")) {
            for (int i = 0; i < 3; i++) {
                statement.setInt(1, 7);
                try (ResultSet rows = statement.executeQuery()) {
                    assertTrue(rows.next());
                    assertEquals(7, rows.getInt(1));
                    assertEquals("sieben", rows.getString("s"));
                    assertFalse(rows.next());
                }
            }
        }
        assertEquals("0.1.0", connection.getMetaData().getDatabaseProductVersion());
    }

    @Test
    void carriesEveryKindOfValue() throws SQLException {
        String sql = "SELECT CAST(? AS VARCHAR), CAST(? AS BIGINT), CAST(? AS INTEGER), CAST(? AS SMALLINT),"
                + " CAST(? AS TINYINT), CAST(? AS DOUBLE), CAST(? AS REAL), CAST(? AS DECIMAL(30, 5)), CAST(? AS BOOLEAN),"
                + " CAST(? AS TIMESTAMP), CAST(? AS DATE), CAST(? AS TIME), CAST(? AS VARBINARY(10)), CAST(NULL AS VARCHAR)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, "a\uD83D\uDE00b\uD800c\uDC00é€\0");
            statement.setLong(2, Long.MIN_VALUE);
            statement.setInt(3, Integer.MAX_VALUE);
            statement.setShort(4, (short) -3);
            statement.setByte(5, (byte) -128);
            statement.setDouble(6, -0.0);
            statement.setFloat(7, Float.MIN_VALUE);
            statement.setBigDecimal(8, new BigDecimal("-1234567890123456789012345.67890"));
            statement.setBoolean(9, true);
            statement.setObject(10, LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000_000));
            statement.setObject(11, LocalDate.of(9999, 12, 31));
            statement.setObject(12, LocalTime.of(23, 59, 59));
            statement.setBytes(13, new byte[] {0, -1, 127});
            try (ResultSet rows = statement.executeQuery()) {
                assertTrue(rows.next());
                assertEquals("a\uD83D\uDE00b\uD800c\uDC00é€\0", rows.getString(1));
                assertEquals(Long.MIN_VALUE, rows.getLong(2));
                assertEquals(Integer.MAX_VALUE, rows.getObject(3));
                assertEquals(-3, rows.getShort(4));
                assertEquals(-128, rows.getByte(5));
                assertEquals(-0.0, rows.getDouble(6));
                assertEquals(Float.MIN_VALUE, rows.getFloat(7));
                assertEquals(new BigDecimal("-1234567890123456789012345.67890"), rows.getBigDecimal(8));
                assertTrue(rows.getBoolean(9));
                assertEquals(LocalDateTime.of(1, 1, 1, 0, 0, 0, 1_000_000), rows.getObject(10, LocalDateTime.class));
                assertEquals(LocalDate.of(9999, 12, 31), rows.getObject(11, LocalDate.class));
                assertEquals(LocalTime.of(23, 59, 59), rows.getObject(12, LocalTime.class));
                assertArrayEquals(new byte[] {0, -1, 127}, rows.getBytes(13));
                assertEquals(null, rows.getString(14));
            }
        }
    }

    @Test
    void carriesVectorsAndParametersOfNoType() throws SQLException {
        update(connection, "INSERT INTO records (ring, payload, vector) VALUES ('rtv', '{}', ?)", (Object)
                new float[] {1.5f, -2, 0.25f});
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT vector FROM records WHERE ring = 'rtv'")) {
            assertTrue(rows.next());
            assertArrayEquals(new float[] {1.5f, -2, 0.25f}, rows.getObject(1, float[].class));
        }
        update(connection, "INSERT INTO rtany (d, x, t) VALUES (?, ?, ?)", LocalDate.of(2024, 2, 29), 1.5, true);
        try (Connection embedded = java.sql.DriverManager.getConnection(served.embeddedUrl())) {
            update(embedded, "INSERT INTO rtany (d, x, t) VALUES (?, ?, ?)", LocalDate.of(2024, 2, 29), 1.5, true);
        }
        List<String> payloads = list(connection, "SELECT _payload FROM rtany");
        assertEquals(2, payloads.size());
        assertEquals(payloads.get(0), payloads.get(1));
    }

    @Test
    void streamsManyFramesAndInterleavesCursors() throws SQLException {
        fill(connection, "rts", 20_000);
        List<String> expected =
                IntStream.range(0, 20_000).mapToObj(Integer::toString).toList();
        try (Statement first = connection.createStatement();
                Statement second = connection.createStatement();
                ResultSet left = first.executeQuery("SELECT n, _payload FROM rts ORDER BY n");
                ResultSet right = second.executeQuery("SELECT n, _payload FROM rts ORDER BY n DESC")) {
            for (int i = 0; i < 20_000; i++) {
                assertTrue(left.next() && right.next());
                assertEquals(i, left.getInt(1));
                assertEquals(19_999 - i, right.getInt(1));
                if (i % 5_000 == 0) {
                    assertEquals(List.of("20000"), list(connection, "SELECT COUNT(*) FROM rts"));
                }
            }
            assertFalse(left.next() || right.next());
            assertEquals(20_000, first.unwrap(RocheStatement.class).scanStats().rowsReturned());
        }
        assertEquals(expected, list(connection, "SELECT n FROM rts ORDER BY n"));
    }

    @Test
    void countersCanBeAskedForEarlyAndAfterAnEarlyClose() throws SQLException {
        fill(connection, "rtc", 5_000);
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT n, _payload FROM rtc");
            assertTrue(rows.next());
            ScanStats early = statement.unwrap(RocheStatement.class).scanStats();
            assertTrue(early.rowsReturned() >= 1 && early.rowsReturned() < 5_000, early.toString());
            rows.close();
            ScanStats closed = statement.unwrap(RocheStatement.class).scanStats();
            assertTrue(closed.rowsReturned() >= 1 && closed.rowsReturned() < 5_000, closed.toString());
        }
    }

    @Test
    void failuresCarryStateAndTextUnchanged() throws SQLException {
        String[] wrong = {
            "SELEC 1",
            "SELECT * FROM nowhere",
            "SELECT 1 / 0",
            "SELECT CAST('x' AS INTEGER)",
            "INSERT INTO records (payload) VALUES ('{}')"
        };
        try (Connection embedded = java.sql.DriverManager.getConnection(served.embeddedUrl())) {
            for (String sql : wrong) {
                SQLException here = assertFails(embedded, sql);
                SQLException there = assertFails(connection, sql);
                assertEquals(here.getSQLState(), there.getSQLState(), sql);
                assertEquals(here.getMessage(), there.getMessage(), sql);
                assertEquals(here.getClass(), there.getClass(), sql);
            }
        }
        assertEquals(List.of("1"), list(connection, "VALUES 1"));
    }

    private static SQLException assertFails(Connection connection, String sql) {
        return org.junit.jupiter.api.Assertions.assertThrows(SQLException.class, () -> {
            try (Statement statement = connection.createStatement()) {
                if (statement.execute(sql)) {
                    while (statement.getResultSet().next()) {
                        statement.getResultSet().getObject(1);
                    }
                }
            }
        });
    }

    @Test
    void batchesCountExactlyAndGiveKeys() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO records (ring, payload) VALUES (?, ?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 300; i++) {
                statement.setString(1, "rtb/" + i % 3);
                statement.setString(2, "{\"i\": " + i + "}");
                statement.addBatch();
            }
            int[] counts = statement.executeBatch();
            assertEquals(300, counts.length);
            assertEquals(300, IntStream.of(counts).sum());
            int keys = 0;
            try (ResultSet generated = statement.getGeneratedKeys()) {
                while (generated.next()) {
                    assertEquals("rtb/" + keys % 3, generated.getString("ring"));
                    keys++;
                }
            }
            assertEquals(300, keys);
        }
        assertEquals(List.of("300"), list(connection, "SELECT COUNT(*) FROM \"rtb/**\""));
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO rtb2 (a) VALUES (1)");
            statement.addBatch("INSERT INTO rtb2 (a) VALUES ('?'), ('x')");
            statement.addBatch("INSERT INTO records (payload) VALUES ('{}')");
            statement.addBatch("INSERT INTO rtb2 (a) VALUES (3)");
            BatchUpdateException e =
                    org.junit.jupiter.api.Assertions.assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {1, 2}, e.getUpdateCounts());
            assertEquals("23502", e.getSQLState());
        }
        assertEquals(List.of("3"), list(connection, "SELECT COUNT(*) FROM rtb2"));
    }

    @Test
    void aBatchStopsAtAValueThatCannotBeBound() throws SQLException {
        try (Statement ddl = connection.createStatement()) {
            ddl.execute("CREATE TABLE rtbad (a INTEGER)");
        }
        try (PreparedStatement statement = connection.prepareStatement("INSERT INTO rtbad (a) VALUES (?)")) {
            for (Object value : new Object[] {1, 2, "drei", 4}) {
                statement.setObject(1, value);
                statement.addBatch();
            }
            BatchUpdateException e =
                    org.junit.jupiter.api.Assertions.assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {1, 1}, e.getUpdateCounts());
            assertEquals("22018", e.getSQLState());
        }
        assertEquals(List.of("1", "2"), list(connection, "SELECT a FROM rtbad ORDER BY a"));
    }

    @Test
    void bindsAnewWhenTheTypesOfParametersChange() throws SQLException {
        update(connection, "INSERT INTO rty (x) VALUES (1)");
        try (PreparedStatement statement = connection.prepareStatement("SELECT COUNT(*) FROM rty WHERE x = ?");
                Connection other = served.connect()) {
            statement.setObject(1, "1");
            assertEquals(1, count(statement));
            // the field becomes VARCHAR
            update(other, "INSERT INTO rty (x) VALUES ('eins')");
            statement.setObject(1, "eins");
            assertEquals(1, count(statement));
            statement.setObject(1, "1");
            assertEquals(1, count(statement));
        }
    }

    private static int count(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            assertTrue(rows.next());
            return rows.getInt(1);
        }
    }

    @Test
    void transactionsSavepointsAndTheirText() throws SQLException {
        connection.setAutoCommit(false);
        update(connection, "INSERT INTO rtt (a) VALUES (1)");
        Savepoint savepoint = connection.setSavepoint("s");
        update(connection, "INSERT INTO rtt (a) VALUES (2)");
        connection.rollback(savepoint);
        Savepoint unnamed = connection.setSavepoint();
        connection.releaseSavepoint(unnamed);
        assertState("3B001", () -> connection.rollback(unnamed));
        connection.commit();
        connection.setAutoCommit(true);
        assertEquals(List.of("1"), list(connection, "SELECT a FROM rtt"));
        assertState("25000", connection::commit);
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("DELETE FROM rtt");
            statement.execute("BEGIN");
            assertEquals("25001", statement.getWarnings().getSQLState());
            connection.rollback();
        }
        assertEquals(List.of("1"), list(connection, "SELECT a FROM rtt"));
    }

    @Test
    void rowsEndWithTheirTransactionEvenWhenAllAreHere() throws SQLException {
        fill(connection, "rte", 10);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT n FROM rte");
            assertTrue(rows.next());
            connection.commit();
            assertState("25000", rows::next);
        }
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT n FROM rte");
            assertTrue(rows.next());
            update(connection, "DELETE FROM rte");
            for (int i = 1; i < 10; i++) {
                assertTrue(rows.next());
            }
            assertFalse(rows.next());
        }
    }

    @Test
    void settingsOfTheConnection() throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
        connection.setReadOnly(true);
        assertTrue(connection.isReadOnly());
        assertState("25006", () -> update(connection, "INSERT INTO rtset (a) VALUES (1)"));
        connection.setReadOnly(false);
        connection.setSchema("sys");
        assertEquals("sys", connection.getSchema());
        assertFalse(list(connection, "SELECT name FROM functions LIMIT 1").isEmpty());
        connection.setSchema("roche");
        assertTrue(connection.isValid(5));
        assertFalse(connection.getAutoCommit() ^ true);
        try (Connection narrow = served.connect("ring=rtset/x&user=anna&maxScanned=5")) {
            assertEquals("anna", narrow.getMetaData().getUserName());
            update(narrow, "INSERT INTO records (payload) VALUES ('{}')");
            assertEquals(List.of("rtset/x"), list(narrow, "SELECT ring FROM records"));
            assertState("42501", () -> update(narrow, "INSERT INTO records (ring, payload) VALUES ('y', '{}')"));
        }
    }

    @Test
    void manyTextsShareTheNumbersOfASession() throws SQLException {
        update(connection, "INSERT INTO rtm (a) VALUES (1)");
        try (PreparedStatement old = connection.prepareStatement("SELECT a FROM rtm WHERE a = ?")) {
            for (int i = 0; i < 600; i++) {
                try (PreparedStatement statement =
                        connection.prepareStatement("SELECT a + " + i + " FROM rtm WHERE a = ?")) {
                    statement.setInt(1, 1);
                    try (ResultSet rows = statement.executeQuery()) {
                        assertTrue(rows.next());
                        assertEquals(1 + i, rows.getInt(1));
                    }
                }
            }
            old.setInt(1, 1);
            assertEquals(1, count(old));
        }
    }

    @Test
    void generatedKeysNameTheRecord() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("INSERT INTO rtk (a) VALUES (1)", Statement.RETURN_GENERATED_KEYS));
            try (ResultSet keys = statement.getGeneratedKeys()) {
                assertTrue(keys.next());
                String id = keys.getString("id");
                assertEquals(List.of(id), list(connection, "SELECT _id FROM rtk"));
            }
        }
    }
}
