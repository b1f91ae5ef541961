package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LIKE says the same whether a scan decides it or the plan above. */
class LikeTest {
    /** As JSON strings: one of each sort of character that matching could treat specially. */
    private static final List<String> TEXTS = List.of(
            "a\\nb",
            "a\\rb",
            "a\\u2028b",
            "axb",
            "a😀b",
            "ab",
            "a_b",
            "a%b",
            "a!b",
            "a.b",
            "\\n",
            "",
            "日本\\nx",
            "A\\nB",
            "a\\\\b");

    private final SqlFixture db = new SqlFixture();

    @AfterEach
    void close() {
        db.close();
    }

    private void fill() {
        for (int i = 0; i < TEXTS.size(); i++) {
            db.put("r", "{\"n\":" + i + ",\"t\":\"" + TEXTS.get(i) + "\"}");
        }
        db.put("r", "{\"n\":-1,\"t\":null}");
    }

    private void agree(RocheSql plain, String condition, Object... parameters) {
        String scanned = "SELECT n FROM \"r\" WHERE t " + condition + " ORDER BY n";
        List<Object> pushed = db.query(scanned, parameters).column();
        String computed = "SELECT n FROM \"r\" WHERE t || '' " + condition + " ORDER BY n";
        assertEquals(pushed, db.query(computed, parameters).column(), condition);
        assertEquals(pushed, db.query(plain, scanned, parameters).column(), condition);
        String projected = "SELECT n FROM (SELECT n, t " + condition + " AS m FROM \"r\") WHERE m ORDER BY n";
        assertEquals(pushed, db.query(projected, parameters).column(), condition);
    }

    @Test
    void scansAndPlansAgree() {
        fill();
        try (RocheSql plain = RocheSql.over(db.engine, 10, new PlannerOptions(false, false))) {
            for (String like : List.of("LIKE ", "NOT LIKE ")) {
                for (String pattern :
                        List.of("a_b", "a%b", "a__b", "_", "%", "", "%\n%", "a.b", "日__x", "a\\b", "%_%", "_%_")) {
                    agree(plain, like + "'" + pattern + "'");
                    agree(plain, like + "?", pattern);
                }
                for (String pattern : List.of("a!_b", "a!%b", "a!!b", "a!%%", "!__")) {
                    agree(plain, like + "'" + pattern + "' ESCAPE '!'");
                    agree(plain, like + "? ESCAPE '!'", pattern);
                }
                agree(plain, like + "?", (Object) null);
            }
        }
    }

    @Test
    void anUnderscoreIsAnyOneCharacter() {
        fill();
        assertEquals(
                List.of(0L, 1L, 2L, 3L, 4L, 6L, 7L, 8L, 9L, 14L),
                db.query("SELECT n FROM \"r\" WHERE LOWER(t) LIKE 'a_b' AND n <> 13 ORDER BY n")
                        .column());
        assertEquals(
                List.of(true),
                db.query("SELECT UPPER(t) LIKE 'A_B' FROM \"r\" WHERE n = 0").column());
    }

    @Test
    void badEscapesFailAlike() {
        fill();
        for (String condition : List.of("LIKE 'a!b' ESCAPE '!'", "LIKE ? ESCAPE '!!'")) {
            Object[] parameters = condition.contains("?") ? new Object[] {"a"} : new Object[0];
            String pushed = db.failure("SELECT n FROM \"r\" WHERE t " + condition, parameters);
            assertTrue(pushed.startsWith("22023 "), pushed);
            assertEquals(pushed, db.failure("SELECT n FROM \"r\" WHERE LOWER(t) " + condition, parameters));
        }
    }
}
