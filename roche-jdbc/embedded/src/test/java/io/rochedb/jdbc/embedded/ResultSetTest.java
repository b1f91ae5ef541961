package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultSetTest {
    private static final int INSENSITIVE = ResultSet.TYPE_SCROLL_INSENSITIVE;
    private static final int READ_ONLY = ResultSet.CONCUR_READ_ONLY;

    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        connection = Stores.open(Stores.fresh());
        fill(connection, "a", 5);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private ResultSet scroll(String sql) throws SQLException {
        return connection.createStatement(INSENSITIVE, READ_ONLY).executeQuery(sql);
    }

    @Test
    void goesToAnyRow() throws SQLException {
        ResultSet rows = scroll("SELECT n FROM a ORDER BY n");
        assertEquals(INSENSITIVE, rows.getType());
        assertTrue(rows.isBeforeFirst());
        assertTrue(rows.last() && rows.isLast());
        assertEquals(5, rows.getRow());
        assertEquals(4, rows.getInt(1));
        assertTrue(rows.first() && rows.isFirst());
        assertEquals(0, rows.getInt("n"));
        assertTrue(rows.absolute(-2));
        assertEquals(3, rows.getInt(1));
        assertTrue(rows.relative(-2));
        assertEquals(1, rows.getInt(1));
        assertTrue(rows.previous());
        assertFalse(rows.previous());
        assertTrue(rows.isBeforeFirst());
        assertState("24000", () -> rows.getInt(1));
        assertFalse(rows.absolute(9));
        assertTrue(rows.isAfterLast());
        assertEquals(0, rows.getRow());
        assertTrue(rows.previous());
        assertEquals(5, rows.getRow());
        rows.afterLast();
        assertFalse(rows.next());
        rows.beforeFirst();
        int seen = 0;
        while (rows.next()) {
            assertEquals(seen++, rows.getInt(1));
        }
        assertEquals(5, seen);
        assertFalse(rows.absolute(-6));
        assertTrue(rows.isBeforeFirst());
        rows.setFetchDirection(ResultSet.FETCH_REVERSE);
        assertEquals(ResultSet.FETCH_REVERSE, rows.getFetchDirection());
    }

    @Test
    void noRowsHaveNoPlaces() throws SQLException {
        ResultSet rows = scroll("SELECT n FROM a WHERE n > 9");
        assertFalse(rows.isBeforeFirst() || rows.first() || rows.last() || rows.isAfterLast() || rows.isLast());
        rows.afterLast();
        assertFalse(rows.previous());
        ResultSet forward = connection.createStatement().executeQuery("SELECT n FROM a WHERE n > 9");
        assertFalse(forward.isBeforeFirst());
        ResultSet some = connection.createStatement().executeQuery("SELECT n FROM a ORDER BY n");
        assertTrue(some.isBeforeFirst());
        assertTrue(some.next());
        assertEquals(0, some.getInt(1));
        assertState("0A000", some::previous);
    }

    @Test
    void changesAreNotSeenAndMaxRowsHolds() throws SQLException {
        Statement statement = connection.createStatement(INSENSITIVE, READ_ONLY);
        statement.setMaxRows(3);
        ResultSet rows = statement.executeQuery("SELECT n FROM a ORDER BY n");
        assertTrue(rows.next());
        Stores.update(connection, "DELETE FROM a");
        assertTrue(rows.last());
        assertEquals(3, rows.getRow());
        assertEquals(2, rows.getInt(1));
    }

    @Test
    void anotherKindIsGivenWithAWarning() throws SQLException {
        Statement statement = connection.createStatement(ResultSet.TYPE_SCROLL_SENSITIVE, ResultSet.CONCUR_UPDATABLE);
        assertEquals(INSENSITIVE, statement.getResultSetType());
        assertEquals(READ_ONLY, statement.getResultSetConcurrency());
        SQLWarning warning = connection.getWarnings();
        assertNotNull(warning);
        assertEquals("01S02", warning.getSQLState());
        assertNotNull(warning.getNextWarning());
        ResultSet rows = statement.executeQuery("SELECT n FROM a");
        assertTrue(rows.next());
        assertState("0A000", () -> rows.updateInt(1, 2));
        connection.clearWarnings();
        assertNull(connection.getWarnings());
    }

    @Test
    void heldRowsOutliveTheirTransaction() throws SQLException {
        connection.setAutoCommit(false);
        String sql = "SELECT n FROM a ORDER BY n";
        ResultSet closing = connection.createStatement().executeQuery(sql);
        ResultSet held = connection
                .createStatement(ResultSet.TYPE_FORWARD_ONLY, READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT)
                .executeQuery(sql);
        connection.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
        ResultSet scrolling = scroll(sql);
        assertEquals(ResultSet.HOLD_CURSORS_OVER_COMMIT, scrolling.getHoldability());
        connection.commit();
        assertState("25000", closing::next);
        for (int i = 0; i < 5; i++) {
            assertTrue(held.next());
            assertEquals(i, held.getInt(1));
        }
        assertFalse(held.next());
        assertTrue(scrolling.last());
    }

    @Test
    void jsonIsReadWithTheLibraryOfTheCaller() throws Exception {
        Stores.update(connection, "INSERT INTO records (ring, payload) VALUES ('j', '{\"t\": {\"k\": [1, 2]}}')");
        ResultSet rows = connection.createStatement().executeQuery("SELECT _payload, t, 'x{' AS bad FROM j");
        assertTrue(rows.next());
        assertEquals(2, rows.getObject(1, JsonNode.class).at("/t/k/1").asInt());
        assertEquals(1, rows.getObject("t", JsonNode.class).at("/k/0").asInt());
        assertState("22018", () -> rows.getObject("bad", JsonNode.class));
        assertState("22018", () -> rows.getObject(1, ArrayNode.class));
        JsonNode tree = new ObjectMapper().readTree("{\"t\": 3}");
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES ('k', ?)")) {
            insert.setObject(1, tree);
            assertEquals(1, insert.executeUpdate());
            insert.setObject(1, tree, Types.VARCHAR);
            assertEquals(1, insert.executeUpdate());
        }
        assertEquals(List.of("3", "3"), Stores.list(connection, "SELECT t FROM k"));
    }

    @Test
    void arraysHaveTheClassesOfTheirElements() throws SQLException {
        ResultSet rows = connection
                .createStatement()
                .executeQuery("SELECT ARRAY[1, NULL, 3], ARRAY[DATE '2026-01-02'], ARRAY['a', 'b'],"
                        + " ARRAY[TIMESTAMP '2026-01-02 03:04:05'], ARRAY[ARRAY[1, 2], ARRAY[3]], ARRAY[1.5, 2.25]");
        assertTrue(rows.next());
        Array numbers = rows.getArray(1);
        assertEquals(Types.INTEGER, numbers.getBaseType());
        assertArrayEquals(new Integer[] {1, null, 3}, (Integer[]) numbers.getArray());
        assertArrayEquals(new Integer[] {3}, (Integer[]) numbers.getArray(3, 1));
        assertState("2202E", () -> numbers.getArray(3, 2));
        ResultSet elements = numbers.getResultSet(2, 2);
        assertTrue(elements.next());
        assertEquals(2, elements.getInt(1));
        assertNull(elements.getObject(2));
        assertTrue(elements.next());
        assertEquals(3, elements.getInt("VALUE"));
        assertArrayEquals(new Date[] {Date.valueOf("2026-01-02")}, (Date[])
                rows.getArray(2).getArray());
        assertEquals("[2026-01-02]", rows.getString(2));
        assertEquals(List.of("a", "b"), rows.getObject(3, List.class));
        assertEquals("[2026-01-02 03:04:05]", rows.getArray(4).toString());
        assertEquals("[[1, 2], [3]]", rows.getString(5));
        Object[] nested = (Object[]) rows.getArray(5).getArray();
        assertArrayEquals(new Integer[] {1, 2}, (Integer[]) nested[0]);
        assertEquals(Types.ARRAY, rows.getArray(5).getBaseType());
        assertEquals("[1.50, 2.25]", rows.getString(6));
    }

    @Test
    void arraysAreMadeOfEveryType() throws SQLException {
        Object[][] cases = {
            {"INTEGER", new Integer[] {1, null}},
            {"BIGINT", new Long[] {1L}},
            {"DOUBLE", new Double[] {1.5}},
            {"REAL", new Float[] {1.5f}},
            {"DECIMAL", new java.math.BigDecimal[] {new java.math.BigDecimal("1.50")}},
            {"BOOLEAN", new Boolean[] {true}},
            {"VARCHAR", new String[] {"a", null}},
            {"DATE", new Date[] {Date.valueOf("1969-07-20")}},
            {"TIME", new java.sql.Time[] {java.sql.Time.valueOf("10:11:12")}},
            {"TIMESTAMP", new java.sql.Timestamp[] {new java.sql.Timestamp(-1)}},
            {"VARBINARY", new byte[][] {{1, 2}}}
        };
        for (Object[] one : cases) {
            Array array = connection.createArrayOf((String) one[0], (Object[]) one[1]);
            assertEquals(one[0], array.getBaseTypeName());
            assertArrayEquals((Object[]) one[1], (Object[]) array.getArray(), (String) one[0]);
        }
        Array texts = connection.createArrayOf("INT", new String[] {"7"});
        assertArrayEquals(new Integer[] {7}, (Integer[]) texts.getArray());
        Array nested = connection.createArrayOf("INTEGER", new Integer[][] {{1}, {2, 3}});
        assertArrayEquals(new Integer[] {2, 3}, (Integer[]) ((Object[]) nested.getArray())[1]);
        assertState("22018", () -> connection.createArrayOf("INTEGER", new String[] {"x"}));
        assertState("42704", () -> connection.createArrayOf("CIRCLE", new Object[0]));
    }

    @Test
    void timesWithOffsetsAreTimesOfUtc() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT CAST(? AS TIME)")) {
            OffsetTime time = OffsetTime.of(LocalTime.of(10, 0), ZoneOffset.ofHours(9));
            statement.setObject(1, time);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals(LocalTime.of(1, 0), rows.getObject(1, LocalTime.class));
            assertTrue(time.isEqual(rows.getObject(1, OffsetTime.class)));
        }
    }
}
