package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheStatement;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases from public reports about JDBC statements, parameters and results; each has its number in the list of cases. */
class JdbcCasesTest {
    /** Joins a ring of 2,000 records with itself twice: more rows than anybody waits for. */
    private static final String ENDLESS =
            "SELECT COUNT(*) FROM big AS a, big AS b, big AS c WHERE a.n + b.n + c.n = -1";

    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        connection = Stores.open(Stores.fresh());
        fill(connection, "docs/a", 10);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    private ResultSet row(String sql, Object... values) throws SQLException {
        ResultSet rows = prepare(sql, values).executeQuery();
        assertTrue(rows.next());
        return rows;
    }

    @Test
    void case1LimitTakesAnyNumber() throws SQLException {
        String sql = "SELECT n FROM \"docs/a\" LIMIT ?";
        try (PreparedStatement statement = prepare(sql)) {
            statement.setLong(1, 1);
            assertEquals(1, list(statement.executeQuery()).size());
            statement.setNull(1, Types.BIGINT);
            assertEquals(10, list(statement.executeQuery()).size());
            statement.setInt(1, -1);
            assertState("2201W", () -> list(statement.executeQuery()));
        }
    }

    @Test
    void case2OffsetAndFetchTakeAnyNumber() throws SQLException {
        String sql = "SELECT n FROM \"docs/a\" ORDER BY n OFFSET ? ROWS FETCH NEXT ? ROWS ONLY";
        for (Object two : new Object[] {2, 2L, (short) 2, new BigDecimal(2)}) {
            assertEquals(
                    List.of("2", "3"),
                    list(connection, sql, two, two),
                    two.getClass().getName());
        }
    }

    @Test
    void case4ReadsTheClassesOfJavaTime() throws SQLException {
        ResultSet row = row("SELECT DATE '1969-07-20', TIME '20:17:40.5', TIMESTAMP '1969-07-20 20:17:40.125', 7,"
                + " '123e4567-e89b-12d3-a456-426614174000'");
        LocalDateTime landed = LocalDateTime.of(1969, 7, 20, 20, 17, 40, 125_000_000);
        assertEquals(landed.toLocalDate(), row.getObject(1, LocalDate.class));
        assertEquals(LocalTime.of(20, 17, 40, 500_000_000), row.getObject(2, LocalTime.class));
        assertEquals(landed, row.getObject(3, LocalDateTime.class));
        assertEquals(landed.toInstant(ZoneOffset.UTC), row.getObject(3, Instant.class));
        assertEquals(landed.atOffset(ZoneOffset.UTC), row.getObject(3, OffsetDateTime.class));
        assertEquals(7L, row.getObject(4, Long.class));
        assertEquals("7", row.getObject(4, String.class));
        assertEquals(UUID.fromString("123e4567-e89b-12d3-a456-426614174000"), row.getObject(5, UUID.class));
    }

    @Test
    void case5BindsTheClassesOfJavaTime() throws SQLException {
        LocalDate day = LocalDate.of(1969, 7, 20);
        assertEquals(
                "1",
                row("SELECT COUNT(*) FROM (VALUES (DATE '1969-07-20')) AS t (d) WHERE d = ?", day)
                        .getString(1));
        String times =
                "SELECT COUNT(*) FROM (VALUES (TIMESTAMP '1969-07-20 20:17:40')) AS t (at_time) WHERE at_time = ?";
        LocalDateTime landed = day.atTime(20, 17, 40);
        for (Object value : new Object[] {
            landed, landed.toInstant(ZoneOffset.UTC), landed.atOffset(ZoneOffset.UTC), landed.atZone(ZoneOffset.UTC)
        }) {
            assertEquals(1, row(times, value).getInt(1), value.getClass().getName());
        }
    }

    @Test
    void case6SetObjectConverts() throws SQLException {
        String sql = "SELECT COUNT(*) FROM \"docs/a\" WHERE n = ?";
        try (PreparedStatement statement = prepare(sql)) {
            statement.setObject(1, "5", Types.INTEGER);
            assertEquals(List.of("1"), list(statement.executeQuery()));
            statement.setObject(1, 5L);
            assertEquals(List.of("1"), list(statement.executeQuery()));
            statement.setObject(1, new BigDecimal("5.0"));
            assertEquals(List.of("1"), list(statement.executeQuery()));
            statement.setObject(1, "x");
            assertState("22018", () -> list(statement.executeQuery()));
        }
    }

