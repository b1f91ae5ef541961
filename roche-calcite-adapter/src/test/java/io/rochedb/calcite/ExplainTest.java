package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainTest {
    private static String explain(SqlFixture db, String sql, Object... parameters) {
        SqlFixture.Answer answer = db.query(sql, parameters);
        assertEquals(List.of("plan"), answer.labels());
        StringBuilder text = new StringBuilder();
        answer.column().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    @Test
    void planSaysWhatIsPushedAndRouted() {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            String plan = explain(db, "EXPLAIN PLAN FOR SELECT title FROM \"docs/**\" WHERE year > 2012 LIMIT 3");
            assertTrue(
                    plan.contains("RocheScan") && plan.contains(">(year, 2012)") && plan.contains("columns=[[title]]"),
                    plan);
            assertTrue(plan.contains("scan of docs/**: 2 of 3 rings, 20 records"), plan);
            assertEquals(plan, explain(db, "explain SELECT title FROM \"docs/**\" WHERE year > 2012 LIMIT 3"));
            assertTrue(explain(db, "EXPLAIN SELECT seq FROM records WHERE ring = ?", "misc")
                    .contains("1 of 3 rings, 10 records"));
        }
    }

    @Test
    void analyzeMeasures() {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            String sql = "SELECT seq, payload FROM records WHERE payload LIKE '%\"t3\"%'";
            String first = explain(db, "EXPLAIN ANALYZE " + sql);
            for (String line : List.of(
                    "ringsKnown 3",
                    "ringsRouted 3",
                    "ringsPruned 0",
                    "recordsScanned 30",
                    "rowsReturned 1",
                    "planCache miss")) {
                assertTrue(first.contains(line + "\n"), first);
            }
            assertTrue(
                    first.contains(
                            "all rows that match are where ring = 'docs/japan': that reads 1 instead of 3 rings, from 30 -> 10 records"),
                    first);
            db.query(sql);
            assertTrue(explain(db, "EXPLAIN ANALYZE " + sql).contains("planCache fast\n"));
            String routed = explain(db, "EXPLAIN ANALYZE SELECT seq FROM records WHERE ring = 'misc'");
            assertTrue(
                    !routed.contains("hint")
                            && routed.contains("ringsPruned 2\n")
                            && routed.contains("recordsSkipped 20\n"),
                    routed);
            String search = explain(
                    db, "EXPLAIN ANALYZE SELECT title FROM \"docs/**\" ORDER BY L2_DISTANCE(_vector, '[1,2]') LIMIT 3");
            assertTrue(search.contains("exact, vector kernel ") && search.contains("vectorsScanned 15\n"), search);
        }
    }
}
