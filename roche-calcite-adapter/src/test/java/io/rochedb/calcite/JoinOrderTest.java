package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The order of inner joins is chosen, and the answer is that of the joins as they are written. */
class JoinOrderTest {
    private static final int TABLES = 6;
    private static final int ROWS = 6;
    private static final int CASES = 30;

    private final DeclaredFixture db = new DeclaredFixture();
    private final RocheSql written = db.facade(new PlannerOptions(false, false));

    @BeforeEach
    void fill() {
        for (int i = 0; i < TABLES; i++) {
            db.table("t" + i, "t" + i + "/{g}", "g VARCHAR NOT NULL", "k BIGINT NOT NULL", "a BIGINT", "s VARCHAR");
            for (int k = 0; k < ROWS; k++) {
                String a = k == i ? "null" : "" + (k * (i + 1)) % 4;
                db.put("t" + i + "/g" + k % 3, "{\"k\":" + k + ",\"a\":" + a + ",\"s\":\"s" + (k + i) % 4 + "\"}");
            }
        }
    }

    @AfterEach
    void close() {
        written.close();
        db.close();
    }

    private static List<String> sorted(String rows) {
        List<String> lines = new ArrayList<>(Arrays.asList(rows.split("\n")));
        Collections.sort(lines);
        return lines;
    }

    private void assertAsWritten(String sql, Object... parameters) {
        assertEquals(sorted(db.run(written, sql, parameters)), sorted(db.run(sql, parameters)), sql);
    }

    @Test
    void randomGroups() {
        long seed = Long.getLong("rochedb.oracle.seed", 20_261_130L);
        System.out.println("JoinOrderTest seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            assertAsWritten(randomQuery(random));
        }
    }

    private static String randomQuery(Random random) {
        int tables = 3 + random.nextInt(3);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < tables; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        StringBuilder from = new StringBuilder();
        List<String> where = new ArrayList<>();
        for (int i = 0; i < tables; i++) {
            String table = "t" + order.get(i);
            String source = random.nextInt(4) == 0
                    ? "(SELECT k, a, g, s || '' AS s FROM " + table + " WHERE a IS NOT NULL) AS " + table
                    : table;
            String on = i == 0 ? "" : equality(random, table, "t" + order.get(random.nextInt(i)));
            if (i > 0 && random.nextInt(5) == 0) {
                from.append(random.nextBoolean() ? " JOIN " : " LEFT JOIN ").append(source + " ON " + on);
                continue;
            }
            from.append(i == 0 ? "" : ", ").append(source);
            // what nothing connects is multiplied
            if (i > 0 && (i < 3 || random.nextInt(6) > 0)) {
                where.add(on);
            }
        }
        String some = "t" + order.get(random.nextInt(tables));
        where.add(
                switch (random.nextInt(6)) {
                    case 0 -> some + ".g = 'g1'";
                    case 1 -> some + ".a > 1";
                    case 2 -> some + ".k + t" + order.get(0) + ".k = 4";
                    case 3 -> some + ".a IN (1, 2)";
                    case 4 -> "(" + some + ".a = 1 OR t" + order.get(tables - 1) + ".k = 2)";
                    default -> some + ".s LIKE 's%'";
                });
        StringBuilder select = new StringBuilder();
        for (int i = 0; i < tables; i++) {
            select.append(i == 0 ? "" : ", ").append("t" + i + ".k, t" + i + "." + (i % 2 == 0 ? "a" : "s"));
        }
        return "SELECT " + select + " FROM " + commasFirst(from) + " WHERE " + String.join(" AND ", where);
    }

    /** JOIN binds closer than a comma, so a condition of ON cannot name what is before one: CROSS JOIN instead. */
    private static String commasFirst(StringBuilder from) {
        return from.toString().replace(", t", " CROSS JOIN t").replace(", (", " CROSS JOIN (");
    }

    private static String equality(Random random, String a, String b) {
        return switch (random.nextInt(5)) {
            case 0 -> a + ".g = " + b + ".g";
            case 1 -> a + ".a = " + b + ".k";
            case 2 -> b + ".a = " + a + ".a";
            case 3 -> a + ".k + 1 = " + b + ".k";
            default -> a + ".k = " + b + ".k";
        };
    }

