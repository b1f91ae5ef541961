package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.direct.DirectPlanner;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.PlannerOptions;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Writes of simple shapes: planned directly and with shared plans they do what the long road does, to the last record, parameter, counter and error. */
class DirectWritesTest {
    private static final int STATEMENTS = Integer.getInteger("roche.oracle.queries", 200);
    private static final long START_MILLIS = 1_700_000_000_000L;
    private static final SessionInfo SESSION =
            new SessionInfo(7, "tester", null, false, Long.MAX_VALUE, Long.MAX_VALUE, false, Map.of());

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_130L);
    private final Random random = new Random(seed);
    /** Ids of records there are, or were. */
    private final List<String> ids = new ArrayList<>();

    private record Statement(String sql, List<Object> parameters) {}

    @Test
    void directWritesDoAsGeneralOnes() {
        System.out.println("DirectWritesTest seed " + seed);
        try (SqlSession quick = session(PlannerOptions.DEFAULT);
                SqlSession longRoad = session(new PlannerOptions(true, false))) {
            ids.addAll(quick.run("SELECT id FROM records").rows());
            int direct = 0;
            int written = 0;
            for (int i = 0; i < STATEMENTS; i++) {
                Statement statement = statement();
                String where = "seed " + seed + " statement " + i + ": " + statement;
                Object done = done(quick, statement);
                assertEquals(done(longRoad, statement), done, where);
                written += done instanceof String ? 0 : 1;
                try (ReadView view = quick.engine.snapshot(RingScope.ALL)) {
                    PlanScope scope = new PlanScope(statement.sql, view, SESSION, PlannerOptions.DEFAULT);
                    direct += DirectPlanner.plan(statement.sql, scope) == null ? 0 : 1;
                }
                if (i % 20 == 0) {
                    ids.addAll(quick.run("SELECT id FROM records").rows());
                    String all = "SELECT id, ring, payload, codec FROM records ORDER BY id";
                    assertEquals(longRoad.rows(all), quick.rows(all), where);
                }
            }
            System.out.println("direct " + direct + ", written " + written + " of " + STATEMENTS);
            assertTrue(direct > STATEMENTS / 4, "direct plans: " + direct);
            assertTrue(written > STATEMENTS / 3, "written: " + written);
        }
    }

    private static SqlSession session(PlannerOptions options) {
        SqlSession session = new SqlSession(EngineOptions.memory().withClock(() -> START_MILLIS), null, false, options);
        session.run("INSERT INTO t (id, n, x, s, b) VALUES (0, 1, 1.5, 'a', TRUE)");
        session.run("INSERT INTO \"t/sub\" (n, s) VALUES (1, 'u')");
        session.run(
                "CREATE TABLE o (user_id VARCHAR NOT NULL, no BIGINT NOT NULL, total DECIMAL(12, 2) DEFAULT 1, note VARCHAR(8),"
                        + " placed TIMESTAMP, PRIMARY KEY (user_id, no)) RING 'users/{user_id}/orders'");
        session.run("CREATE TABLE one (k BIGINT PRIMARY KEY, r REAL, d DATE) RING 'one'");
        session.run("INSERT INTO o (user_id, no) VALUES ('u', 0)");
        session.run("INSERT INTO one (k) VALUES (0)");
        return session;
    }

    /** What a statement did, all of it comparable: count, keys, parameters, counters; or its error. */
    private static Object done(SqlSession session, Statement statement) {
        try {
            SqlSession.SqlOutcome outcome = session.run(statement.sql, statement.parameters.toArray());
            return List.of(
                    outcome.count(),
                    outcome.keys(),
                    outcome.plan().parameters(),
                    outcome.plan().explain().lines().findFirst().orElse(""),
                    session.monitor.recordsScanned(),
                    session.monitor.ringsRouted());
        } catch (RocheException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    private Statement statement() {
        List<Object> parameters = new ArrayList<>();
        String sql = switch (random.nextInt(10)) {
            case 0, 1, 2 -> insert(parameters);
            case 3 ->
                pick(
                        "INSERT INTO records (ring, payload) VALUES ('t', " + value(parameters, "{\"n\":3}") + ")",
                        "INSERT INTO one VALUES (" + random.nextInt(30) + ", 1.5, NULL)",
                        "INSERT INTO new (a) VALUES (1)",
                        "INSERT INTO \"t/*\" (a) VALUES (1)",
                        "INSERT INTO t (n, n) VALUES (1, 2)",
                        "INSERT INTO t (n, s) VALUES (1)",
                        "INSERT INTO one (k, d) VALUES (" + random.nextInt(30) + ", DATE '2026-01-0"
                                + (1 + random.nextInt(9)) + "')");
            case 4, 5, 6, 7 -> update(parameters);
            default -> "DELETE FROM " + target(parameters);
        };
        return new Statement(sql + pick("", "", ";"), parameters);
    }

    private String insert(List<Object> parameters) {
        return switch (random.nextInt(3)) {
            case 0 ->
                "INSERT INTO t (n, s, x) VALUES " + row(parameters)
                        + (random.nextBoolean() ? ", " + row(parameters) : "");
            case 1 -> "insert into \"t/sub\" (s, n, \"odd name\") values " + row(parameters);
            default ->
                "INSERT INTO o (user_id, no, total) VALUES (" + value(parameters, pick("u", "v", "a/b")) + ", "
                        + random.nextInt(40) + ", " + value(parameters, pick("1.5", "12345678901", "text")) + ")";
        };
    }

    private String row(List<Object> parameters) {
        return "(" + any(parameters) + ", " + any(parameters) + ", " + any(parameters) + ")";
    }

    private String any(List<Object> parameters) {
        return switch (random.nextInt(8)) {
            case 0 -> pick("NULL", "TRUE", "false", "DEFAULT");
            case 1 -> "-" + random.nextInt(5) + pick("", ".25");
            case 2 -> pick("1 + 1", "1e3", "UPPER('x')", "X'0aff'", "-(3)", "- 7", "+2");
            case 3 -> value(parameters, (long) random.nextInt(5));
            case 4 -> "0" + random.nextInt(9) + ".50";
            default -> value(parameters, pick("a", "it's", "", "ü"));
        };
    }

    private String update(List<Object> parameters) {
        int kind = random.nextInt(8);
        if (kind == 0) {
            return "UPDATE o SET total = " + value(parameters, pick("7", "x", "2.555")) + " WHERE user_id = "
                    + value(parameters, pick("u", "v")) + " AND no = " + random.nextInt(9);
        } else if (kind == 1) {
            return "UPDATE o SET note = " + pick("'long enough to fail'", "'n'", "NULL", "DEFAULT", "5")
                    + " WHERE no = " + random.nextInt(9);
        } else if (kind == 2) {
            return "UPDATE one SET r = " + pick("1.5", "-2", "'3'", "1e99") + " WHERE k = " + random.nextInt(30);
        }
        return pick("UPDATE ", "update ") + pick("t", "t", "t", "T", "\"t/sub\"", "\"t/**\"") + " SET n = "
                + any(parameters)
                + pick("", ", s = " + any(parameters), ", x = " + any(parameters), ", y = n", ", n = 2")
                + where(parameters);
    }

    private String target(List<Object> parameters) {
        return pick(
                "o WHERE user_id = 'u' AND no = " + random.nextInt(9),
                "records WHERE id = " + value(parameters, id()),
                "t" + where(parameters),
                "t" + where(parameters),
                "\"t/*\"" + where(parameters),
                "nowhere WHERE n = 1");
    }

    private String where(List<Object> parameters) {
        return switch (random.nextInt(8)) {
            case 0 ->
                " WHERE n = " + value(parameters, (long) random.nextInt(5)) + " AND s = " + value(parameters, "a");
            case 1 -> " WHERE n > " + random.nextInt(5) + " AND n < 4";
            case 2 -> " WHERE s IN ('a', 'b')";
            case 3 -> " WHERE _id = " + value(parameters, pick("malformed", id(), id()));
            case 4 -> " WHERE s IS NULL";
            case 5 -> " WHERE missing = 1";
            case 6 -> " WHERE n = 1 OR s = 'u'";
            default -> " WHERE _seq = " + random.nextInt(20);
        };
    }

    private String id() {
        return ids.get(random.nextInt(ids.size()));
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
