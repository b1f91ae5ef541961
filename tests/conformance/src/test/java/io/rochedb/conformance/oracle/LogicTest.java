package io.rochedb.conformance.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Queries that check each other: a condition, its negation and its being unknown part the rows (TLP), counting what a scan finds equals counting what
 * a projection says (NoREC), and a row is found by conditions that are true for it (PQS; Rigger and Su, 2020).
 */
class LogicTest {
    private static final int QUERIES = Integer.getInteger("rochedb.oracle.queries", 250);
    private static final int QUERIES_A_STORE = 250;

    private final long seed = Long.getLong("rochedb.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);
    private final Expressions ofT = new Expressions(random, List.of("t.k", "t.a", "t.b"), List.of("t.g", "t.s", "t.w"));

    /** One store and a number of queries on it. */
    private void onStores(String name, BiConsumer<Connection, Tables> query) throws SQLException {
        System.out.println("LogicTest." + name + " seed " + seed);
        for (int done = 0; done < QUERIES; done += QUERIES_A_STORE) {
            Tables tables = new Tables(random);
            try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
                tables.create(connection, " RING 't/{g}'", "");
                for (int i = 0; i < QUERIES_A_STORE; i++) {
                    query.accept(connection, tables);
                }
            }
        }
    }

    private List<String> rows(Connection connection, String sql) {
        try {
            return Rows.of(connection, sql);
        } catch (SQLException e) {
            throw new AssertionError("seed " + seed + ": " + sql, e);
        }
    }

    @Test
    void aConditionPartsTheRowsInThree() throws SQLException {
        onStores("tlp", (connection, tables) -> {
            String select = "SELECT t.k, t.g, " + ofT.number(2).sql() + " FROM t";
            Expression p = ofT.condition(3);
            List<String> parts = new ArrayList<>(rows(connection, select + " WHERE " + p.sql()));
            parts.addAll(
                    rows(connection, select + " WHERE " + Expressions.not(p).sql()));
            parts.addAll(
                    rows(connection, select + " WHERE " + Expressions.unknown(p).sql()));
            parts.sort(null);
            assertEquals(rows(connection, select), parts, () -> "seed " + seed + ": " + select + ", " + p.sql());
        });
    }

    @Test
    void aScanFindsWhatAProjectionSays() throws SQLException {
        onStores("norec", (connection, tables) -> {
            String p = ofT.condition(3).sql();
            List<String> found = rows(connection, "SELECT COUNT(*) FROM t WHERE " + p);
            List<String> said =
                    rows(connection, "SELECT COALESCE(SUM(CASE WHEN " + p + " THEN 1 ELSE 0 END), 0) FROM t");
            assertEquals(said, found, () -> "seed " + seed + ": " + p);
        });
    }

    @Test
    void aRowIsFoundByWhatIsTrueForIt() throws SQLException {
        onStores("pqs", (connection, tables) -> {
            Map<String, @Nullable Object> row = tables.t.get(random.nextInt(tables.t.size()));
            Map<String, @Nullable Object> named = new HashMap<>();
            row.forEach((column, value) -> named.put("t." + column, value));
            String p = Expressions.trueFor(ofT.condition(3), named).sql();
            String sql = "SELECT t.a, t.b, t.s, t.w FROM t WHERE t.g = ? AND t.k = ? AND " + p;
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setObject(1, row.get("g"));
                query.setObject(2, row.get("k"));
                try (ResultSet rows = query.executeQuery()) {
                    assertTrue(rows.next(), () -> "seed " + seed + ": row " + row + " not found by " + sql);
                    for (String column : List.of("a", "b")) {
                        assertEquals(row.get(column), rows.getObject(column, Long.class), () -> "seed " + seed + sql);
                    }
                    assertEquals(row.get("s"), rows.getString("s"), () -> "seed " + seed + ": " + sql);
                }
            } catch (SQLException e) {
                throw new AssertionError("seed " + seed + ": " + sql, e);
            }
        });
    }
}
