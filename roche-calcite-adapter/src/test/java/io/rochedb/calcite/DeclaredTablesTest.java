package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Declared tables and ring templates in queries: names, columns, values, routes. */
class DeclaredTablesTest {
    private final DeclaredFixture db = new DeclaredFixture();

    @BeforeEach
    void fill() {
        db.table(
                "orders",
                "users/{user_id}/orders",
                "user_id VARCHAR NOT NULL",
                "order_no VARCHAR(10) NOT NULL",
                "total DECIMAL(12,2)",
                "placed_at TIMESTAMP",
                "qty INTEGER",
                "done BOOLEAN");
        db.table("events", "e/{day}/{kind}", "day VARCHAR", "kind VARCHAR", "n BIGINT");
        db.table(
                "japan",
                "docs/japan",
                "title VARCHAR NOT NULL",
                "born DATE",
                "at TIME",
                "bits VARBINARY",
                "w REAL",
                "s SMALLINT");
        for (int user = 1; user <= 3; user++) {
            for (int i = 1; i <= 2; i++) {
                db.put(
                        "users/u" + user + "/orders",
                        "{\"order_no\":\"A-" + i + "\",\"total\":" + user + "." + i + ",\"qty\":" + (user * i)
                                + ",\"placed_at\":\"2026-07-0" + i + "T10:00:00.000\",\"done\":" + (i == 1)
                                + ",\"extra\":1}");
            }
        }
        for (String ring : new String[] {"e/d1/a", "e/d1/b", "e/d2/a", "e/d2/b/deeper", "e/d2"}) {
            db.put(ring, "{\"n\":1}");
        }
        db.put(
                "docs/japan",
                "{\"title\":\"t\",\"born\":\"2000-02-29\",\"at\":\"10:00:00.000\",\"bits\":\"YWI=\",\"w\":0.1,\"s\":7}");
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void starShowsWhatIsDeclared() {
        assertEquals(
                "user_id VARCHAR!, order_no VARCHAR(10)!, total DECIMAL(12,2), placed_at TIMESTAMP(3), qty INTEGER(10), done BOOLEAN",
                db.columns("SELECT * FROM Orders WHERE user_id = 'u1'"));
        assertEquals(
                "u1|A-1|1.10|1782900000000|1|true\nu1|A-2|1.20|1782986400000|2|false",
                db.run("SELECT * FROM orders WHERE user_id = 'u1'"));
        assertEquals(1, db.monitor.ringsRouted());
    }

    @Test
    void metaColumnsHaveNames() {
        assertEquals(
                "users/u1/orders|0|json",
                db.run("SELECT _ring, _seq, _codec FROM orders WHERE user_id = 'u1' AND qty = 1"));
        String id = db.run("SELECT o._id FROM orders o WHERE qty = 6");
        assertEquals("u3", db.run("SELECT user_id FROM orders WHERE _id = '" + id + "'"));
        assertEquals("u2|A-1", db.run("SELECT user_id, order_no FROM orders WHERE _ring = 'users/u2/orders' AND done"));
    }

    @Test
    void starsInJoinsAndSubqueries() {
        assertEquals("day|kind|n|user_id", String.join("|", labels("SELECT e.*, o.user_id FROM events e, orders o")));
        assertEquals(
                "order_no|user_id|total|placed_at|qty|done|n",
                String.join(
                        "|",
                        labels(
                                "SELECT * FROM orders JOIN (SELECT n, 'A-1' AS order_no FROM events) e USING (order_no)")));
        assertEquals("day|kind|n|_id", String.join("|", labels("SELECT *, _id FROM events")));
        assertEquals("x|_ring|day|kind|n", String.join("|", labels("SELECT 1 AS x, t._ring, * FROM events AS t")));
        assertEquals("a", String.join("|", labels("SELECT * FROM (SELECT day AS a FROM events) t(a)")));
        assertEquals(
                "3", db.run("SELECT COUNT(*) FROM (SELECT * FROM events UNION ALL SELECT * FROM events WHERE FALSE)"));
        assertEquals("day|kind", String.join("|", labels("SELECT * EXCLUDE (n) FROM events")));
    }

    @Test
    void columnsCanBeRenamedInFrom() {
        assertEquals("d1|a|1", db.run("SELECT * FROM events AS e (x, y, z) WHERE x = 'd1' AND y = 'a'"));
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals("x|y|z", String.join("|", labels("SELECT * FROM events AS e (x, y, z)")));
        assertEquals("day|kind|n", String.join("|", labels("TABLE events")));
    }

    @Test
    void naturalJoinPassesOverMetaColumns() {
        assertEquals("day|kind|n", String.join("|", labels("SELECT * FROM events a NATURAL JOIN events b")));
        assertEquals("3", db.run("SELECT COUNT(*) FROM events a NATURAL JOIN events b"));
        assertEquals("18", db.run("SELECT COUNT(*) FROM events a NATURAL JOIN orders b"));
    }

    @Test
    void aTableOverOneRingHasItsNameToo() {
        assertEquals("t|11016|36000000|ab|0.1|7", db.run("SELECT * FROM \"docs/japan\""));
        assertEquals("t|11016|36000000|ab|0.1|7", db.run("SELECT * FROM JAPAN"));
        assertEquals("1", db.run("SELECT COUNT(*) FROM japan"));
        assertTrue(db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM nowhere").contains("'nowhere'"));
    }

    @Test
    void ringsOfATableKeepTheirInferredColumns() {
        assertTrue(labels("SELECT * FROM \"users/u1/orders\"")[0].equals("order_no"));
        assertTrue(String.join("|", labels("SELECT * FROM \"users/*/orders\"")).endsWith("_vector"));
    }

    private String[] labels(String query) {
        db.run(query);
        return db.plan.columns().stream().map(SqlColumn::label).toArray(String[]::new);
    }

    @Test
    void segmentsChooseRings() {
        routes(2, "day = 'd1'");
        routes(1, "day = 'd1' AND kind = 'a'");
        routes(1, "kind = 'b' AND day IN ('d1', 'nowhere')");
        routes(2, "kind = 'a'");
        routes(1, "day = ? AND kind = ?", "d2", "a");
        routes(2, "day = ? OR (day = ? AND kind = ?)", "d1", "d1", "a");
        routes(2, "day LIKE 'd1%'");
        routes(3, "day LIKE '_1' OR day LIKE 'd!_' ESCAPE '!' OR kind LIKE 'a'");
        routes(1, "day > 'd1'");
        routes(2, "day BETWEEN 'd' AND 'd1'");
        routes(2, "day < 'd2'");
        routes(1, "day <> 'd1'");
        routes(0, "day IS NULL");
        routes(0, "day = 'd1/a'");
        routes(0, "day = ''");
        routes(0, "day = ?", (Object) null);
        routes(0, "day = 'd1' AND day = 'd2'");
        routes(3, "day IS NOT NULL");
        routes(3, "kind > 'A'");
    }

    private void routes(int rings, String where, Object... parameters) {
        String rows = db.run("SELECT COUNT(*) FROM (SELECT day, kind FROM events WHERE " + where + ")", parameters);
        assertEquals(rings, Integer.parseInt(rows), where);
        assertEquals(rings, db.monitor.ringsRouted(), where);
    }

    @Test
    void declaredValuesAreCompared() {
        assertEquals("2", db.run("SELECT COUNT(*) FROM orders WHERE qty = ?", 2L));
        assertEquals("3", db.run("SELECT COUNT(*) FROM orders WHERE placed_at > TIMESTAMP '2026-07-01 10:00:00'"));
        assertEquals(
                "1", db.run("SELECT COUNT(*) FROM japan WHERE born = DATE '2000-02-29' AND \"at\" = TIME '10:00:00'"));
        assertEquals("4", db.run("SELECT COUNT(*) FROM orders WHERE total > 2"));
        assertEquals("1", db.run("SELECT COUNT(*) FROM orders WHERE total = 3.20"));
        assertEquals("1", db.run("SELECT COUNT(*) FROM japan WHERE s = 7 AND bits = X'6162'"));
    }

    @Test
    void anOldValueThatDoesNotFitIsNamed() {
        db.put("users/u9/orders", "{\"order_no\":\"A\",\"qty\":\"many\",\"total\":1.234,\"placed_at\":\"soon\"}");
        for (String column : new String[] {"qty", "total", "placed_at"}) {
            String message = db.fails(ErrorCode.INVALID_CAST, "SELECT " + column + " FROM orders WHERE user_id = 'u9'");
            assertTrue(message.contains("'" + column + "'") && message.contains("record '"), message);
        }
        assertEquals("A", db.run("SELECT order_no FROM orders WHERE user_id = 'u9'"));
    }

    @Test
    void joinsOnSegmentsRouteTheScan() {
        db.put("picks", "{\"who\":\"u2\",\"no\":\"A-2\"}");
        db.put("picks", "{\"who\":\"no/one\",\"no\":\"A-2\"}");
        db.put("picks", "{\"who\":null,\"no\":\"A-2\"}");
        assertEquals(
                "u2|A-1\nu2|A-2",
                db.run(
                        "SELECT o.user_id, o.order_no FROM picks p JOIN orders o ON o.user_id = p.who WHERE p.no LIKE '%2'"));
        assertTrue(db.plan.explain().contains("RocheLookupJoin"), db.plan.explain());
        assertEquals(2, db.monitor.ringsRouted());
        assertEquals(
                "u2|4\nno/one|null\nnull|null",
                db.run(
                        "SELECT p.who, o.qty FROM picks p LEFT JOIN orders o ON o.user_id = p.who AND o.order_no = p.no WHERE p.no > 'A'"));
        assertTrue(db.plan.explain().contains("matchedBy=[no]"), db.plan.explain());
        assertEquals(
                "d1|b",
                db.run(
                        "SELECT e.* EXCLUDE (n) FROM (VALUES ('d1','b'),('d1','x')) v(d, k) JOIN events e ON e.day = v.d AND e.kind = v.k"));
        assertEquals(1, db.monitor.ringsRouted());
    }

    @Test
    void pointShapesNeedNoGeneratedCode() {
        db.run("SELECT order_no, total FROM orders WHERE user_id = ? AND order_no = ?", "u1", "A-1");
        assertTrue(db.plan.fast());
        assertEquals(1, db.monitor.ringsRouted());
    }

    @Test
    void explainShowsTheRings() {
        String plan = db.run("EXPLAIN PLAN FOR SELECT * FROM events WHERE day = 'd1'");
        assertTrue(plan.contains("scan of events: 2 of "), plan);
        assertTrue(plan.contains("day"), plan);
    }
}
