package io.rochedb.calcite.internal.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RocheSql;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RetrieveRequest;
import java.sql.Timestamp;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The functions through SQL, over a view that answers from a rule: what is tested is the road from the text to the body and back. */
class FunctionsTest {
    private static final long NOW = 1_000_000_500L;
    private static final SessionInfo SESSION =
            new SessionInfo(1, "tester", null, false, Long.MAX_VALUE, Long.MAX_VALUE, true, Map.of());
    private static final String ID = new RecordId(11, 4, 1000, 0).text();
    private static final String OTHER = new RecordId(13, 4, 1000, 0).text();
    private static final String HIDDEN = new RecordId(11, 5, 1000, 0).text();

    private final StubView view = new StubView();
    private final RocheSql sql = RocheSql.over(unusedEngine(), 16);

    @SuppressWarnings("NullAway")
    private static RocheEngine unusedEngine() {
        return null;
    }

    String rows(String text, Object... parameters) {
        RochePlan plan = sql.prepare(text, view, SESSION).plan();
        StatementContext context =
                new StatementContext(unusedEngine(), view, null, new QueryMonitor(), parameters, SESSION, NOW);
        StringBuilder out = new StringBuilder();
        try (SqlCursor cursor = plan.execute(context).cursor()) {
            while (cursor.next()) {
                for (int i = 0; i < plan.columns().size(); i++) {
                    Object value = cursor.get(i);
                    out.append(i == 0 ? "" : "|").append(value instanceof float[] v ? Arrays.toString(v) : value);
                }
                out.append('\n');
            }
        }
        return out.toString().strip();
    }

    private RocheException fails(ErrorCode code, String text, Object... parameters) {
        RocheException e = assertThrows(RocheException.class, () -> rows(text, parameters));
        assertEquals(code, e.code(), e.getMessage());
        return e;
    }

    @Test
    void vectorsInEveryFormCompare() {
        assertEquals("11.0", rows("SELECT DOT_PRODUCT(ARRAY[1.0, 2.0], '[3, 4]')"));
        assertEquals("11.0", rows("SELECT DOT_PRODUCT(ARRAY[1, 2], ?)", (Object) new float[] {3, 4}));
        assertEquals("11.0", rows("SELECT DOT_PRODUCT(?, VECTOR('[3, 4]'))", (Object) new float[] {1, 2}));
        assertEquals("5.0", rows("SELECT L2_DISTANCE(CAST(ARRAY[0, 0] AS REAL ARRAY), '[3, 4]')"));
        assertEquals("1.0|0.0", rows("SELECT COSINE_SIMILARITY('[2,0]', '[5,0]'), COSINE_DISTANCE('[2,0]', '[5,0]')"));
        assertEquals("null", rows("SELECT DOT_PRODUCT(NULL, '[3, 4]')"));
        assertEquals("[1.0, 2.5]", rows("SELECT VECTOR('[1, 2.5]')"));
    }

    @Test
    void wrongVectorsAreNamed() {
        RocheException e = fails(ErrorCode.DATA_EXCEPTION, "SELECT DOT_PRODUCT(ARRAY[1.0, 2.0], '[3, 4, 5]')");
        assertTrue(e.getMessage().contains("2") && e.getMessage().contains("3"), e.getMessage());
        fails(ErrorCode.DATATYPE_MISMATCH, "SELECT DOT_PRODUCT(1, '[3, 4]')");
        fails(ErrorCode.DATA_EXCEPTION, "SELECT DOT_PRODUCT(ARRAY[1.0, NULL], '[3, 4]')");
    }

    @Test
    void documentsAndRings() {
        assertEquals("{\"a\":1}", rows("SELECT JSON_SELECT('{\"a\":1,\"b\":2}', '{ a }')"));
        assertEquals("{\"b\":2,\"c\":3}", rows("SELECT JSON_MERGE_PATCH('{\"a\":1,\"b\":2}', '{\"a\":null,\"c\":3}')"));
        assertEquals(
                "docs|tokyo|null",
                rows("SELECT RING_PARENT('docs/tokyo'), RING_LEAF('docs/tokyo'), RING_PARENT('docs')"));
        assertEquals("a/b/c|a|b", rows("SELECT NEAR_RING('/a/', 'b/c/'), NEAR_RING('a', ''), NEAR_RING('/', 'b')"));
        assertEquals("2|2", rows("SELECT TOKENS('abcde'), TOKENS(?)", "日本"));
        fails(ErrorCode.INVALID_RING_NAME, "SELECT RING_LEAF('a//b')");
    }

    @Test
    void recordIdTakesOtherForms() {
        assertEquals(ID, rows("SELECT RECORD_ID('11:0:4:1.0')"));
        assertEquals(ID, rows("SELECT RECORD_ID(?)", ID));
        assertEquals("null", rows("SELECT RECORD_ID('11:4')"));
        fails(ErrorCode.INVALID_ID, "SELECT RECORD_ID('x:y:z')");
    }

