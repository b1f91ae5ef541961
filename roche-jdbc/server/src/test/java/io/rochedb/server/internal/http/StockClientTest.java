package io.rochedb.server.internal.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Avatica's own client, unmodified, does its work over the HTTP door in both forms of the protocol. */
class StockClientTest {
    private OpenDoor door;

    @BeforeEach
    void open() throws Exception {
        door = OpenDoor.open();
    }

    @AfterEach
    void close() {
        door.close();
    }

    private Connection connect(String serialization) throws SQLException {
        return DriverManager.getConnection("jdbc:avatica:remote:url=http://127.0.0.1:" + door.port() + ";serialization="
                + serialization + ";timeZone=UTC");
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void tablesAreMadeFilledAndRead(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (user_id VARCHAR NOT NULL, order_no VARCHAR NOT NULL,"
                    + " total DECIMAL(12,2), placed_at TIMESTAMP, day DATE, n INTEGER, big BIGINT, x DOUBLE, ok BOOLEAN,"
                    + " bytes VARBINARY, PRIMARY KEY (user_id, order_no)) RING 'users/{user_id}/orders'");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                insert.setString(1, "ann");
                insert.setString(2, "A-1");
                insert.setBigDecimal(3, new BigDecimal("42.10"));
                insert.setTimestamp(4, Timestamp.valueOf("2026-07-04 10:00:00.125"));
                insert.setDate(5, Date.valueOf("2026-07-04"));
                insert.setInt(6, -7);
                insert.setLong(7, Long.MAX_VALUE);
                insert.setDouble(8, 0.1);
                insert.setBoolean(9, true);
                insert.setBytes(10, new byte[] {1, 2, (byte) 255});
                assertEquals(1, insert.executeUpdate());
            }
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT * FROM orders WHERE user_id = ? AND order_no = ?")) {
                select.setString(1, "ann");
                select.setString(2, "A-1");
                try (ResultSet row = select.executeQuery()) {
                    assertTrue(row.next());
                    assertEquals(new BigDecimal("42.10"), row.getBigDecimal("total"));
                    assertEquals(Timestamp.valueOf("2026-07-04 10:00:00.125"), row.getTimestamp("placed_at"));
                    assertEquals("2026-07-04", row.getString("day"));
                    assertEquals(-7, row.getInt("n"));
                    assertEquals(Long.MAX_VALUE, row.getLong("big"));
                    assertEquals(0.1, row.getDouble("x"));
                    assertTrue(row.getBoolean("ok"));
                    assertArrayEquals(new byte[] {1, 2, (byte) 255}, row.getBytes("bytes"));
                    assertFalse(row.next());
                }
                select.setString(2, "none");
                try (ResultSet none = select.executeQuery()) {
                    assertFalse(none.next());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void manyRowsComeWholeAndInOrder(String serialization) throws SQLException {
        int rows = 25_000;
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT i, 'text ' || i FROM TABLE(GENERATE_SERIES(1, " + rows + ")) AS s(i)")) {
            for (int i = 1; i <= rows; i++) {
                assertTrue(result.next());
                assertEquals(i, result.getLong(1));
                assertEquals("text " + i, result.getString(2));
            }
            assertFalse(result.next());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void transactionsAndBatchesKeepTheirPromises(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO \"docs/a\" (n) VALUES (0)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO \"docs/a\" (n) VALUES (?)")) {
                for (int i = 1; i <= 300; i++) {
                    insert.setInt(1, i);
                    insert.addBatch();
                }
                assertEquals(300, insert.executeBatch().length);
            }
            connection.rollback();
            assertEquals(1, count(statement));
            statement.addBatch("INSERT INTO \"docs/a\" (n) VALUES (1)");
            statement.addBatch("UPDATE \"docs/a\" SET n = 5");
            assertArrayEquals(new int[] {1, 2}, statement.executeBatch());
            connection.commit();
            connection.setAutoCommit(true);
            assertEquals(2, count(statement));
        }
    }

    private static long count(Statement statement) throws SQLException {
        try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM \"docs/a\"")) {
            count.next();
            return count.getLong(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void vectorsAreArrays(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO records (ring, payload, vector) VALUES ('docs/v', '{\"a\":1}', VECTOR('[0.5, -1, 2]'))");
            try (ResultSet row = statement.executeQuery("SELECT vector, payload FROM records WHERE ring = 'docs/v'")) {
                assertTrue(row.next());
                Array vector = row.getArray(1);
                List<Double> numbers = new ArrayList<>();
                for (Object number : (Object[]) vector.getArray()) {
                    numbers.add(((Number) number).doubleValue());
                }
                assertEquals(List.of(0.5, -1.0, 2.0), numbers);
                assertEquals("{\"a\":1}", row.getString(2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void metadataIsTheDatabasesOwn(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO \"docs/a\" (title, n) VALUES ('x', 1)");
            assertTrue(connection.getMetaData().getSQLKeywords().contains("RETRIEVE")
                    || !connection.getMetaData().getStringFunctions().isEmpty());
            try (ResultSet columns = connection.getMetaData().getColumns(null, "roche", "docs/a", "%")) {
                List<String> names = new ArrayList<>();
                while (columns.next()) {
                    names.add(columns.getString("COLUMN_NAME") + ' ' + columns.getString("TYPE_NAME"));
                }
                assertEquals(List.of("title VARCHAR", "n BIGINT"), names.subList(0, 2));
            }
            try (ResultSet tables = connection.getMetaData().getTables(null, "roche", "records", null)) {
                assertTrue(tables.next());
                assertEquals("records", tables.getString("TABLE_NAME"));
                assertFalse(tables.next());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void errorsHaveTheirStateAndNoTrace(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                Statement statement = connection.createStatement()) {
            SQLException missing =
                    assertThrows(SQLException.class, () -> statement.executeQuery("SELECT * FROM \"docs/nowhere\""));
            assertEquals("42P01", missing.getSQLState());
            assertTrue(missing.getMessage().contains("docs/nowhere"), missing.getMessage());
            StringBuilder all = new StringBuilder();
            for (Throwable t = missing; t != null; t = t.getCause()) {
                all.append(t);
            }
            assertFalse(all.toString().contains("io.rochedb"), all.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"protobuf", "json"})
    void nullsStayNull(String serialization) throws SQLException {
        try (Connection connection = connect(serialization);
                PreparedStatement select = connection.prepareStatement(
                        "SELECT CAST(? AS INTEGER), CAST(? AS VARCHAR), CAST(? AS TIMESTAMP)")) {
            select.setObject(1, null);
            select.setString(2, null);
            select.setTimestamp(3, null);
            try (ResultSet row = select.executeQuery()) {
                assertTrue(row.next());
                assertNull(row.getObject(1));
                assertNull(row.getString(2));
                assertNull(row.getTimestamp(3));
            }
        }
    }
}