    @Test
    void case7And8NullIsBoundByEverySetter() throws SQLException {
        String sql = "SELECT CAST(? AS DECIMAL(5, 2))";
        try (PreparedStatement statement = prepare(sql)) {
            statement.setInt(1, 5);
            statement.setNull(1, Types.DECIMAL);
            assertNull(list(statement.executeQuery()).get(0));
            statement.setInt(1, 5);
            statement.setObject(1, null, Types.DECIMAL, 2);
            assertNull(list(statement.executeQuery()).get(0));
            statement.setInt(1, 5);
            statement.setNull(1, Types.DECIMAL, "DECIMAL");
            assertNull(list(statement.executeQuery()).get(0));
            statement.setInt(1, 5);
            statement.setObject(1, 1, Types.INTEGER, 0);
            assertEquals(List.of("1.00"), list(statement.executeQuery()));
            statement.setObject(1, 2, JDBCType.INTEGER, 0);
            assertEquals(List.of("2.00"), list(statement.executeQuery()));
        }
    }

    @Test
    void case9AnUnsetParameterIsNotNull() throws SQLException {
        try (PreparedStatement statement = prepare("SELECT COUNT(*) FROM \"docs/a\" WHERE n = ?")) {
            assertState("07002", statement::executeQuery);
            statement.setNull(1, Types.INTEGER);
            assertEquals(List.of("0"), list(statement.executeQuery()));
            statement.clearParameters();
            assertState("07002", statement::executeQuery);
        }
    }

