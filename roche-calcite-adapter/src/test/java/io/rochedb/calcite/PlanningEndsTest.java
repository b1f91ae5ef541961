package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Joins whose one side does not show the conditions the other side gives it: they are given once, and planning ends. */
class PlanningEndsTest {
    private record Case(String sql, List<Object> column) {}

    private static final List<Case> CASES = List.of(
            // never true: the side has no rows
            new Case(
                    "WITH x AS (SELECT g, SUM(a) AS n FROM t WHERE g LIKE 'g_' GROUP BY g),"
                            + " y AS (SELECT g, a FROM u WHERE g IS NULL)"
                            + " SELECT x.n FROM x LEFT JOIN y ON x.g = y.g ORDER BY 1",
                    List.of(12L, 15L, "null")),
            new Case(
                    "SELECT t.k FROM t LEFT JOIN (SELECT g FROM u WHERE g IS NULL) y ON t.g = y.g WHERE t.g > 'g1' ORDER BY 1",
                    List.of(2L, 5L, 8L)),
            new Case(
                    "SELECT y.k FROM (SELECT g FROM t WHERE k IS NULL) x RIGHT JOIN (SELECT k, g FROM u WHERE g LIKE '%2') y"
                            + " ON x.g = y.g ORDER BY 1",
                    List.of(2L, 5L, 8L)),
            // simplified away where it was put
            new Case(
                    "SELECT t.k FROM t JOIN (SELECT DISTINCT 5 AS five FROM u) v ON t.a = v.five WHERE t.a > 3",
                    List.of(5L)),
            new Case(
                    "SELECT t.k FROM t LEFT JOIN (SELECT 'g1' AS g, MAX(k) AS m FROM u) v ON t.g = v.g"
                            + " WHERE t.g LIKE 'g%' AND v.m = 8 ORDER BY 1",
                    List.of(1L, 4L, 7L)),
            // not shown above a full join
            new Case(
                    "SELECT t.k FROM t JOIN (SELECT a.g, b.c FROM u a FULL JOIN u b ON a.k = b.c) v ON t.a = v.c"
                            + " WHERE t.a > 6 ORDER BY 1",
                    List.of(8L)),
            // of a column that is never null, for one that an outer join makes null
            new Case(
                    "SELECT v.k FROM t FULL JOIN u ON t.g = u.g RIGHT JOIN u v ON v.k = u.k WHERE v.k = 4",
                    List.of(4L, 4L, 4L)));

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void conditionsAreInferredOnce() {
        try (DeclaredFixture db = new DeclaredFixture()) {
            db.table("t", "t/{g}", "g VARCHAR NOT NULL", "k BIGINT NOT NULL", "a BIGINT");
            db.table("u", "u", "k BIGINT NOT NULL", "g VARCHAR NOT NULL", "a BIGINT", "c BIGINT");
            for (int k = 0; k < 9; k++) {
                db.put("t/g" + k % 3, "{\"k\":" + k + ",\"a\":" + (k % 3 == 0 ? "null" : k) + "}");
                db.put("u", "{\"k\":" + k + ",\"g\":\"g" + k % 3 + "\",\"a\":" + k + ",\"c\":" + k * 2 + "}");
            }
            for (Case query : CASES) {
                String rows = db.run(query.sql);
                assertEquals(
                        query.column.stream().map(Object::toString).toList(), List.of(rows.split("\n")), query.sql);
                for (String line : db.plan.explain().split("\n")) {
                    int first = line.indexOf("LIKE(");
                    assertEquals(first, line.lastIndexOf("LIKE("), "a condition twice: " + db.plan.explain());
                }
            }
        }
    }
}