    @Test
    void locateIsAScalarAndATableFunction() {
        assertEquals("4|null|null", rows("SELECT LOCATE('" + ID + "'), LOCATE('" + HIDDEN + "'), LOCATE(NULL)"));
        assertEquals(ID + "|docs|4|local|1.5|" + NOW, rows("SELECT * FROM LOCATE('" + ID + "')"));
        assertEquals(NOW / 1000.0, view.lastAt);
        assertEquals(ID + "|5000", rows("SELECT id, at_time FROM LOCATE(?, at_time => 5)", ID));
        assertEquals(5.0, view.lastAt);
        assertEquals("1500", rows("SELECT at_time FROM LOCATE(?, ?)", ID, new Timestamp(1500)));
        assertEquals("1500", rows("SELECT at_time FROM TABLE(LOCATE(?, TIMESTAMP '1970-01-01 00:00:01.500'))", ID));
        assertEquals("2500", rows("SELECT at_time FROM LOCATE(?, ?)", ID, 2.5));
        assertEquals("", rows("SELECT * FROM LOCATE(?)", HIDDEN));
        assertEquals("", rows("SELECT * FROM LOCATE(?)", (Object) null));
        fails(ErrorCode.INVALID_ID, "SELECT * FROM LOCATE('nonsense')");
        fails(ErrorCode.INVALID_ID, "SELECT LOCATE('nonsense')");
    }

    @Test
    void lateralCallsGetTheColumnsOfTheOuterRow() {
        String outer = "(VALUES ('" + ID + "', 1), ('bad id', 2), ('" + HIDDEN + "', 3)) AS t (k, n)";
        assertEquals("1|4", rows("SELECT t.n, l.node FROM " + outer + ", LATERAL TABLE(LOCATE(t.k)) AS l"));
        assertEquals("1|4", rows("SELECT t.n, l.node FROM " + outer + ", LOCATE(t.k) AS l"));
        assertEquals(
                "1|4\n2|null\n3|null",
                rows("SELECT t.n, l.node FROM " + outer + " LEFT JOIN LATERAL TABLE(LOCATE(t.k)) AS l ON TRUE"));
    }

    @Test
    void visitsAndMeetings() {
        assertEquals(ID + "|3|" + (NOW + 3000) + "|3.0", rows("SELECT * FROM NEXT_VISIT('" + ID + "', 3)"));
        assertEquals(
                ID + "|" + OTHER + "|12000|3|4.5",
                rows("SELECT * FROM NEXT_JOIN(?, id_b => ?, after_time => 10)", ID, OTHER));
        assertEquals("", rows("SELECT * FROM NEXT_JOIN(?, ?)", ID, HIDDEN));
    }

    @Test
    void retrieveReadsItsKnobs() {
        assertEquals("", rows("SELECT * FROM RETRIEVE(?)", (Object) new float[] {1, 0}));
        assertEquals(
                new RetrieveRequest(
                        view.lastRequest.vector(), null, 8, RetrieveRequest.Tuning.DEFAULT, Predicate.TRUE, -1),
                view.lastRequest);
        rows("SELECT hit FROM RETRIEVE('[1, 0]', ring => 'docs', depth => 'veryDeep', search_scope => 'wide',"
                + " amount => 'few', predicate => '{\"status\":\"open\",\"year\":{\"gte\":2020}}')");
        assertEquals("docs", view.lastRequest.ring());
        assertEquals(3, view.lastRequest.budget());
        assertEquals(
                new RetrieveRequest.Tuning(RetrieveRequest.Scope.WIDE, 45, 0, true, 4, 8), view.lastRequest.tuning());
        assertTrue(view.lastRequest.predicate().toString().contains("year"));
        rows("SELECT hit FROM RETRIEVE(vector => ARRAY[1.0, 0.5], ring => ?, budget => ?)", "docs", 20);
        assertEquals(20, view.lastRequest.budget());
        RocheException e = fails(ErrorCode.INVALID_PARAMETER, "SELECT * FROM RETRIEVE('[1]', depth => 'abyss')");
        assertTrue(e.getMessage().contains("deep"), e.getMessage());
        fails(ErrorCode.INVALID_PARAMETER, "SELECT * FROM RETRIEVE('[1]', profile => 'x')");
        fails(ErrorCode.INVALID_PARAMETER, "SELECT * FROM RETRIEVE('[1]', budget => 0)");
        fails(ErrorCode.INVALID_PARAMETER, "SELECT * FROM RETRIEVE('[1]', predicate => '{\"a\":{\"like\":1}}')");
    }

    @Test
    void whatIsNotThereIsSaid() {
        RocheException e = fails(ErrorCode.FEATURE_NOT_SUPPORTED, "SELECT * FROM TEXT_SEARCH('x')");
        assertTrue(e.getMessage().contains("TEXT_SEARCH"), e.getMessage());
        fails(ErrorCode.UNDEFINED_FUNCTION, "SELECT LOCAT('x')");
        fails(ErrorCode.UNDEFINED_FUNCTION, "SELECT * FROM LOCATE()");
    }
}
