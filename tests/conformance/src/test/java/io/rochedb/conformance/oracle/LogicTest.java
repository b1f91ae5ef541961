package io.rochedb.conformance.oracle;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Queries that must agree with one another: the rows where a condition is true, false and unknown are all rows (TLP); a condition in WHERE finds the
 * rows for which it is said to be true (NoREC; both Rigger and Su, 2020); a row is found by what is true for it (PQS; Rigger and Su, 2020); sets of
 * groups are the groups of each. Each check is a few queries; the numbers are queries. Longer runs: see {@link Stores}.
 */
class LogicTest {
    private static final Stores TLP = new Stores(
            "tlp",
            1_000,
            (seed, queries, failures) -> store(seed, failures, db -> {
                for (int i = 0; i < queries / 4; i++) {
                    db.conditionPartsRowsInThree();
                }
            }));
    private static final Stores NOREC = new Stores(
            "norec",
            500,
            (seed, queries, failures) -> store(seed, failures, db -> {
                for (int i = 0; i < queries / 2; i++) {
                    db.scanFindsWhatAProjectionSays();
                }
            }));
    private static final Stores PQS = new Stores(
            "pqs",
            250,
            (seed, queries, failures) -> store(seed, failures, db -> {
                for (int i = 0; i < queries; i++) {
                    db.rowIsFoundByWhatIsTrueForIt();
                }
            }));
    private static final Stores SETS = new Stores(
            "sets",
            500,
            (seed, queries, failures) -> store(seed, failures, db -> {
                for (int i = 0; i < queries / 2; i++) {
                    db.setsOfGroupsAreTheGroupsOfEach();
                }
            }));

    @Test
    void aConditionPartsTheRowsInThree() throws Exception {
        TLP.few(1_000);
    }

    @Test
    void aScanFindsWhatAProjectionSays() throws Exception {
        NOREC.few(500);
    }

    @Test
    void aRowIsFoundByWhatIsTrueForIt() throws Exception {
        PQS.few(250);
    }

    @Test
    void setsOfGroupsAreTheGroupsOfEach() throws Exception {
        SETS.few(100);
    }

    @Tag("long")
    @Test
    void manyConditions() throws Exception {
        TLP.many(4_000);
        NOREC.many(4_000);
        PQS.many(3_500);
        SETS.many(500);
    }

    private interface Checks {
        void run(Database database) throws SQLException;
    }

    private static void store(long seed, List<String> failures, Checks checks) throws SQLException {
        Random random = new Random(seed);
        Tables tables = new Tables(random);
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
            tables.create(connection, " RING 't/{g}'", "");
            tables.index(connection, random);
            checks.run(new Database(seed, random, tables, Tables.ofT(random), connection, failures));
        }
    }

    /** A store and what is asked of it. */
    private record Database(
            long seed, Random random, Tables tables, Expressions ofT, Connection connection, List<String> failures) {

        private @Nullable List<String> rows(String sql) {
            try {
                return Rows.of(connection, sql);
            } catch (SQLException e) {
                failures.add("seed " + seed + ": " + sql + "\n    " + e.getSQLState() + " " + e.getMessage());
                return null;
            }
        }

        private void same(@Nullable List<String> expected, @Nullable List<String> found, String what) {
            if (expected != null && found != null && !expected.equals(found)) {
                failures.add("seed " + seed + ": " + what + "\n    " + expected + "\n    " + found);
            }
        }

        private @Nullable List<String> together(String... queries) {
            List<String> all = new ArrayList<>();
            for (String sql : queries) {
                List<String> rows = rows(sql);
                if (rows == null) {
                    return null;
                }
                all.addAll(rows);
            }
            all.sort(null);
            return all;
        }

        void conditionPartsRowsInThree() {
            String select = "SELECT t.k, t.g, " + ofT.number(2).sql() + " FROM t";
            Expression p = ofT.condition(3);
            List<String> parts = together(
                    select + " WHERE " + p.sql(),
                    select + " WHERE " + Expressions.not(p).sql(),
                    select + " WHERE " + Expressions.unknown(p).sql());
            same(rows(select), parts, select + ", " + p.sql());
        }

        void scanFindsWhatAProjectionSays() {
            String p = ofT.condition(3).sql();
            List<String> said = rows("SELECT COALESCE(SUM(CASE WHEN " + p + " THEN 1 ELSE 0 END), 0) FROM t");
            same(said, rows("SELECT COUNT(*) FROM t WHERE " + p), p);
        }

        void setsOfGroupsAreTheGroupsOfEach() {
            String where = " FROM t WHERE " + ofT.condition(1).sql();
            String values = ", COUNT(*), SUM(" + ofT.number(1).sql() + "), MAX("
                    + ofT.text(1).sql() + ")";
            boolean rollup = random.nextBoolean();
            String sets = rollup ? "ROLLUP (t.g, t.s)" : "GROUPING SETS ((t.g, t.s), (t.s), ())";
            String one = "SELECT t.g, CAST(NULL AS VARCHAR)" + values + where + " GROUP BY t.g";
            String other = "SELECT CAST(NULL AS VARCHAR), t.s" + values + where + " GROUP BY t.s";
            String grouped = "SELECT t.g, t.s" + values + where + " GROUP BY ";
            String union = grouped + "t.g, t.s UNION ALL " + (rollup ? one : other)
                    + " UNION ALL SELECT CAST(NULL AS VARCHAR), CAST(NULL AS VARCHAR)" + values + where;
            same(rows(union), rows(grouped + sets), grouped + sets);
        }

        void rowIsFoundByWhatIsTrueForIt() throws SQLException {
            Map<String, @Nullable Object> row = tables.t.get(random.nextInt(tables.t.size()));
            Map<String, @Nullable Object> named = new HashMap<>();
            row.forEach((column, value) -> named.put("t." + column, value));
            String p = Expressions.trueFor(ofT.condition(3), named).sql();
            String sql = "SELECT t.a, t.b, t.s, t.w FROM t WHERE t.g = ? AND t.k = ? AND " + p;
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setObject(1, row.get("g"));
                query.setObject(2, row.get("k"));
                try (ResultSet rows = query.executeQuery()) {
                    boolean found = rows.next()
                            && Objects.equals(row.get("a"), rows.getObject("a", Long.class))
                            && Objects.equals(row.get("b"), rows.getObject("b", Long.class))
                            && Objects.equals(row.get("s"), rows.getString("s"))
                            && Objects.equals(row.get("w"), rows.getString("w"));
                    if (!found) {
                        failures.add("seed " + seed + ": row " + row + " not found by " + sql);
                    }
                }
            } catch (SQLException e) {
                failures.add("seed " + seed + ": " + sql + "\n    " + e.getSQLState() + " " + e.getMessage());
            }
        }
    }
}
