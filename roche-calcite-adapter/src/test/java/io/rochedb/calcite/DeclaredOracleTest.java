package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.IndexDefinition.IndexColumn;
import io.rochedb.engine.schema.SchemaChange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random templates, data and conditions: a table that is pruned and pushed gives what all its records filtered above the scan give. */
class DeclaredOracleTest {
    private static final int QUERIES = Integer.getInteger("roche.oracle.queries", 80);
    private static final String[] TEMPLATES = {"a/{x}", "{x}/b", "a/{x}/b", "a/{x}/{y}", "{x}/m/{y}/n", "{x}"};
    private static final String[] SEGMENTS = {"a", "b", "ab", "a-b", "a.b", "a~", "B", "%", "_x", "日本", "a%", "b_"};
    private static final String[] COLUMNS = {
        "n INTEGER",
        "l BIGINT",
        "s VARCHAR(20)",
        "d DATE",
        "t TIMESTAMP",
        "c TIME",
        "b BOOLEAN",
        "f DOUBLE",
        "m DECIMAL(8,2)",
        "w DECIMAL(30,20)"
    };
    /** Some of them are one DOUBLE. */
    private static final String[] LONG_DECIMALS = {
        "0.1",
        "0.10000000000000000001",
        "0.10000000000000000002",
        "0.3",
        "-0.1",
        "0",
        "1",
        "1234567890.12345678901234567890"
    };

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_201L);
    private final Random random = new Random(seed);
    private List<Object> parameters = new ArrayList<>();
    private boolean two;

    @Test
    void pruningLosesAndAddsNothing() {
        System.out.println("DeclaredOracleTest seed " + seed);
        int pruned = 0;
        for (String template : TEMPLATES) {
            try (DeclaredFixture db = new DeclaredFixture();
                    RocheSql plain = db.facade(new PlannerOptions(false, false));
                    RocheSql noFast = db.facade(new PlannerOptions(true, false))) {
                fill(db, template);
                for (int i = 0; i < QUERIES / TEMPLATES.length + 1; i++) {
                    parameters = new ArrayList<>();
                    String where = condition(3);
                    String sql =
                            "SELECT " + pick("*, _ring", "*", "x, n, _id, s", "COUNT(*)") + " FROM t WHERE " + where;
                    Object[] values = parameters.toArray();
                    String context = "seed " + seed + " " + template + ": " + sql + " " + parameters;
                    String expected = sorted(db.run(plain, sql, values));
                    assertEquals(expected, sorted(db.run(sql, values)), context);
                    pruned += db.monitor.ringsPruned() > 0 ? 1 : 0;
                    if (i % 4 == 0) {
                        assertEquals(expected, sorted(db.run(noFast, sql, values)), context);
                    }
                }
            }
        }
        assertTrue(pruned > QUERIES / 3, "pruned queries: " + pruned);
    }

    private static String sorted(String rows) {
        return rows.lines().sorted().reduce("", (a, b) -> a + "\n" + b);
    }

    private void fill(DeclaredFixture db, String template) {
        two = template.contains("{y}");
        List<String> columns = new ArrayList<>(Arrays.asList(COLUMNS));
        columns.add(0, "x VARCHAR");
        if (two) {
            columns.add(3, "y VARCHAR");
        }
        db.table("t", template, columns.toArray(new String[0]));
        if (random.nextBoolean()) {
            String rings = template.replaceAll("\\{.}", "*");
            index(db, rings, "m", new ColumnType(ColumnType.Kind.DECIMAL, 8, 2));
            index(db, rings, "w", new ColumnType(ColumnType.Kind.DECIMAL, 30, 20));
        }
        for (int i = 0; i < 120; i++) {
            String ring = template.replace("{x}", pick(SEGMENTS)).replace("{y}", pick(SEGMENTS));
            // what is near the table's rings is none of it
            ring += random.nextInt(6) == 0 ? "/more" : "";
            db.put(ring, json());
        }
    }

    private static void index(DeclaredFixture db, String rings, String column, ColumnType type) {
        IndexColumn indexed = new IndexColumn(List.of(column), type, false);
        db.engine.alter(
                new SchemaChange.CreateIndex(new IndexDefinition("by_" + column, rings, List.of(indexed), false)),
                RingScope.ALL,
                null);
    }

    private String json() {
        List<String> fields = new ArrayList<>();
        field(fields, "n", "" + random.nextInt(10));
        field(fields, "l", "" + (random.nextLong() >> random.nextInt(60)));
        field(fields, "s", "\"" + pick("u", "v%", "w_", "", "日本", "U") + "\"");
        field(fields, "d", "\"" + date() + "\"");
        field(
                fields,
                "t",
                "\"" + date() + "T0" + random.nextInt(10) + ":00:00" + pick(".000", ".120", "", ".12", ".1", ".0")
                        + "\"");
        field(fields, "c", "\"0" + random.nextInt(10) + ":30:00" + pick(".001", ".00", "", ".0", ".000") + "\"");
        field(fields, "b", "" + random.nextBoolean());
        field(fields, "f", random.nextInt(5) + pick(".5", "", ".25e0"));
        field(fields, "m", random.nextInt(5) + pick(".5", "", ".25"));
        field(fields, "w", pick(LONG_DECIMALS));
        return "{" + String.join(",", fields) + "}";
    }

    private String date() {
        return "20" + pick("19", "20") + "-0" + (1 + random.nextInt(3)) + "-1" + random.nextInt(3);
    }

    private void field(List<String> fields, String name, String value) {
        int kind = random.nextInt(8);
        if (kind > 0) {
            fields.add("\"" + name + "\":" + (kind == 1 ? "null" : value));
        }
    }

    private String condition(int depth) {
        return switch (random.nextInt(depth > 0 ? 12 : 8)) {
            case 0, 1, 2, 3 -> segment(two && random.nextBoolean() ? "y" : "x");
            case 4, 5, 6 -> value();
            case 7 -> "_ring LIKE " + quoted(pick("a/%", "%b", "%/a%", "b%"));
            case 8 -> "NOT (" + condition(depth - 1) + ")";
            case 9, 10 -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
            default -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
        };
    }

    private String segment(String column) {
        return switch (random.nextInt(9)) {
            case 0 -> column + " = " + quoted(pick(SEGMENTS));
            case 1 ->
                column + pick(" IN (", " NOT IN (") + quoted(pick(SEGMENTS)) + ", " + quoted(pick(SEGMENTS)) + ")";
            case 2 -> parameter(column + pick(" = ", " <> ", " < ", " >= "), pick("a", "a/b", "", "b", "日本", null));
            case 3 ->
                column
                        + pick(" < ", " <= ", " > ", " >= ", " <> ")
                        + quoted(pick("a", "a-b", "a-bc", "ab", "b", "a/", "%", ""));
            case 4 -> column + " BETWEEN " + quoted(pick(SEGMENTS)) + " AND " + quoted(pick(SEGMENTS));
            case 5 ->
                column + pick(" LIKE ", " NOT LIKE ") + quoted(pick("a%", "%b", "_", "a!%", "%", "a!_%", "!!", "a/%"))
                        + " ESCAPE '!'";
            case 6 -> parameter(column + pick(" LIKE ", " NOT LIKE "), pick("a%", "_b", "b", null, "%"));
            case 7 -> column + pick(" IS NULL", " IS NOT NULL");
            default -> two ? "x" + pick(" = y", " < y") : "UPPER(" + column + ") = 'A'";
        };
    }

    private String value() {
        return switch (random.nextInt(14)) {
            case 11 -> "w" + pick(" = ", " > ", " <= ", " < ", " >= ", " <> ") + pick(LONG_DECIMALS);
            case 12 ->
                parameter(
                        pick("w", "m") + pick(" = ", " > ", " <= ", " < ", " >= ", " <> "),
                        new BigDecimal(pick("0.1", "0.10000000000000000001", "2.5", "2.255", "2.254", "2.2499", "3")));
            case 13 ->
                pick(
                        "m IN (1, 2.5, 3.25)",
                        "w NOT IN (0.1, 1)",
                        "w IN (0.10000000000000000001, 0.3)",
                        "m BETWEEN 1 AND 2.5");
            case 0 -> "n" + pick(" = ", " <> ", " < ", " >= ") + random.nextInt(10);
            case 1 -> parameter("l" + pick(" < ", " >= ", " = "), (Object) (random.nextLong() >> 40));
            case 2 -> "s" + pick(" = ", " <> ", " LIKE ", " < ") + quoted(pick("u", "v%", "%", "_", "日本"));
            case 3 -> "d" + pick(" = ", " <> ", " < ", " >= ") + "DATE '" + date() + "'";
            case 4 ->
                "t" + pick(" = ", " > ", " <= ", " < ", " >= ", " <> ") + "TIMESTAMP '" + date() + " 0"
                        + random.nextInt(10) + ":00:00" + pick(".12", "", ".1") + "'";
            case 5 ->
                "c" + pick(" = ", " > ", " <= ", " < ", " >= ", " <> ") + "TIME '0" + random.nextInt(10) + ":30:00'";
            case 6 -> pick("b", "NOT b", "b IS NOT TRUE", "b IS FALSE");
            case 7 -> "f" + pick(" = ", " > ", " <= ") + random.nextInt(5) + pick(".5", "");
            case 8 -> "m" + pick(" = ", " > ", " <= ") + random.nextInt(5) + pick(".5", "");
            case 9 -> pick("n", "l", "s", "d", "t", "b", "f", "m", "w") + pick(" IS NULL", " IS NOT NULL");
            default -> "n IN (1, 3, " + random.nextInt(10) + ")";
        };
    }

    private String parameter(String condition, Object value) {
        parameters.add(value);
        return condition + "?";
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
