package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What operators hold is bounded: they spill, keep less, or refuse. */
class StatementMemoryTest {
    private static final int ROWS = 6_000;
    private static final long LITTLE = 300_000;

    private static void fill(SqlFixture db) {
        Random random = new Random(7);
        for (int i = 0; i < ROWS; i++) {
            String text = i % 50 == 0 ? "null" : "\"t" + random.nextInt(500) + (i % 7 == 0 ? "日\\ud800" : "") + "\"";
            String number = i % 31 == 0 ? "null" : "" + random.nextInt(1000) + (i % 2 == 0 ? ".25" : "");
            db.put("r", "{\"s\":" + text + ",\"x\":" + number + ",\"b\":" + (i % 3 == 0) + ",\"n\":" + i + "}", i, 1);
        }
    }

    @Test
    void aSortLargerThanItsMemoryGoesThroughFiles() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            for (String order : List.of("s DESC, n", "x, s DESC NULLS LAST, n DESC", "b, x DESC NULLS FIRST, n")) {
                String sql = "SELECT s, x, b, n, CAST(n AS DECIMAL(9, 2)) AS d, _vector FROM r ORDER BY " + order;
                SqlFixture.Answer whole = db.query(sql);
                db.memoryMaxBytes = LITTLE;
                SqlFixture.Answer spilled = db.query(sql);
                db.memoryMaxBytes = Long.MAX_VALUE;
                assertEquals(ROWS, spilled.rows().size());
                assertEquals(whole.rows(), spilled.rows(), order);
                assertEquals(0, spilled.monitor().heldBytes());
            }
        }
    }

    @Test
    void aLimitKeepsOnlyItsRows() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            List<List<Object>> all =
                    db.query("SELECT n FROM r ORDER BY s, n DESC").rows();
            db.memoryMaxBytes = 64_000;
            assertEquals(
                    all.subList(5, 15),
                    db.query("SELECT n FROM r ORDER BY s, n DESC LIMIT 10 OFFSET 5")
                            .rows());
        }
    }

    @Test
    void aLimitCountsTheRowsItKeepsAndNotThoseItKeptFirst() {
        try (SqlFixture db = new SqlFixture()) {
            String large = "x".repeat(5_000);
            for (int i = 0; i < 400; i++) {
                db.put("r", "{\"n\":" + i + ",\"s\":\"" + (i < 200 ? "" : large) + "\"}", i, 1);
            }
            db.memoryMaxBytes = LITTLE;
            assertRefused(db, "ORDER BY", "SELECT n, s FROM r ORDER BY n DESC LIMIT 200");
            assertEquals(
                    200,
                    db.query("SELECT n, s FROM r ORDER BY n LIMIT 200").rows().size());
        }
    }

    @Test
    void aLookupJoinHoldsNoMoreOfItsOtherSideThanItMay() {
        try (SqlFixture db = new SqlFixture()) {
            String large = "x".repeat(5_000);
            for (int i = 0; i < 400; i++) {
                db.put("names", "{\"of\":\"d/" + i % 4 + "\",\"s\":\"" + large + "\"}", i, 1);
            }
            for (int i = 0; i < 4; i++) {
                db.put("d/" + i, "{\"n\":" + i + "}", i, 1);
            }
            String sql = "SELECT LENGTH(n.s), r.ring FROM names n JOIN records r ON r.ring = n.\"of\"";
            List<List<Object>> whole = db.query(sql).rows();
            assertEquals(400, whole.size());
            db.memoryMaxBytes = LITTLE;
            SqlFixture.Answer little = db.query(sql);
            assertEquals(400, little.rows().size());
            assertEquals(Set.copyOf(whole), Set.copyOf(little.rows()));
            assertEquals(0, little.monitor().heldBytes());
        }
    }

    @Test
    void aSortThatMayHoldAlmostNothingIsRefused() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            db.memoryMaxBytes = 20_000;
            String failure = db.failure("SELECT s, n FROM r ORDER BY s, n");
            assertTrue(failure.startsWith("53200 ORDER BY needs more memory"), failure);
            assertTrue(failure.contains("queryMemory=20000"), failure);
        }
    }

    @Test
    void whatCannotSpillIsRefusedAndSaysWhat() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            db.memoryMaxBytes = LITTLE;
            assertRefused(db, "a join", "SELECT a.n FROM r a JOIN r b ON a.n = b.n");
            assertRefused(db, "GROUP BY", "SELECT n, COUNT(*) FROM r GROUP BY n");
            assertRefused(db, "GROUP BY", "SELECT DISTINCT n FROM r");
            assertRefused(db, "GROUP BY", "SELECT n FROM r UNION SELECT n + 1 FROM r");
            assertRefused(db, "EXCEPT", "SELECT n FROM r EXCEPT SELECT n + 1 FROM r");
            assertRefused(db, "a window function", "SELECT n, SUM(n) OVER (ORDER BY n) FROM r");
            assertRefused(db, "GROUP BY", "SELECT n, s, COUNT(*) FROM r GROUP BY ROLLUP (n, s)");
            assertRefused(db, "a join", "SELECT a.n FROM r a RIGHT JOIN r b ON a.n > b.n + 5990");
            assertRefused(db, "a join", "SELECT a.n FROM r a FULL JOIN r b ON a.n = b.n AND a.x > b.x");
            assertRefused(db, "LISTAGG", "SELECT b, LISTAGG(s) FROM r GROUP BY b");
        }
    }

    @Test
    void aLoopReadsARightSideThatItCannotKeepAgain() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            for (String sql : List.of(
                    "SELECT a.n, b.n FROM r a JOIN r b ON a.n + b.n > 11994",
                    "SELECT a.n, b.n FROM r a LEFT JOIN r b ON a.n > b.n + 5990 WHERE a.n > 5980",
                    "SELECT COUNT(*) FROM r a WHERE a.n < 50 AND NOT EXISTS (SELECT 1 FROM r b WHERE b.n < a.n - 20)")) {
                List<List<Object>> whole = db.query(sql).rows();
                db.memoryMaxBytes = LITTLE;
                SqlFixture.Answer little = db.query(sql);
                db.memoryMaxBytes = Long.MAX_VALUE;
                assertEquals(whole, little.rows(), sql);
                assertEquals(0, little.monitor().heldBytes(), sql);
            }
        }
    }

    @Test
    void manyRowsInFewGroupsNeedNoMemory() {
        try (SqlFixture db = new SqlFixture()) {
            fill(db);
            String sql = "SELECT b, COUNT(*), SUM(n), MIN(x), MAX(s), AVG(n) FROM r GROUP BY b ORDER BY b";
            List<List<Object>> whole = db.query(sql).rows();
            db.memoryMaxBytes = LITTLE / 4;
            assertEquals(whole, db.query(sql).rows());
            String union = "SELECT b FROM r UNION SELECT NOT b FROM r ORDER BY b";
            assertEquals(List.of(List.of(false), List.of(true)), db.query(union).rows());
            String sets = "SELECT b, MOD(n, 5), COUNT(*) FROM r GROUP BY CUBE (b, MOD(n, 5))";
            assertEquals(18, db.query(sets).rows().size());
            String both = "SELECT b, MOD(n, 5) FROM r INTERSECT SELECT b, MOD(n, 3) FROM r";
            assertEquals(3, db.query(both).rows().size());
            String less = "SELECT b, MOD(n, 5) FROM r EXCEPT SELECT b, MOD(n, 3) FROM r";
            assertEquals(7, db.query(less).rows().size());
        }
    }

    private static void assertRefused(SqlFixture db, String operator, String sql) {
        String failure = db.failure(sql);
        assertTrue(failure.startsWith("53200 " + operator + " needs more memory"), sql + ": " + failure);
    }
}
