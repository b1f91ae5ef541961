package io.rochedb.calcite.internal.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The functions over real rings: what they say must agree with each other and with plain queries. */
class FunctionsOverEngineTest {
    private static final int PER_RING = 20;

    private final SqlSession db = new SqlSession(null);

    @BeforeEach
    void fill() {
        db.run("CALL CONFIGURE_RING('logs', 7.5)");
        for (String ring : List.of("docs/a", "docs/b", "logs")) {
            for (int i = 0; i < PER_RING; i++) {
                db.count(
                        "INSERT INTO records (ring, payload, vector) VALUES (?, ?, ?)",
                        ring,
                        "{\"n\":" + i + ",\"status\":\"" + (i % 2 == 0 ? "open" : "done") + "\"}",
                        new float[] {i + 1, PER_RING - i, ring.length()});
            }
        }
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void theScalarAgreesWithTheTableFunctionForEveryRecord() {
        assertEquals(
                "60",
                db.rows(
                        "SELECT COUNT(*) FROM records AS r, LATERAL TABLE(LOCATE(r.id, TIMESTAMP '2030-01-01 00:00:00'))"
                                + " AS l WHERE l.node = LOCATE(r.id, TIMESTAMP '2030-01-01 00:00:00') AND l.ring = r.ring"
                                + " AND l.id = r.id AND l.owner = 'local'"));
        assertEquals("true", db.rows("SELECT COUNT(DISTINCT LOCATE(id)) <= 8 AND MIN(LOCATE(id)) >= 0 FROM records"));
    }

    @Test
    void aVisitIsWhereLocateSaysTheRecordIsThen() {
        assertEquals(
                "480",
                db.rows("SELECT COUNT(*) FROM records AS r, sys.nodes AS s, NEXT_VISIT(r.id, s.node, 1893456000) AS v"
                        + " WHERE LOCATE(r.id, v.visit_at) = s.node AND v.wait_seconds >= 0 AND v.wait_seconds <= 60"));
        db.fails(ErrorCode.INVALID_PARAMETER, "SELECT v.* FROM records AS r, NEXT_VISIT(r.id, 8) AS v");
    }

    @Test
    void aMeetingIsWhereBothAreThen() {
        String pairs = "FROM (SELECT MIN(id) AS x FROM \"docs/a\" AS t (n, status, id, r1, s1, w1, p1, c1, v1)) AS a,"
                + " (SELECT MIN(_id) AS y FROM logs) AS b, NEXT_JOIN(a.x, b.y, 1893456000) AS j";
        assertEquals(
                "true|true",
                db.rows("SELECT LOCATE(j.id_a, j.join_at) = j.node, LOCATE(j.id_b, j.join_at) = j.node " + pairs));
        assertEquals("true", db.rows("SELECT j.window_seconds > 0 " + pairs));
    }

    @Test
    void retrieveIsTheVectorSearchOfTheRing() {
        String byRetrieve =
                db.rows("SELECT id FROM RETRIEVE('[20, 1, 6]', ring => 'docs/a', budget => 5) ORDER BY hit");
        assertEquals(PER_RING, db.monitor.vectorsScanned());
        assertEquals(2 * PER_RING, db.monitor.vectorsSkipped());
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals(
                byRetrieve,
                db.rows("SELECT id FROM records WHERE ring = 'docs/a' ORDER BY COSINE_DISTANCE(vector, '[20, 1, 6]')"
                        + " LIMIT 5"));
        assertEquals(
                "true",
                db.rows("SELECT COUNT(*) = 5 AND MAX(ABS(h.score - COSINE_SIMILARITY(r.vector, '[20, 1, 6]'))) < 1e-9"
                        + " FROM RETRIEVE('[20, 1, 6]', ring => 'docs/a', budget => 5) AS h JOIN records AS r"
                        + " ON r.id = h.id"));
    }

    @Test
    void aPredicateFiltersBeforeTheSearchAndAnOuterConditionAfterIt() {
        String search = "RETRIEVE('[20, 1, 6]', ring => 'docs/a', budget => 4";
        assertEquals(
                "4|18",
                db.rows("SELECT COUNT(*), MAX(JSON_VALUE(payload, '$.n' RETURNING INTEGER)) FROM " + search
                        + ", predicate => '{\"status\":\"open\"}')"));
        assertEquals(
                "4|12|18",
                db.rows(
                        "SELECT COUNT(*), MIN(JSON_VALUE(payload, '$.n' RETURNING INTEGER)),"
                                + " MAX(JSON_VALUE(payload, '$.n' RETURNING INTEGER)) FROM " + search
                                + ", predicate => ?)",
                        "{\"status\":\"open\",\"n\":{\"gte\":3,\"lt\":19}}"));
        assertEquals("2", db.rows("SELECT COUNT(*) FROM " + search + ") WHERE payload LIKE '%open%'"));
        assertEquals(
                "3",
                db.rows(
                        "SELECT COUNT(*) FROM RETRIEVE('[1, 1, 1]', budget => 9, predicate => '{\"n\":{\"in\":[7]}}')"));
    }

    @Test
    void knobsAndBudgetsBound() {
        assertEquals("3", db.rows("SELECT COUNT(*) FROM RETRIEVE('[1, 1, 1]', amount => 'few')"));
        assertEquals(
                "docs/a\ndocs/b",
                db.rows("SELECT DISTINCT ring FROM RETRIEVE('[1, 1, 1]', ring => 'docs', include_children => TRUE,"
                        + " budget => 40) ORDER BY ring"));
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM RETRIEVE('[1, 1, 1]', ring => 'nowhere')");
        assertEquals(
                "3",
                db.rows(
                        "SELECT COUNT(*) FROM (VALUES ('nowhere'), ('logs')) AS t (r), RETRIEVE('[1, 1, 1]', ring => t.r,"
                                + " budget => 3) AS h"));
        String tokens = db.rows("SELECT SUM(tokens) FROM RETRIEVE('[1, 1, 1]', budget => 30, token_budget => 50)");
        assertTrue(Integer.parseInt(tokens) <= 50 && Integer.parseInt(tokens) > 30, tokens);
        db.fails(ErrorCode.DATA_EXCEPTION, "SELECT * FROM RETRIEVE('[1, 1]', ring => 'docs/a')");
        db.fails(ErrorCode.DATA_EXCEPTION, "SELECT * FROM RETRIEVE('[0, 0, 0]', ring => 'docs/a')");
    }

    @Test
    void aJoinGivesTheVector() {
        assertEquals(
                "60",
                db.rows("SELECT COUNT(*) FROM records AS r, RETRIEVE(r.vector, ring => r.ring, budget => 1) AS h"
                        + " WHERE ABS(h.score - 1) < 1e-6"));
    }

    @Test
    void recordsAreFoundByTheShortFormOfTheirId() {
        assertEquals(
                "true|true|null",
                db.rows(
                        "SELECT RECORD_ID('docs/a:3') = id, RECORD_ID(?) = id, RECORD_ID('docs/a:99') FROM records"
                                + " WHERE ring = 'docs/a' AND seq = 3",
                        db.rows("SELECT key FROM sys.rings WHERE name = 'docs/a'") + ":3"));
    }

    @Test
    void whatAScopeHidesIsNowhere() {
        String id = db.rows("SELECT MIN(_id) FROM logs");
        try (Transaction scoped = db.engine.begin(RingScope.subtree("docs"), null)) {
            assertEquals(
                    List.of(), db.run(scoped, "SELECT * FROM LOCATE(?)", id).rows());
            assertEquals(List.of("null"), db.run(scoped, "SELECT LOCATE(?)", id).rows());
            assertEquals(
                    List.of("docs", "docs/a", "docs/b"),
                    db.run(scoped, "SELECT name FROM sys.rings ORDER BY name").rows());
            assertEquals(
                    List.of("0"),
                    db.run(scoped, "SELECT COUNT(*) FROM sys.columns WHERE table_name = 'logs'")
                            .rows());
        }
    }
}