    @Test
    void nothingIsMultipliedThatAConditionConnects() {
        db.run("SELECT t0.k FROM t0, t1, t2, t3, t4 WHERE t0.k = t4.k AND t1.k = t3.a AND t3.k = t4.a AND t2.k = t1.a");
        assertFalse(db.plan.explain().contains("condition=[true]"), db.plan.explain());
        // two parts, each joined by itself: one product, of the whole parts
        String sql = "SELECT t0.k, t1.k, t2.k, t3.k FROM t0, t1, t2, t3 WHERE t0.k = t2.k AND t1.k = t3.a";
        assertAsWritten(sql);
        assertEquals(1, db.plan.explain().split("condition=\\[true\\]", -1).length - 1, db.plan.explain());
        assertTrue(db.plan.explain().indexOf("condition=[true]")
                < db.plan.explain().indexOf("=($"));
    }

    @Test
    void beginsWithWhatIsFew() {
        String sql = "SELECT t0.k FROM t0, t1, t2 WHERE t0.a = t1.a AND t1.k = t2.k AND t2.g = 'g1' AND t2.s = 's2'";
        assertAsWritten(sql);
        // t0 comes last: at the top, next to the join of the others
        List<String> scans = db.plan
                .explain()
                .lines()
                .filter(line -> line.contains("RocheScan"))
                .toList();
        int t0 = depth(scans, "t0");
        assertTrue(t0 < depth(scans, "t1") && t0 < depth(scans, "t2"), db.plan.explain());
    }

    private static int depth(List<String> scans, String table) {
        return scans.stream()
                .filter(line -> line.contains("[[" + table + "]]"))
                .mapToInt(line -> line.indexOf("RocheScan"))
                .sum();
    }

    @Test
    void conditionsReachAllColumnsThatAreEqual() {
        String sql =
                "SELECT t0.k, t1.k, t2.k, t3.k FROM t0, t1, t2, t3 WHERE t0.g = t1.g AND t1.g = t2.g AND t3.g = t0.g";
        for (String condition : List.of(" AND t3.g = 'g1'", " AND t1.g IN ('g1', 'none')", " AND t2.g > 'g1'")) {
            assertAsWritten(sql + condition);
            assertEquals(4, db.monitor.ringsRouted(), db.plan.explain());
            assertEquals(8, db.monitor.recordsScanned(), db.plan.explain());
        }
        assertAsWritten(sql + " AND t2.g = ?", "g2");
        assertEquals(4, db.monitor.ringsRouted(), db.plan.explain());
    }

    @Test
    void conditionsOnNothing() {
        String from = "SELECT t0.k FROM t0, t1, t2 WHERE t0.k = t1.k AND t1.k = t2.k";
        assertAsWritten(from + " AND 1 = 0");
        assertAsWritten(from + " AND ? = 1", 1L);
        assertAsWritten(from + " AND ? = 1", 2L);
        assertAsWritten(from + " AND CAST(NULL AS BOOLEAN)");
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void sixtyTablesWrittenInTheWorstOrder() {
        int tables = 60;
        StringBuilder from = new StringBuilder();
        List<String> where = new ArrayList<>();
        for (int i = 0; i < tables; i++) {
            db.table("w" + i, "w" + i, "k BIGINT NOT NULL", "n BIGINT");
            for (int k = 0; k < 10; k++) {
                db.put("w" + i, "{\"k\":" + k + ",\"n\":" + (k * 7 + i) % 10 + "}");
            }
            from.append(i == 0 ? "" : ", ").append("w" + (i % 2 == 0 ? i / 2 : tables - 1 - i / 2));
            if (i > 0) {
                where.add("w" + i + ".k = w" + (i - 1) + ".n");
            }
        }
        int k = 3;
        for (int i = 0; i < tables - 1; i++) {
            k = (k * 7 + i) % 10;
        }
        assertEquals(
                "" + k,
                db.run("SELECT w" + (tables - 1) + ".k FROM " + from + " WHERE w0.k = 3 AND "
                        + String.join(" AND ", where)));
    }
}
