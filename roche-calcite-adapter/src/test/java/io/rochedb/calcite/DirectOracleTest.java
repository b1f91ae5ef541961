package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.direct.DirectPlanner;
import io.rochedb.calcite.internal.direct.LiteralPlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Statements of simple shapes: planned directly and with shared plans they give what the long road gives, to the last column, parameter and error. */
class DirectOracleTest {
    private static final int STATEMENTS = Integer.getInteger("roche.oracle.queries", 150);
    private static final String[] RINGS = {"a", "a/b", "b", "c", "Odd Name"};

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);

    private record Statement(String sql, List<Object> parameters) {}

    @Test
    void directPlansAnswerAsGeneralOnes() {
        System.out.println("DirectOracleTest seed " + seed);
        try (SqlFixture db = new SqlFixture();
                RocheSql longRoad = RocheSql.over(db.engine, 0, new PlannerOptions(true, false))) {
            List<String> ids = fill(db);
            int direct = 0;
            int shared = 0;
            for (int i = 0; i < STATEMENTS; i++) {
                Statement statement = statement(ids);
                String where = "seed " + seed + " statement " + i + ": " + statement;
                Object quick = answer(db, db.sql, statement);
                assertEquals(answer(db, longRoad, statement), quick, where);
                try (ReadView view = db.engine.snapshot(db.scope)) {
                    PlanScope scope = new PlanScope(statement.sql, view, db.session, PlannerOptions.DEFAULT);
                    direct += DirectPlanner.plan(statement.sql, scope) == null ? 0 : 1;
                    if (!(quick instanceof String)) {
                        shared +=
                                db.sql.prepare(statement.sql, view, db.session).plan() instanceof LiteralPlan ? 1 : 0;
                    }
                }
            }
            System.out.println("direct " + direct + ", shared " + shared + " of " + STATEMENTS);
            assertTrue(direct > STATEMENTS / 6, "direct plans: " + direct);
            assertTrue(shared > STATEMENTS / 6, "shared plans: " + shared);
        }
    }

    /** What a statement gives, all of it comparable: columns, parameters, rows, counters; or its error. */
    private static Object answer(SqlFixture db, RocheSql facade, Statement statement) {
        try {
            SqlFixture.Answer answer = db.query(facade, statement.sql, statement.parameters.toArray());
            RochePlan plan = answer.prepared().plan();
            return List.of(
                    plan.columns(),
                    plan.parameters(),
                    answer.rows(),
                    answer.monitor().recordsScanned());
        } catch (RocheException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    private List<String> fill(SqlFixture db) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            String ring = RINGS[random.nextInt(RINGS.length)];
            String json = "{\"n\":" + random.nextInt(9) + ",\"x\":" + random.nextInt(6) + (i % 2 == 0 ? ".5" : "")
                    + ",\"s\":"
                    + pick("\"u\"", "\"v\"", "\"it's\"", "null") + ",\"b\":" + (i % 3 == 0) + ",\"date\":\"d" + i % 4
                    + "\",\"Upper\":" + i % 5 + "}";
            ids.add(db.put(ring, i % 17 == 0 ? "raw" : json).text());
        }
        return ids;
    }

    private Statement statement(List<String> ids) {
        List<Object> parameters = new ArrayList<>();
        boolean records = random.nextInt(3) == 0;
        String from = records
                ? pick("records", "records", "RECORDS")
                : pick("a", "\"a/b\"", "b", "c", "\"Odd Name\"", "\"a/**\"", "none");
        String meta = records ? "" : "_";
        List<String> conditions = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            conditions.add(condition(meta, records, ids, parameters));
        }
        StringBuilder sql = new StringBuilder(pick("SELECT ", "select "));
        boolean counts = random.nextInt(7) == 0;
        sql.append(counts ? pick("COUNT(*)", "count(*) AS c", "COUNT(*) many") : items(meta, records));
        sql.append(pick(" FROM ", " from ")).append(from);
        if (!conditions.isEmpty()) {
            sql.append(" WHERE ").append(String.join(pick(" AND ", " and ", " AND ", " OR "), conditions));
        }
        if (!counts && random.nextInt(2) == 0) {
            sql.append(" ORDER BY ").append(order(meta, records));
        }
        if (!counts && random.nextInt(3) == 0) {
            sql.append(" LIMIT ").append(number(parameters));
            if (random.nextInt(2) == 0) {
                sql.append(" OFFSET ").append(number(parameters));
            }
        }
        return new Statement(sql.append(pick("", "", ";", " ")).toString(), parameters);
    }

    private String number(List<Object> parameters) {
        if (random.nextInt(2) == 0) {
            parameters.add((long) random.nextInt(6) - (random.nextInt(20) == 0 ? 9 : 0));
            return "?";
        }
        return String.valueOf(random.nextInt(9));
    }

    private String items(String meta, boolean records) {
        return records
                ? pick(
                        "*",
                        "id, payload",
                        "ring, seq AS q, id",
                        "payload p, tokens",
                        "written_at, codec",
                        "id, ID",
                        "ring, ring")
                : pick(
                        "*",
                        "n, s",
                        "x AS ecks, b, n",
                        "_id, s",
                        "\"date\", n",
                        "s AS n, x",
                        "n AS \"N N\"",
                        "Upper, _seq",
                        "upper",
                        "missing",
                        "a.n");
    }

    private String order(String meta, boolean records) {
        String field = records
                ? pick("ring, seq", "seq DESC, ring", "payload, id", "ring DESC, id DESC")
                : pick("n, _id", "s DESC, _id", "x DESC, n, _id DESC", "b, s, _seq, _id", "ecks, _id", "1, 2, _id");
        return pick(meta + "id", meta + "id DESC", meta + "written_at DESC, " + meta + "id", field, field, field);
    }

    private String condition(String meta, boolean records, List<String> ids, List<Object> parameters) {
        String id = ids.get(random.nextInt(ids.size()));
        String ring = RINGS[random.nextInt(RINGS.length)];
        return switch (random.nextInt(records ? 6 : 14)) {
            case 0 -> meta + "ring" + pick(" = ", " <> ", " >= ", " LIKE ") + value(parameters, ring);
            case 1 -> meta + "id = " + value(parameters, id);
            case 2 -> meta + "id IN (" + value(parameters, id) + ", " + value(parameters, ids.get(3)) + ")";
            case 3 -> meta + "seq" + pick(" = ", " < ", " >= ") + value(parameters, (long) random.nextInt(20));
            case 4 -> meta + "ring IN ('a', " + value(parameters, ring) + ")";
            case 5 ->
                pick(
                        meta + "codec = 'json'",
                        meta + "id = 'malformed'",
                        meta + "payload LIKE '%1%'",
                        meta + "seq = 1.5");
            case 6 -> "n" + pick(" = ", " <> ", " < ", " >= ", " != ") + value(parameters, (long) random.nextInt(9));
            case 7 -> "x" + pick(" = ", " > ", " <= ") + pick("1.5", "2", "3.50", "-2");
            case 8 -> "s" + pick(" = ", " <> ", " < ", " LIKE ") + value(parameters, pick("u", "it's", "v%", ""));
            case 9 -> "n IN (" + pick("1, 2, 3", "4", "5, 5", "1, NULL", "1, 2.5") + ")";
            case 10 -> pick("s IS NULL", "n IS NOT NULL", "_ring IS NULL", "b", "b = TRUE");
            case 12 ->
                pick(
                        "n BETWEEN " + random.nextInt(4) + " AND " + random.nextInt(9),
                        "n BETWEEN " + value(parameters, 1L) + " AND " + value(parameters, 6L),
                        "x BETWEEN -1 AND 2.5",
                        "x BETWEEN -1.5 AND " + random.nextInt(6) + ".5",
                        "s BETWEEN 'a' AND 'u'",
                        "n BETWEEN 1 AND 5.5",
                        "n NOT BETWEEN 1 AND 5",
                        "n > -" + random.nextInt(9),
                        "x = -0.0",
                        "x < - 2");
            case 11 -> "(n = " + random.nextInt(5) + " OR s = " + pick("'u'", "'v'", "5") + ")";
            default ->
                pick(
                        "n = '5'",
                        "s = 5",
                        "n = 99999999999999999999",
                        "n + 1 = 3",
                        "n = 1 + 1",
                        "Upper = 2",
                        "\"date\" = 'd1'");
        };
    }

    private String value(List<Object> parameters, Object value) {
        if (random.nextInt(2) == 0) {
            parameters.add(random.nextInt(15) == 0 ? null : value);
            return "?";
        }
        return value instanceof String text ? "'" + text.replace("'", "''") + "'" : value.toString();
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
