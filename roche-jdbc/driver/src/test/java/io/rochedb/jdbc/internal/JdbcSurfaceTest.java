package io.rochedb.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheStatement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcSurfaceTest {
    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:roche:mem:stub");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static void assertState(String state, org.junit.jupiter.api.function.Executable executable) {
        SQLException e = assertThrows(SQLException.class, executable);
        assertEquals(state, e.getSQLState(), e.getMessage());
    }

    /** Calls every method of a closed object; all but those that JDBC allows must throw SQLException. */
    private static void assertEveryMethodThrows(Object closed, Class<?> type, Set<String> allowed) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (java.lang.reflect.Modifier.isStatic(method.getModifiers()) || allowed.contains(method.getName())) {
                continue;
            }
            try {
                method.invoke(closed, arguments(method.getParameterTypes()));
                wrong.add(method + " returned");
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof SQLException)) {
                    wrong.add(method + " threw " + e.getCause());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    static Object[] arguments(Class<?>[] types) {
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(types[i]);
        }
        return arguments;
    }

    private static Object argument(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == short.class) {
            return (short) 1;
        }
        if (type == byte.class) {
            return (byte) 1;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == float.class) {
            return 1f;
        }
        if (type == double.class) {
            return 1d;
        }
        if (type == String.class) {
            return "x";
        }
        return type == Class.class ? String.class : null;
    }

    @Test
    void everyMethodOfAClosedStatementThrows() throws Exception {
        Statement statement = connection.createStatement();
        statement.close();
        statement.close();
        assertTrue(statement.isClosed());
        assertEveryMethodThrows(statement, Statement.class, Set.of("close", "isClosed"));
        assertThrows(SQLException.class, () -> ((RocheStatement) statement).scanStats());
        PreparedStatement prepared = connection.prepareStatement("echo INTEGER");
        prepared.close();
        assertEveryMethodThrows(prepared, PreparedStatement.class, Set.of("close", "isClosed"));
    }

    @Test
    void everyMethodOfAClosedResultThrows() throws Exception {
        PreparedStatement statement = connection.prepareStatement("echo INTEGER");
        statement.setInt(1, 1);
        ResultSet rows = statement.executeQuery();
        rows.close();
        rows.close();
        assertEveryMethodThrows(rows, ResultSet.class, Set.of("close", "isClosed"));
        ResultSet other = statement.executeQuery();
        connection.close();
        assertTrue(other.isClosed() && statement.isClosed());
        assertState("08003", other::next);
    }

    @Test
    void everyMethodOfAClosedConnectionThrows() throws Exception {
        Savepoint unknown = null;
        assertState("3B001", () -> connection.rollback(unknown));
        connection.close();
        connection.close();
        assertFalse(connection.isValid(1));
        assertEveryMethodThrows(
                connection,
                Connection.class,
                Set.of("close", "isClosed", "isValid", "abort", "setShardingKeyIfValid", "beginRequest", "endRequest"));
    }

    @Test
    void oneStatementHasOneResult() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertFalse(statement.execute("insert"));
            assertEquals(2, statement.getUpdateCount());
            assertFalse(statement.getMoreResults());
            assertEquals(-1, statement.getUpdateCount());
            assertNull(statement.getResultSet());
            assertEquals(2, statement.executeUpdate("insert"));
            assertEquals(2, statement.executeLargeUpdate("insert"));
        }
        try (PreparedStatement statement = connection.prepareStatement("echo INTEGER")) {
            statement.setInt(1, 1);
            ResultSet first = statement.executeQuery();
            ResultSet second = statement.executeQuery();
            assertTrue(first.isClosed());
            assertFalse(second.isClosed());
            assertState("24000", () -> second.getInt(1));
            assertTrue(second.next() && second.next() && second.next());
            assertEquals(3, second.getRow());
            assertFalse(second.next());
            assertEquals(0, second.getRow());
            assertState("24000", () -> second.getInt(1));
            assertFalse(second.isClosed());
        }
    }

    @Test
    void aFailedStatementStaysUsable() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThrows(SQLSyntaxErrorException.class, () -> statement.execute("fail"));
            assertEquals(2, statement.executeUpdate("insert"));
        }
        assertState("42P01", () -> connection.prepareStatement("fail"));
        assertState("22023", () -> connection.prepareStatement(null));
    }

    @Test
    void maxRowsEndsTheRows() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("echo INTEGER")) {
            statement.setInt(1, 1);
            statement.setMaxRows(2);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next() && rows.next());
            assertFalse(rows.next());
            statement.setLargeMaxRows(0);
            assertState("22023", () -> statement.setMaxRows(-1));
        }
    }

    @Test
    void limitsAreChecked() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(7);
            assertEquals(7, statement.getFetchSize());
            assertState("22023", () -> statement.setFetchSize(-1));
            assertState("22023", () -> statement.setFetchSize(Integer.MIN_VALUE));
            statement.setQueryTimeout(3_000_000);
            assertEquals(3_000_000, statement.getQueryTimeout());
            assertState("22023", () -> statement.setQueryTimeout(-1));
            assertState("0A000", () -> statement.setMaxFieldSize(10));
            assertState("0A000", () -> statement.setFetchDirection(ResultSet.FETCH_REVERSE));
        }
        assertState("22023", () -> connection.createStatement(7, ResultSet.CONCUR_READ_ONLY));
    }

    @Test
    void closeOnCompletionClosesTheStatement() throws SQLException {
        PreparedStatement statement = connection.prepareStatement("echo INTEGER");
        statement.closeOnCompletion();
        statement.setInt(1, 1);
        statement.executeQuery().close();
        assertTrue(statement.isClosed());
    }

    @Test
    void generatedKeysComeInFourForms() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("insert");
            assertFalse(statement.getGeneratedKeys().next());
            statement.executeUpdate("insert", Statement.RETURN_GENERATED_KEYS);
            assertKeys(statement.getGeneratedKeys(), "ring", "a", "id", "1");
            statement.executeUpdate("insert", new String[] {"ID"});
            ResultSet ids = statement.getGeneratedKeys();
            assertTrue(ids.next());
            assertEquals("1", ids.getString("id"));
            assertEquals(1, ids.getMetaData().getColumnCount());
            statement.execute("insert", new int[] {2, 1});
            assertKeys(statement.getGeneratedKeys(), "id", "1", "ring", "a");
            statement.executeUpdate("insert", new String[] {"nope"});
            assertState("42703", statement::getGeneratedKeys);
        }
        try (PreparedStatement statement = connection.prepareStatement("insert", new String[] {"_id"})) {
            statement.executeUpdate();
            ResultSet ids = statement.getGeneratedKeys();
            assertTrue(ids.next() && ids.next());
            assertEquals("2", ids.getString("_id"));
        }
    }

    private static void assertKeys(ResultSet keys, String label1, String value1, String label2, String value2)
            throws SQLException {
        assertTrue(keys.next());
        assertEquals(label1, keys.getMetaData().getColumnLabel(1));
        assertEquals(value1, keys.getString(1));
        assertEquals(label2, keys.getMetaData().getColumnLabel(2));
        assertEquals(value2, keys.getString(2));
        assertTrue(keys.next());
        assertFalse(keys.next());
    }

    @Test
    void batchesCountAndStopAtTheFirstFailure() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertArrayEquals(new int[0], statement.executeBatch());
            statement.addBatch("insert");
            statement.addBatch("fail");
            statement.addBatch("insert");
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {2}, e.getUpdateCounts());
            assertEquals("42P01", e.getSQLState());
            assertArrayEquals(new int[0], statement.executeBatch());
        }
        try (PreparedStatement statement = connection.prepareStatement("insert")) {
            statement.addBatch();
            statement.addBatch();
            assertArrayEquals(new long[] {2, 2}, statement.executeLargeBatch());
            assertThrows(SQLException.class, () -> statement.addBatch("insert"));
            assertThrows(SQLException.class, () -> statement.executeQuery("insert"));
        }
    }

    @Test
    void aPreparedBatchKeepsTheValuesOfEachRow() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("echo INTEGER")) {
            statement.setInt(1, 1);
            statement.addBatch();
            statement.clearParameters();
            statement.addBatch();
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertEquals(1, e.getUpdateCounts().length);
            assertEquals("07002", e.getSQLState());
        }
    }

    @Test
    void labelsAreFoundWhateverTheirCase() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "echo INTEGER VARCHAR BIGINT DOUBLE REAL DATE TIME BOOLEAN DECIMAL TINYINT")) {
            for (int i = 1; i <= 10; i++) {
                statement.setObject(i, null);
            }
            statement.setInt(1, 4);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals(4, rows.getInt("Integer"));
            assertEquals(10, rows.findColumn("TINYINT"));
            assertState("42703", () -> rows.getInt("nope"));
            assertState("42703", () -> rows.getInt(11));
            assertState("0A000", () -> rows.updateInt(1, 2));
            assertState("0A000", rows::previous);
        }
    }

    @Test
    void connectionStateIsValidated() throws SQLException {
        connection.setSchema("roche");
        assertState("3F000", () -> connection.setSchema("NOPE"));
        assertState("3D000", () -> connection.setCatalog("NOPE"));
        assertState("22023", () -> connection.isValid(-1));
        assertState("0A000", () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
        connection.setNetworkTimeout(Runnable::run, 500);
        assertEquals(500, connection.getNetworkTimeout());
        connection.setClientInfo("ApplicationName", "test");
        assertEquals("test", connection.getClientInfo().getProperty("ApplicationName"));
        assertThrows(SQLClientInfoException.class, () -> connection.setClientInfo("nope", "x"));
        assertEquals("SELECT DATE '2026-01-01'", connection.nativeSQL("SELECT {d '2026-01-01'}"));
        connection.abort(Runnable::run);
        assertTrue(connection.isClosed());
    }

    @Test
    void identifiersAreQuotedWhenTheyMustBe() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertEquals("\"a\"\"b\"", statement.enquoteIdentifier("a\"b", false));
            assertEquals("\"docs/japan\"", statement.enquoteIdentifier("docs/japan", false));
            assertEquals("plain", statement.enquoteIdentifier("plain", false));
            assertEquals("'it''s'", statement.enquoteLiteral("it's"));
            assertState("42602", () -> statement.enquoteIdentifier("", true));
        }
    }

    @Test
    void savepointsHaveANameOrAnId() throws SQLException {
        connection.setAutoCommit(false);
        Savepoint first = connection.setSavepoint("first");
        Savepoint second = connection.setSavepoint();
        assertEquals("first", first.getSavepointName());
        assertState("22023", first::getSavepointId);
        assertEquals(0, second.getSavepointId());
        assertState("22023", second::getSavepointName);
        assertState("3B001", () -> connection.rollback((Savepoint) null));
    }
}
