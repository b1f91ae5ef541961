package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.RingScope;
import org.junit.jupiter.api.Test;

/** Plans of joins are made for the records that are there, and made anew when there are far more or fewer. */
class PlanSizesTest {
    private static final int RINGS = 20;
    private static final int RECORDS = 100;
    private static final String BY_RING = "SELECT s.n, b.k FROM small s JOIN \"big/**\" b ON b._ring = s.target";

    private static void fill(SqlFixture db, String ring, int records) {
        for (int i = 0; i < records; i++) {
            db.put(ring, "{\"n\":" + i + ",\"k\":" + i + ",\"target\":\"big/r" + i % RINGS + "\"}");
        }
    }

    private static void fillBig(SqlFixture db) {
        for (int i = 0; i < RINGS; i++) {
            fill(db, "big/r" + i, RECORDS);
        }
    }

    private static boolean looksUp(SqlFixture.Answer answer) {
        return answer.prepared().plan().explain().contains("RocheLookupJoin");
    }

    @Test
    void smallSideLooksUpWhereverItIsWritten() {
        try (SqlFixture db = new SqlFixture()) {
            fillBig(db);
            fill(db, "small", 3);
            for (String sql : new String[] {
                BY_RING,
                "SELECT s.n, b.k FROM \"big/**\" b JOIN small s ON b._ring = s.target",
                // both sides could be routed: the one with fewer records routes
                "SELECT s._seq, b.k FROM \"big/**\" b JOIN \"small/**\" s ON b._ring = s.target AND b._ring = s.target"
            }) {
                SqlFixture.Answer answer = db.query(sql);
                assertTrue(looksUp(answer), answer.prepared().plan().explain());
                assertEquals(3 * RECORDS, answer.rows().size(), sql);
                assertEquals(3 * RECORDS + 3, answer.monitor().recordsScanned(), sql);
            }
        }
    }

    @Test
    void planIsMadeAnewWhenSizesAreGrosslyWrong() {
        try (SqlFixture db = new SqlFixture()) {
            fillBig(db);
            fill(db, "small", 3);
            RochePlan plan = db.query(BY_RING).prepared().plan();
            fill(db, "small", 900);
            try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
                assertTrue(plan.isCurrent(view), "900 more are not that many");
            }
            fill(db, "small", 300);
            try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
                assertFalse(plan.isCurrent(view));
            }
            assertEquals(RochePlan.CacheState.MISS, db.query(BY_RING).prepared().state());
            assertEquals(RochePlan.CacheState.HIT, db.query(BY_RING).prepared().state());
        }
    }

    @Test
    void pointsAndSingleScansDependOnNoSize() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db, "small", 3);
            RochePlan plan =
                    db.query("SELECT n + 1 FROM small WHERE n = 1").prepared().plan();
            fill(db, "small", 2_000);
            try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
                assertTrue(plan.isCurrent(view));
            }
        }
    }

    @Test
    void explainShowsWhatIsExpected() {
        try (SqlFixture db = new SqlFixture()) {
            fillBig(db);
            fill(db, "small", 30);
            String text = String.join(
                    "\n",
                    db.query("EXPLAIN " + BY_RING + " WHERE s.n = 1").column().stream()
                            .map(Object::toString)
                            .toList());
            assertTrue(text.contains("scan of small: 1 of 21 rings, 30 records, about 6 rows expected"), text);
        }
    }
}
