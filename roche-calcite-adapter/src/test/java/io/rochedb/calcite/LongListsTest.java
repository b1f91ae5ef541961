package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.ErrorCode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** IN and NOT IN with many values answer as the short lists of those values that any row has, and are planned at once. */
class LongListsTest {
    private static final int ROWS = 9;
    private static final int SHORT = 12;

    /** An expression and the n-th value of a list it is compared with; rows have some of the first values only. */
    private record Case(String expression, IntFunction<String> value) {}

    private static final LocalDate DAY = LocalDate.of(2020, 1, 1);

    private static final List<Case> CASES = List.of(
            new Case("k", i -> "" + i * 2),
            new Case("a", i -> "" + i * 2),
            new Case("a", i -> i == 4 ? "NULL" : "" + i * 2),
            new Case("a", i -> i + (i % 2 == 0 ? ".5" : "")),
            new Case("a", i -> i + ".0"),
            new Case("a", i -> i == 4 ? "ABS(-4)" : "" + i * 3),
            new Case("a", i -> i * 2 + "e0"),
            new Case("b", i -> "" + (i * 3 + (i > SHORT ? 5_000_000_000L : 0))),
            new Case("d", i -> i + ".50"),
            new Case("d", i -> i % 3 == 0 ? i + ".5" : "" + i),
            new Case("f", i -> i * 2 + ".5"),
            new Case("f", i -> i + "e0"),
            new Case("r", i -> i * 2 + ".25"),
            new Case("s", i -> "'s" + i * 2 + "'"),
            new Case("s", i -> i == 1 ? "CAST(NULL AS VARCHAR)" : "'s" + i + "'"),
            new Case("day", i -> "DATE '" + DAY.plusDays(i * 2L) + "'"),
            new Case("day", i -> "'" + DAY.plusDays(i * 2L) + "'"),
            new Case("moment", i -> "TIMESTAMP '" + DAY.plusDays(i * 2L) + " 10:00:00'"),
            new Case("moment", i -> "'" + DAY.plusDays(i) + " 10:00:00.5'"),
            new Case("a + b", i -> "" + i * 6),
            new Case("d * 2", i -> i * 2 + ".0"),
            new Case("UPPER(s)", i -> "'S" + i * 2 + "'"),
            new Case("CASE WHEN k > 3 THEN a END", i -> "" + i * 2),
            new Case("_ring", i -> "'t/g" + i * 2 + "'"),
            new Case("g", i -> "'g" + i * 2 + "'"));

    private final DeclaredFixture db = new DeclaredFixture();

    @BeforeEach
    void fill() {
        db.table(
                "t",
                "t/{g}",
                "g VARCHAR NOT NULL",
                "k BIGINT NOT NULL",
                "a INTEGER",
                "b BIGINT",
                "d DECIMAL(10,2)",
                "f DOUBLE",
                "r REAL",
                "s VARCHAR",
                "day DATE",
                "moment TIMESTAMP");
        for (int i = 0; i < ROWS; i++) {
            db.put(
                    "t/g" + i % 3,
                    "{\"k\":" + i + ",\"a\":" + i + ",\"b\":" + i * 2 + ",\"d\":" + i + ".5,\"f\":" + i + ".5,\"r\":"
                            + i
                            + ".25,\"s\":\"s" + i + "\",\"day\":\"" + DAY.plusDays(i) + "\",\"moment\":\""
                            + DAY.plusDays(i) + (i % 2 == 0 ? "T10:00:00" : "T10:00:00.5") + "\"}");
        }
        db.put("t/g0", "{\"k\":" + ROWS + "}");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static String list(IntFunction<String> value, int size) {
        List<String> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(value.apply(i));
        }
        return " (" + String.join(", ", values) + ")";
    }

    /** Returns the first case of each column. */
    private static List<Case> ofEachType() {
        Set<String> columns = new HashSet<>();
        return CASES.stream()
                .filter(each -> columns.add(each.expression))
                .filter(each -> each.expression.matches("\\w+"))
                .toList();
    }

    private static String put(String form, String condition) {
        return form.replace("%s", condition);
    }

