package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** JSON_VALUE in conditions and projections: what the scan evaluates equals what generated code evaluates. */
class JsonPushDownTest {
    private static final int QUERIES = 60;
    private static final int DOCUMENTS = 120;
    private static final String[] PATHS = {"$.a", "$.b.c", "$.b.\"x y\"", "$.b", "strict $.a", "$.z.z"};
    private static final String[] TYPES = {"VARCHAR", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "SMALLINT"};

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);

    @Test
    void everyWayGivesTheSame() {
        System.out.println("JsonPushDownTest seed " + seed);
        try (SqlFixture db = new SqlFixture();
                RocheSql noPush = RocheSql.over(db.engine, 0, new PlannerOptions(false, false))) {
            for (int i = 0; i < DOCUMENTS; i++) {
                db.put(random.nextBoolean() ? "a" : "b/c", document());
            }
            int rows = 0;
            int whole = 0;
            for (int i = 0; i < QUERIES; i++) {
                String sql = query();
                SqlFixture.Answer pushed = db.query(sql);
                SqlFixture.Answer plain = db.query(noPush, sql);
                assertEquals(sorted(plain), sorted(pushed), () -> "seed " + seed + ": " + sql);
                rows += pushed.rows().size();
                whole += pushed.prepared().plan().explain().contains("payload]]") ? 1 : 0;
            }
            assertTrue(rows > QUERIES, "rows: " + rows);
            assertEquals(0, whole, "plans that read the whole payload");
        }
    }

    private static List<String> sorted(SqlFixture.Answer answer) {
        return answer.rows().stream()
                .map(Object::toString)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    private String query() {
        List<String> conditions = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            conditions.add((random.nextInt(4) == 0 ? "NOT " : "") + "(" + condition() + ")");
        }
        return "SELECT seq, " + call(pick(TYPES)) + ", " + call(pick(TYPES)) + " FROM records WHERE "
                + String.join(random.nextBoolean() ? " AND " : " OR ", conditions);
    }

    private String condition() {
        String type = pick(TYPES);
        String call = call(type);
        return switch (random.nextInt(6)) {
            case 0 -> call + " IS NULL";
            case 1 -> call + " IN (" + literal(type) + ", " + literal(type) + ")";
            case 2 -> type.equals("VARCHAR") ? call + " LIKE '%1%'" : call + " IS NOT NULL";
            case 3 -> type.equals("BOOLEAN") ? call : call + " BETWEEN " + literal(type) + " AND " + literal(type);
            default -> call + pick(" = ", " <> ", " < ", " >= ") + literal(type);
        };
    }

    private String call(String type) {
        String path = pick(PATHS);
        return "JSON_VALUE(payload, '" + path + "'" + (type.equals("VARCHAR") ? "" : " RETURNING " + type) + ")";
    }

    private String literal(String type) {
        return switch (type) {
            case "VARCHAR" -> pick("'1'", "'x'", "'true'", "''");
            case "BOOLEAN" -> pick("TRUE", "FALSE");
            case "DOUBLE" -> pick("1.5E0", "1E0", "-3E0");
            default -> pick("1", "7", "-3", "40000");
        };
    }

    private String document() {
        if (random.nextInt(15) == 0) {
            return pick("plain text", "[1]", "\"x\"", "");
        }
        return "{\"a\":" + scalar() + ",\"b\":"
                + (random.nextInt(5) == 0
                        ? scalar()
                        : "{\"c\":" + scalar() + ",\"x y\":" + scalar() + ",\"c\":" + scalar() + "}")
                + "}";
    }

    private String scalar() {
        return pick(
                "1",
                "7",
                "-3",
                "1.5",
                "40000",
                "3000000000",
                "1e30",
                "true",
                "false",
                "null",
                "\"x\"",
                "\"1\"",
                "\" 7 \"",
                "\"true\"",
                "\"1.5\"",
                "\"\"",
                "[1]",
                "{\"c\":1}",
                "\"\\u0078\"");
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
