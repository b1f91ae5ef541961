package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.RochePlan.CacheState;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PlanCacheTest {
    @Test
    void aTextIsPlannedOnce() {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            String fast = "SELECT title FROM \"docs/japan\" WHERE year = ?";
            assertEquals(CacheState.MISS, db.query(fast, 2016).prepared().state());
            assertEquals(CacheState.FAST, db.query(fast, 2017).prepared().state());
            String general = "SELECT ring, MAX(seq) FROM records GROUP BY ring";
            assertEquals(CacheState.MISS, db.query(general).prepared().state());
            assertEquals(CacheState.HIT, db.query(general).prepared().state());
        }
    }

    @Test
    void aRecursionIsPlannedForOneStatementOnly() {
        try (SqlFixture db = new SqlFixture()) {
            String sql = "WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5)"
                    + " SELECT SUM(n) AS s, COUNT(*) AS c FROM t";
            SqlFixture.Answer first = db.query(sql);
            SqlFixture.Answer second = db.query(sql);
            assertNotSame(first.prepared().plan(), second.prepared().plan());
            assertEquals(CacheState.MISS, second.prepared().state());
            assertEquals(first.rows(), second.rows());
        }
    }

    @Test
    void failuresAreNotKept() {
        try (SqlFixture db = new SqlFixture()) {
            assertTrue(db.failure("SELECT a FROM later").startsWith("42P01"));
            db.put("later", "{\"a\":1}");
            assertEquals(List.of(1L), db.query("SELECT a FROM later").column());
        }
    }

    @Test
    void newFieldsAndRingsReplan() {
        try (SqlFixture db = new SqlFixture()) {
            db.put("r/a", "{\"a\":1}");
            db.put("other", "{\"z\":1}");
            RochePlan ring = db.query("SELECT * FROM \"r/a\"").prepared().plan();
            RochePlan glob = db.query("SELECT * FROM \"r/*\"").prepared().plan();
            db.put("other", "{\"z\":1,\"y\":\"new\"}");
            assertSame(ring, db.query("SELECT * FROM \"r/a\"").prepared().plan());
            assertSame(glob, db.query("SELECT * FROM \"r/*\"").prepared().plan());
            db.put("r/b", "{\"b\":true}");
            assertSame(ring, db.query("SELECT * FROM \"r/a\"").prepared().plan());
            assertTrue(db.query("SELECT * FROM \"r/*\"").labels().contains("b"));
            db.put("r/a", "{\"a\":\"text\",\"c\":1}");
            SqlFixture.Answer widened = db.query("SELECT * FROM \"r/a\"");
            assertNotSame(ring, widened.prepared().plan());
            assertEquals(List.of("VARCHAR", "BIGINT"), widened.types().subList(0, 2));
            assertEquals(List.of("1", "text"), widened.column());
        }
    }

    @Test
    void scopesDoNotShareWhatTheySee() {
        try (SqlFixture db = new SqlFixture()) {
            db.put("t/a", "{\"a\":1}");
            db.put("u/b", "{\"b\":2}");
            assertEquals(List.of(1L), db.query("SELECT a FROM \"t/a\"").column());
            assertTrue(db.query("SELECT * FROM \"**\"").labels().contains("b"));
            db.scope = RingScope.subtree("u");
            assertTrue(db.failure("SELECT a FROM \"t/a\"").startsWith("42P01 ring 't/a' does not exist"));
            SqlFixture.Answer mine = db.query("SELECT * FROM \"**\"");
            assertFalse(mine.labels().contains("a"));
            assertEquals(1, mine.rows().size());
            assertEquals(1, db.query("SELECT * FROM records").rows().size());
        }
    }

    @Test
    void ownWritesOfATransactionArePlannedApart() {
        try (SqlFixture db = new SqlFixture()) {
            db.put("r", "{\"a\":1}");
            String all = "SELECT * FROM r";
            RochePlan committed = db.query(all).prepared().plan();
            try (Transaction transaction = db.engine.begin(RingScope.ALL, null)) {
                transaction.put(
                        new RecordDraft("r", "{\"a\":2,\"own\":3}".getBytes(StandardCharsets.UTF_8), null, null));
                transaction.put(new RecordDraft("fresh", "{\"f\":4}".getBytes(StandardCharsets.UTF_8), null, null));
                RocheSql.Prepared own = db.sql.prepare(all, transaction, db.session);
                assertEquals("own", own.plan().columns().get(1).label());
                assertEquals(2, db.run(transaction, own).rows().size());
                RocheSql.Prepared fresh = db.sql.prepare("SELECT f FROM fresh", transaction, db.session);
                assertEquals(List.of(List.of(4L)), db.run(transaction, fresh).rows());
                transaction.rollback();
            }
            assertSame(committed, db.query(all).prepared().plan());
            assertTrue(db.failure("SELECT f FROM fresh").startsWith("42P01"));
        }
    }

    @Test
    void manyThreadsPlanOnce() throws Exception {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            ExecutorService threads = Executors.newFixedThreadPool(4);
            try {
                Callable<RochePlan> plan = () -> {
                    try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
                        return db.sql
                                .prepare("SELECT title, year + 1 FROM \"docs/japan\"", view, db.session)
                                .plan();
                    }
                };
                List<RochePlan> plans = new ArrayList<>();
                for (Future<RochePlan> done : threads.invokeAll(List.of(plan, plan, plan, plan))) {
                    plans.add(done.get());
                }
                assertEquals(1, plans.stream().distinct().count());
            } finally {
                threads.shutdownNow();
            }
        }
    }

    /** A cached plan never answers otherwise than a plan made now. */
    @Test
    void cachedPlansAnswerAsFreshOnes() {
        long seed = Long.getLong("roche.oracle.seed", 7L);
        System.out.println("PlanCacheTest seed " + seed);
        Random random = new Random(seed);
        String[] texts = {
            "SELECT * FROM \"r/a\"",
            "SELECT * FROM \"r/**\"",
            "SELECT * FROM \"r/*\" WHERE _seq > 1",
            "SELECT COUNT(*) FROM records",
            "SELECT _ring, COUNT(*) FROM \"**\" GROUP BY _ring ORDER BY 1"
        };
        try (SqlFixture db = new SqlFixture();
                RocheSql uncached = RocheSql.over(db.engine, 0)) {
            db.put("r/a", "{\"a\":1}");
            for (int i = 0; i < 60; i++) {
                if (random.nextInt(3) == 0) {
                    String value = random.nextBoolean() ? "1" : "\"x\"";
                    db.put("r/" + "abc".charAt(random.nextInt(3)), "{\"f" + random.nextInt(6) + "\":" + value + "}");
                }
                String text = texts[random.nextInt(texts.length)];
                SqlFixture.Answer kept = db.query(text);
                SqlFixture.Answer fresh = db.query(uncached, text);
                assertEquals(fresh.labels(), kept.labels(), text + " seed " + seed);
                assertEquals(fresh.types(), kept.types(), text + " seed " + seed);
                assertEquals(fresh.rows(), kept.rows(), text + " seed " + seed);
            }
        }
    }
}
