package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random data and queries: every way of running a statement gives the same rows, columns and errors. */
class PlanOracleTest {
    private static final int QUERIES = Integer.getInteger("roche.oracle.queries", 60);
    private static final String[] RINGS = {"a", "a/b", "a/b/c", "a/d", "ab", "b", "b/x", "b/y", "c/%_", "docs/日本"};

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);

    @Test
    void everyWayGivesTheSame() {
        System.out.println("PlanOracleTest seed " + seed);
        try (SqlFixture db = new SqlFixture();
                RocheSql noFast = RocheSql.over(db.engine, 0, new PlannerOptions(true, false));
                RocheSql noPush = RocheSql.over(db.engine, 0, new PlannerOptions(false, false))) {
            List<String> ids = fill(db);
            int fast = 0;
            int pushed = 0;
            for (int i = 0; i < QUERIES; i++) {
                Query query = query(ids);
                String where = "seed " + seed + " query " + i + ": " + query;
                Outcome quick = run(db, db.sql, query);
                Outcome general = run(db, noFast, query);
                Outcome plain = run(db, noPush, query);
                assertEquals(general.error, quick.error, where);
                assertEquals(plain.error.isEmpty(), quick.error.isEmpty(), where + " " + quick.error + plain.error);
                if (!quick.error.isEmpty()) {
                    continue;
                }
                assertEquals(general.answer.labels(), quick.answer.labels(), where);
                assertEquals(
                        general.answer.prepared().plan().columns(),
                        quick.answer.prepared().plan().columns(),
                        where);
                assertEquals(
                        general.answer.prepared().plan().parameters(),
                        quick.answer.prepared().plan().parameters(),
                        where);
                assertEquals(general.answer.rows(), quick.answer.rows(), where);
                assertEquals(sorted(plain.answer.rows()), sorted(quick.answer.rows()), where);
                if (query.ordered) {
                    assertEquals(plain.answer.rows(), quick.answer.rows(), where);
                }
                assertEquals(
                        general.answer.monitor().recordsScanned(),
                        quick.answer.monitor().recordsScanned(),
                        where);
                assertTrue(
                        quick.answer.monitor().recordsScanned()
                                <= plain.answer.monitor().recordsScanned(),
                        where);
                assertTrue(quick.answer.monitor().ringsRouted() >= ringsIn(quick.answer), where);
                fast += quick.answer.prepared().plan().fast() ? 1 : 0;
                pushed += quick.answer.monitor().ringsPruned() > 0 ? 1 : 0;
            }
            assertTrue(fast > QUERIES / 4, "fast plans: " + fast);
            assertTrue(pushed > QUERIES / 8, "pruned plans: " + pushed);
        }
    }

    private record Query(String sql, List<Object> parameters, boolean ordered) {}

    private record Outcome(SqlFixture.Answer answer, String error) {}

    private static Outcome run(SqlFixture db, RocheSql facade, Query query) {
        try {
            return new Outcome(db.query(facade, query.sql, query.parameters.toArray()), "");
        } catch (RocheException e) {
            return new Outcome(null, e.code() + " " + e.getMessage());
        }
    }

    private static long ringsIn(SqlFixture.Answer answer) {
        Set<Object> rings = new HashSet<>();
        int column = answer.labels().indexOf("ring");
        for (List<Object> row : answer.rows()) {
            if (column >= 0) {
                rings.add(row.get(column));
            }
        }
        return rings.size();
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        List<List<Object>> copy = new ArrayList<>(rows);
        copy.sort(Comparator.comparing(Object::toString));
        return copy;
    }

    private List<String> fill(SqlFixture db) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            String ring = pick(RINGS);
            float[] vector =
                    random.nextInt(3) == 0 ? new float[0] : new float[] {random.nextInt(5), 1 + random.nextInt(5)};
            ids.add(db.put(ring, random.nextInt(12) == 0 ? "raw " + i : json(), vector)
                    .text());
        }
        return ids;
    }

    private String json() {
        List<String> fields = new ArrayList<>();
        field(fields, "n", "" + random.nextInt(10));
        field(fields, "x", random.nextInt(10) + (random.nextBoolean() ? ".5" : ""));
        field(fields, "s", "\"" + pick("u", "v%", "w_", "", "日本", "U") + "\"");
        field(fields, "b", "" + random.nextBoolean());
        field(fields, "m", pick("1", "\"one\"", "true", "[1,2]", "{\"k\":1}", "2.0"));
        return "{" + String.join(",", fields) + "}";
    }

    private void field(List<String> fields, String name, String value) {
        int kind = random.nextInt(8);
        if (kind > 0) {
            fields.add("\"" + name + "\":" + (kind == 1 ? "null" : value));
        }
    }

    private Query query(List<String> ids) {
        List<Object> parameters = new ArrayList<>();
        boolean records = random.nextInt(3) == 0;
        String from = records ? "records" : pick("\"a/**\"", "\"**\"", "\"a/*\"", "\"b\"", "\"docs/日本\"", "\"a/b\"");
        String prefix = records ? "" : "_";
        List<String> conditions = new ArrayList<>();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            conditions.add(condition(prefix, records, ids, parameters, 2));
        }
        String select = select(prefix, records);
        boolean ordered = !select.startsWith("COUNT") && random.nextInt(2) == 0;
        String sql = "SELECT " + select + " FROM " + from
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions))
                + (ordered ? " ORDER BY " + order(prefix) : "");
        if (ordered && random.nextInt(2) == 0) {
            sql += " LIMIT " + random.nextInt(6) + (random.nextBoolean() ? " OFFSET " + random.nextInt(4) : "");
        }
        return new Query(sql, parameters, ordered);
    }

    private String select(String prefix, boolean records) {
        String ring = prefix + "ring" + (records ? "" : " AS ring");
        return switch (random.nextInt(6)) {
            case 0 -> "*";
            case 1 -> "COUNT(*)";
            case 2 -> ring + ", " + prefix + "id, " + prefix + "seq AS q, 'c', 1.5, NULL";
            case 3 -> ring + ", UPPER(" + prefix + "ring), " + prefix + "id";
            case 4 -> ring + ", " + prefix + "payload, " + prefix + "codec, " + prefix + "id, " + prefix + "vector";
            default -> prefix + "id, " + ring;
        };
    }

    private String order(String prefix) {
        return switch (random.nextInt(4)) {
            case 0 -> prefix + "id";
            case 1 -> prefix + "id DESC";
            case 2 -> prefix + "written_at DESC, " + prefix + "id";
            default -> prefix + "ring, " + prefix + "seq DESC";
        };
    }

    private String condition(String prefix, boolean records, List<String> ids, List<Object> parameters, int depth) {
        int kind = random.nextInt(depth > 0 ? 16 : 12);
        String ring = prefix + "ring";
        return switch (kind) {
            case 0 -> ring + pick(" = ", " <> ", " < ", " >= ") + quoted(pick(RINGS));
            case 1 -> ring + pick(" IN (", " NOT IN (") + quoted(pick(RINGS)) + ", " + quoted(pick(RINGS)) + ")";
            case 2 ->
                ring + pick(" LIKE ", " NOT LIKE ") + quoted(pick("a%", "%b%", "a/_", "%", "c/!%!_", "b/x"))
                        + " ESCAPE '!'";
            case 3 -> parameter(parameters, ring + pick(" = ", " <> ", " LIKE "), pick("a/b", "b%", null, "c/%_"));
            case 4 -> ring + " BETWEEN " + quoted(pick(RINGS)) + " AND " + quoted(pick(RINGS));
            case 5 -> parameter(parameters, prefix + "seq" + pick(" = ", " > ", " <= "), 1 + random.nextInt(8));
            case 6 -> prefix + "id" + pick(" = ", " <> ") + quoted(ids.get(random.nextInt(ids.size())));
            case 7 -> prefix + "codec = " + quoted(pick("json", "raw"));
            case 8 -> "UPPER(" + ring + ") LIKE " + quoted(pick("A%", "%B%"));
            case 9, 10, 11 ->
                records
                        ? prefix + "payload" + pick(" LIKE ", " NOT LIKE ")
                                + quoted(pick("%1%", "raw%", "%\"s\":\"u\"%"))
                        : fieldCondition(parameters);
            case 12 -> "NOT (" + condition(prefix, records, ids, parameters, depth - 1) + ")";
            case 13 ->
                "(" + condition(prefix, records, ids, parameters, depth - 1) + " AND "
                        + condition(prefix, records, ids, parameters, depth - 1) + ")";
            default ->
                "(" + condition(prefix, records, ids, parameters, depth - 1) + " OR "
                        + condition(prefix, records, ids, parameters, depth - 1) + ")";
        };
    }

    /** A condition that is right whatever the type of the column: rings differ in what they hold. */
    private String fieldCondition(List<Object> parameters) {
        return switch (random.nextInt(9)) {
            case 0 -> "n" + pick(" = ", " <> ", " < ", " >= ") + random.nextInt(10);
            case 1 -> "n" + pick(" > ", " <= ", " = ") + random.nextInt(10) + ".5";
            case 2 -> "x" + pick(" = ", " < ", " >= ", " <> ") + random.nextInt(10) + pick("", ".5");
            case 3 -> "s" + pick(" = ", " <> ", " LIKE ", " < ") + quoted(pick("u", "v%", "%", "_", "日本"));
            case 4 -> pick("n", "x", "s", "b", "m") + pick(" IS NULL", " IS NOT NULL");
            case 5 -> pick("b", "NOT b", "b IS TRUE", "b IS NOT TRUE", "b IS FALSE", "b IS NOT FALSE");
            case 6 -> "n" + pick(" IN ", " NOT IN ") + "(1, 3, " + random.nextInt(10) + pick(")", ", 5, 6)");
            case 7 -> parameter(parameters, "s" + pick(" = ", " <> ", " LIKE "), pick("u", "v%", null));
            default -> "m = " + quoted(pick("1", "one", "true", "[1,2]"));
        };
    }

    private static String parameter(List<Object> parameters, String condition, Object value) {
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