    private void assertAsShort(List<Case> cases, int size, String form) {
        for (Case each : cases) {
            for (String in : List.of(" IN", " NOT IN")) {
                String all = put(form, each.expression + in + list(each.value, size));
                String few = put(form, each.expression + in + list(each.value, SHORT));
                String shown = put(form, each.expression + in + list(each.value, 3));
                assertEquals(db.run(few), db.run(all), size + " values: " + shown);
            }
        }
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void answersOfLongLists() {
        assertAsShort(CASES, 30, "SELECT k FROM t WHERE %s ORDER BY k");
        assertAsShort(CASES, 30, "SELECT k, %s FROM t ORDER BY k");
        assertAsShort(ofEachType(), 1_000, "SELECT k FROM t WHERE %s ORDER BY k");
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void answersOfVeryLongLists() {
        // one case of each type
        List<Case> some =
                List.of(CASES.get(1), CASES.get(3), CASES.get(8), CASES.get(13), CASES.get(16), CASES.get(19));
        assertAsShort(some, 10_000, "SELECT k FROM t WHERE %s ORDER BY k");
    }

    @Test
    void listsAmongOtherConditions() {
        for (String form : List.of(
                "SELECT k FROM t WHERE NOT (%s) ORDER BY k",
                "SELECT k FROM t WHERE a > 2 AND (%s OR k = 7) ORDER BY k",
                "SELECT k FROM t WHERE (%s) IS NOT TRUE ORDER BY k",
                "SELECT x.k FROM t x JOIN t y ON x.k = y.k + 1 AND (SELECT MAX(n) FROM (VALUES (1)) v(n)) = 1"
                        + " AND x.k IN (SELECT k FROM t WHERE %s) ORDER BY 1")) {
            for (String condition : List.of("a NOT IN %s", "a IN %s", "a + b IN %s", "d NOT IN %s AND d IS NOT NULL")) {
                assertEquals(
                        db.run(put(form, put(condition, list(i -> "" + i * 3, SHORT)))),
                        db.run(put(form, put(condition, list(i -> "" + i * 3, 100)))),
                        form + " " + condition);
            }
        }
    }

    @Test
    void comparisonsWrittenOneByOne() {
        for (String column : List.of("a", "d", "UPPER(s)")) {
            StringBuilder without = new StringBuilder("k >= 0");
            StringBuilder any = new StringBuilder("k < 0");
            for (int i = 0; i < 500; i++) {
                String value =
                        column.startsWith("U") ? "'S" + i * 2 + "'" : "" + i * 2 + (column.equals("d") ? ".5" : "");
                without.append(" AND ").append(column).append(" <> ").append(value);
                any.append(" OR ").append(value).append(" = ").append(column);
            }
            assertEquals("1\n3\n5\n7", db.run("SELECT k FROM t WHERE " + without + " ORDER BY k"), column);
            assertEquals("0\n2\n4\n6\n8", db.run("SELECT k FROM t WHERE " + any + " ORDER BY k"), column);
        }
    }

    @Test
    void ringsOfLongLists() {
        db.run("SELECT k FROM t WHERE g NOT IN" + list(i -> "'g" + (i + 1) + "'", 1_000));
        assertEquals(1, db.monitor.ringsRouted());
        db.run("SELECT k FROM t WHERE _ring IN" + list(i -> "'t/g" + (i + 1) + "'", 1_000));
        assertEquals(2, db.monitor.ringsRouted());
    }

    @Test
    void datesThatAreNoneAreRefused() {
        String wrong = db.fails(
                ErrorCode.INVALID_DATETIME,
                "SELECT k FROM t WHERE day IN" + list(i -> i == 7 ? "'2020-02-30'" : "'" + DAY.plusDays(i) + "'", 30));
        assertTrue(wrong.contains("2020-02-30"), wrong);
    }

    @Test
    void bothOptionsAgree() {
        try (RocheSql plain = db.facade(new PlannerOptions(false, false))) {
            String sql = "SELECT k FROM t WHERE a NOT IN" + list(i -> "" + i * 2, 700) + " ORDER BY k";
            assertEquals("1\n3\n5\n7", db.run(plain, sql));
        }
    }
}