    @Test
    void case11And15AStatementIsUsedAgain() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                statement.execute("UPDATE \"docs/a\" SET flag = TRUE WHERE n < 2");
                assertEquals(2, statement.getUpdateCount());
            }
            assertThrows(SQLException.class, () -> statement.executeQuery("SELECT nope FROM nowhere"));
            assertEquals(List.of("10"), list(statement.executeQuery("SELECT COUNT(*) FROM \"docs/a\"")));
        }
    }

    @Test
    void case14EveryFailureHasAState() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertState("42601", () -> statement.executeQuery("SELEC 1"));
            assertState("42P01", () -> statement.executeQuery("SELECT * FROM nowhere"));
            assertState("42703", () -> statement.executeUpdate("UPDATE records SET nope = 1"));
            statement.addBatch("INSERT INTO records (ring, payload) VALUES ('b', '{}')");
            statement.addBatch("SELEC 1");
            BatchUpdateException failed = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertEquals("42601", failed.getSQLState());
            assertEquals(1, failed.getUpdateCounts().length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {" OR n = ", " AND n <> "})
    void case87DeepConditionsAreRunOrRefused(String glue) throws SQLException {
        StringBuilder condition = new StringBuilder("n = -1");
        for (int i = 0; i < 500; i++) {
            condition.append(glue).append(i + 100);
        }
        assertEquals(List.of("0"), list(connection, "SELECT COUNT(*) FROM \"docs/a\" WHERE " + condition));
    }

    @Test
    void case87LongSumsUnionsAndListsRun() throws SQLException {
        assertEquals(List.of("501"), list(connection, "SELECT 1" + " + 1".repeat(500)));
        assertEquals(
                List.of("301"),
                list(connection, "SELECT COUNT(*) FROM (SELECT 1 AS a" + " UNION ALL SELECT 1".repeat(300) + ") AS t"));
        StringBuilder items = new StringBuilder("0");
        for (int i = 1; i < 3_000; i++) {
            items.append(", ").append(i);
        }
        assertEquals(List.of("10"), list(connection, "SELECT COUNT(*) FROM \"docs/a\" WHERE n IN (" + items + ")"));
    }

    @Test
    void case16And17TimeoutAndCancelEndABlockedAggregate() throws Exception {
        fill(connection, "big", 2_000);
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException timeout = assertThrows(SQLTimeoutException.class, () -> list(statement.executeQuery(ENDLESS)));
            assertEquals("57014", timeout.getSQLState());
            statement.setQueryTimeout(0);
            Thread canceller = new Thread(() -> {
                try {
                    Thread.sleep(300);
                    statement.cancel();
                } catch (SQLException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            canceller.start();
            assertState("57014", () -> list(statement.executeQuery(ENDLESS)));
            canceller.join();
            assertEquals(List.of("2000"), list(statement.executeQuery("SELECT COUNT(*) FROM big")));
        }
    }

    @Test
    void case18And19FetchSizeAndMaxRows() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int size : new int[] {1, 7, 1_000, 0}) {
                statement.setFetchSize(size);
                assertEquals(
                        10,
                        list(statement.executeQuery("SELECT n FROM \"docs/a\"")).size());
            }
            for (int wrong : new int[] {-1, Integer.MIN_VALUE}) {
                assertState("22023", () -> statement.setFetchSize(wrong));
            }
        }
        try (PreparedStatement statement = prepare("SELECT n FROM \"docs/a\"")) {
            statement.setMaxRows(3);
            assertEquals(3, list(statement.executeQuery()).size());
            statement.setLargeMaxRows(4);
            assertEquals(4, list(statement.executeQuery()).size());
        }
    }

    @Test
    void case20BatchesCount() throws SQLException {
        try (PreparedStatement insert = prepare("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            assertArrayEquals(new int[0], insert.executeBatch());
            for (int i = 0; i < 3; i++) {
                insert.setString(1, "b");
                insert.setString(2, "{}");
                insert.addBatch();
            }
            assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
            insert.addBatch();
            insert.setString(1, "/bad/");
            insert.addBatch();
            BatchUpdateException failed = assertThrows(BatchUpdateException.class, insert::executeBatch);
            assertArrayEquals(new int[] {1}, failed.getUpdateCounts());
        }
    }

    @Test
    void case21OneExecutionIsOneScan() throws SQLException {
        try (PreparedStatement statement = prepare("SELECT COUNT(*) FROM \"docs/a\" WHERE n >= ?", 0)) {
            for (int i = 0; i < 2; i++) {
                assertEquals(List.of("10"), list(statement.executeQuery()));
                assertEquals(
                        10, statement.unwrap(RocheStatement.class).scanStats().recordsScanned());
            }
        }
    }

    @Test
    void case22And23LabelsAndNames() throws SQLException {
        ResultSet twice = row("SELECT 1 AS a, 2 AS a");
        assertEquals(1, twice.getInt("a"));
        assertEquals("a", twice.getMetaData().getColumnLabel(2));
        ResultSet renamed = row("SELECT id AS x FROM records");
        ResultSetMetaData meta = renamed.getMetaData();
        assertEquals("x", meta.getColumnLabel(1));
        assertEquals("id", meta.getColumnName(1));
        assertEquals("records", meta.getTableName(1));
        assertState("42703", () -> renamed.getString("id"));
    }

    @Test
    void case24And25MetadataOfStatements() throws SQLException {
        try (PreparedStatement statement = prepare("SELECT id FROM records WHERE ring = ? AND tokens > ?")) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            assertEquals(2, parameters.getParameterCount());
            assertEquals("VARCHAR", parameters.getParameterTypeName(1));
            assertEquals("java.lang.String", parameters.getParameterClassName(1));
            assertEquals(Types.INTEGER, parameters.getParameterType(2));
            assertEquals("java.lang.Integer", parameters.getParameterClassName(2));
            assertTrue(parameters.isSigned(2));
            assertEquals(ParameterMetaData.parameterNullableUnknown, parameters.isNullable(1));
        }
        try (PreparedStatement insert = prepare("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            assertNull(insert.getMetaData());
        }
    }

    @Test
    void case26TransactionsAsPoolsExpectThem() throws SQLException {
        assertTrue(connection.getAutoCommit());
        assertState("25000", connection::commit);
        assertState("25000", connection::rollback);
        connection.setAutoCommit(false);
        update(connection, "DELETE FROM \"docs/a\" WHERE n = 1");
        connection.rollback();
        assertEquals(List.of("10"), list(connection, "SELECT COUNT(*) FROM \"docs/a\""));
        update(connection, "DELETE FROM \"docs/a\" WHERE n = 1");
        connection.commit();
        connection.setAutoCommit(true);
        assertEquals(List.of("9"), list(connection, "SELECT COUNT(*) FROM \"docs/a\""));
    }

    @Test
    void case27To29StatesOfAConnection() throws SQLException {
        connection.setReadOnly(true);
        assertTrue(connection.isReadOnly());
        assertState("25006", () -> update(connection, "DELETE FROM \"docs/a\""));
        connection.setReadOnly(false);
        connection.setNetworkTimeout(Runnable::run, 750);
        assertEquals(750, connection.getNetworkTimeout());
        assertTrue(connection.isValid(1));
        assertState("22023", () -> connection.isValid(-1));
        Connection other = Stores.open(Stores.fresh());
        other.abort(Runnable::run);
        assertTrue(other.isClosed());
        assertFalse(other.isValid(1));
    }

    @Test
    void case31And32ValuesAreNeverText() throws SQLException {
        assertEquals(List.of("4"), list(connection, "SELECT 3 -CAST(? AS INTEGER)", -1));
        for (String ring : new String[] {"x' OR '1'='1", "docs/%", "\"", ";--"}) {
            assertEquals(List.of("0"), list(connection, "SELECT COUNT(*) FROM records WHERE ring = ?", ring), ring);
        }
        update(connection, "INSERT INTO records (ring, payload) VALUES ('a\"b', '{\"n\": 42}')");
        try (Statement statement = connection.createStatement()) {
            assertEquals("\"a\"\"b\"", statement.enquoteIdentifier("a\"b", false));
            assertEquals(
                    List.of("42"),
                    list(statement.executeQuery("SELECT n FROM " + statement.enquoteIdentifier("a\"b", true))));
        }
    }

    @Test
    void case33OneSemicolonIsFine() throws SQLException {
        assertEquals(List.of("1"), list(connection, "SELECT 1;"));
        assertState("42601", () -> list(connection, "SELECT 1; SELECT 2"));
    }

    @Test
    void case35AWrongPropertyIsNamed() {
        SQLException e = assertState("01S00", () -> Stores.open("jdbc:roche:mem:?maxScaned=1"));
        assertTrue(e.getMessage().contains("maxScaned") && e.getMessage().contains("maxScanned"), e.getMessage());
    }

    @Test
    void case89PlanningEnds() throws SQLException {
        StringBuilder join = new StringBuilder("SELECT COUNT(*) FROM \"docs/a\" AS t0");
        for (int i = 1; i < 12; i++) {
            join.append(" JOIN \"docs/a\" AS t" + i + " ON t" + i + ".n = t" + (i - 1) + ".n");
        }
        assertEquals(List.of("10"), list(connection, join.toString()));
        assertEquals(
                List.of("1"),
                list(
                        connection,
                        "SELECT COUNT(*) FROM \"docs/a\" WHERE n NOT IN (SELECT b.n FROM \"docs/a\" AS b WHERE b.n > 0)"));
    }

    @Test
    void parametersWithoutATypeAreText() throws SQLException {
        assertEquals(List.of("x"), list(connection, "SELECT ?", "x"));
        assertEquals(List.of("X7"), list(connection, "SELECT UPPER(?)", "x7"));
        assertEquals(List.of("7"), list(connection, "SELECT ?", 7));
    }

    @Test
    void parametersAreReadInTheFormsOtherProgramsWrite() throws SQLException {
        String upper = "550E8400-E29B-41D4-A716-446655440000";
        run("CREATE TABLE forms (k INTEGER PRIMARY KEY, u UUID, t TIMESTAMP, d DATE, a NUMERIC, n BIGINT)");
        String insert = "INSERT INTO forms VALUES (?, ?, ?, ?, ?, ?)";
        assertEquals(
                1,
                prepare(insert, 1, upper, "2026-01-02T03:04:05Z", "2026-01-02", "1.50", Long.MAX_VALUE)
                        .executeUpdate());
        UUID uuid = UUID.fromString(upper);
        for (Object value : new Object[] {upper, upper.toLowerCase(Locale.ROOT), uuid}) {
            assertEquals(List.of("1"), list(connection, "SELECT k FROM forms WHERE u = ?", value));
            assertEquals(List.of("1"), list(connection, "SELECT k FROM forms WHERE u = ?::uuid", value));
        }
        for (Object value : new Object[] {"2026-01-02T03:04:05Z", "2026-01-02 03:04:05", "2026-01-02T04:04:05+01:00"}) {
            assertEquals(List.of("1"), list(connection, "SELECT k FROM forms WHERE t = ?", value));
        }
        assertEquals(List.of("1"), list(connection, "SELECT d - ? FROM forms", LocalDate.of(2026, 1, 1)));
        assertEquals(List.of("1.75"), list(connection, "SELECT a + ? FROM forms", new BigDecimal("0.25")));
        assertEquals(List.of("1"), list(connection, "SELECT k FROM forms WHERE a = ?", 1.5));
        assertEquals(
                1,
                prepare(
                                "INSERT INTO forms (k, n) VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET n = EXCLUDED.n + ?",
                                1,
                                5,
                                2)
                        .executeUpdate());
        assertEquals(List.of("7"), list(connection, "SELECT n FROM forms"));
        assertEquals(
                1,
                prepare("UPDATE forms SET (n, a) = (?, ?) WHERE k = ?", 3, 4, 1).executeUpdate());
        assertEquals(
                BigDecimal.class, row("SELECT SUM(n) FROM forms").getObject(1).getClass());
        assertEquals(3L, row("SELECT SUM(n) FROM forms").getLong(1));
    }

    private void run(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }
}
