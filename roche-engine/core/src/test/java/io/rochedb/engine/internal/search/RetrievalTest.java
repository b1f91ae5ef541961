package io.rochedb.engine.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RetrievalKnobs;
import io.rochedb.engine.query.RetrievalKnobs.Amount;
import io.rochedb.engine.query.RetrievalKnobs.Depth;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RetrieveResult.RingFeature;
import io.rochedb.engine.query.RetrieveResult.Stats;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetrievalTest {
    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @AfterEach
    void close() {
        engine.close();
    }

    private void put(String ring, String payload, float... vector) {
        engine.put(new RecordDraft(ring, payload.getBytes(StandardCharsets.UTF_8), Codec.RAW, vector));
    }

    private RetrieveResult retrieve(String ring, int budget, Tuning tuning, float... query) {
        return retrieve(new RetrieveRequest(query, ring, budget, tuning, Predicate.TRUE, -1), new QueryMonitor());
    }

    private RetrieveResult retrieve(RetrieveRequest request, QueryMonitor monitor) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.retrieve(request, monitor);
        }
    }

    private static List<String> payloads(RetrieveResult result) {
        return result.hits().stream()
                .map(hit -> new String(hit.record().payload(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Tuning around(Scope scope, boolean children, int depth, int branch) {
        return new Tuning(scope, 0, 0, children, depth, branch);
    }

    @Test
    void countsAsTheOriginal() {
        put("ai", "a1", 1, 0);
        put("ai", "a2", .9f, .1f);
        put("db", "b1", 0, 1);
        put("db", "b2", .1f, .9f);
        RetrieveResult global = retrieve(null, 8, Tuning.DEFAULT, 1, 0);
        assertEquals(new Stats(4, 4, 0, 4, 2, 8, 2, 0), global.stats());
        assertEquals("global", global.strategy());
        assertEquals(List.of(), global.selectedRings());
        QueryMonitor monitor = new QueryMonitor();
        RetrieveResult routed =
                retrieve(new RetrieveRequest(new float[] {1, 0}, "ai", 8, Tuning.DEFAULT, Predicate.TRUE, -1), monitor);
        assertEquals(new Stats(4, 2, 2, 2, 1, 4, 1, 0.5), routed.stats());
        assertEquals("ring-scoped", routed.strategy());
        assertEquals(List.of("ai"), routed.selectedRings());
        assertEquals(List.of("a1", "a2"), payloads(routed));
        assertEquals(1, routed.hits().get(0).score());
        assertEquals(2, monitor.ringsKnown());
        assertEquals(1, monitor.ringsRouted());
        assertEquals(2, monitor.vectorsScanned());
        assertEquals(2, monitor.vectorsSkipped());
        assertEquals(0.5, monitor.candidateReduction());
        assertEquals(1, monitor.estimatedTokens());
    }

    @Test
    void countsWhatItsSnapshotHolds() {
        put("ai", "a1", 1, 0);
        put("db", "b1", 0, 1);
        RetrieveRequest request = new RetrieveRequest(new float[] {1, 0}, "ai", 8, Tuning.DEFAULT, Predicate.TRUE, -1);
        try (ReadView view = engine.snapshot(RingScope.ALL);
                Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.put(new RecordDraft("own", new byte[0], Codec.RAW, new float[] {1, 1}));
            put("ai", "a2", 1, 0);
            put("new", "n1", 0, 1);
            QueryMonitor monitor = new QueryMonitor();
            assertEquals(
                    new Stats(2, 1, 1, 1, 1, 2, 1, 0.5),
                    view.retrieve(request, monitor).stats());
            assertEquals(2, monitor.ringsKnown());
            Stats own = transaction.retrieve(request, new QueryMonitor()).stats();
            assertEquals(3, own.totalVectors());
            assertEquals(1, own.scanned());
        }
        assertEquals(4, retrieve(request, new QueryMonitor()).stats().totalVectors());
    }

    @Test
    void looksBelowTheRingAndBesideIt() {
        put("docs/japan", "j", 1, 0);
        put("docs/japan/tokyo", "t", .9f, .1f);
        put("docs/japan/osaka", "o", .8f, .3f);
        put("docs/japan/tokyo/bay", "b", .5f, .5f);
        put("docs/korea", "k", 0, 1);
        RetrieveResult alone = retrieve("docs/japan", 8, Tuning.DEFAULT, .9f, .1f);
        assertEquals(List.of("j"), payloads(alone));
        RetrieveResult deep = retrieve("docs/japan", 8, around(Scope.TIGHT, true, 1, 4), .9f, .1f);
        assertEquals("hierarchical-ring", deep.strategy());
        assertEquals(List.of("t", "j", "o"), payloads(deep));
        assertEquals(3, deep.stats().scanned());
        assertEquals(List.of("docs/japan", "docs/japan/tokyo", "docs/japan/osaka"), deep.selectedRings());
        RetrieveResult narrow = retrieve("docs/japan", 8, around(Scope.TIGHT, true, 4, 1), .9f, .1f);
        assertEquals(List.of("docs/japan", "docs/japan/osaka"), narrow.selectedRings());
        assertEquals(List.of("docs/japan/tokyo"), narrow.prunedRings());
        RetrieveResult near = retrieve("docs/japan/tokyo", 8, around(Scope.NEAR, false, 0, 0), .8f, .3f);
        assertEquals(List.of("docs/japan/tokyo", "docs/japan/osaka"), near.selectedRings());
        RingFeature base = near.ringFeatures().get(0);
        assertTrue(base.base() && base.centroidScore() > 0.9, base::toString);
        assertEquals(0.4999999947294669, base.utility(), 1e-15);
        RingFeature sibling = near.ringFeatures().get(1);
        assertTrue(sibling.sibling() && !sibling.descendant() && sibling.ringCount() == 1, sibling::toString);
        RetrieveResult all = retrieve("docs/japan", 8, around(Scope.ALL, true, 9, 0), .9f, .1f);
        assertEquals(5, all.hits().size());
        assertEquals("docs/japan", all.selectedRings().get(0));
        assertEquals("docs/korea", all.selectedRings().get(4));
    }

    @Test
    void siblingsAreBoundedByScope() {
        for (int i = 0; i < 8; i++) {
            put("p/r" + i, "x" + i, 1, i);
        }
        assertEquals(
                1,
                retrieve("p/r3", 8, around(Scope.TIGHT, false, 0, 0), 1, 0)
                        .selectedRings()
                        .size());
        RetrieveResult near = retrieve("p/r3", 8, around(Scope.NEAR, false, 0, 0), 1, 0);
        assertEquals(List.of("p/r3", "p/r0", "p/r1"), near.selectedRings());
        assertEquals(List.of("p/r2", "p/r4", "p/r5", "p/r6", "p/r7"), near.prunedRings());
        assertEquals(
                5,
                retrieve("p/r3", 8, around(Scope.WIDE, false, 0, 0), 1, 0)
                        .selectedRings()
                        .size());
        assertEquals(
                7,
                retrieve("p/r3", 8, around(Scope.WIDE, false, 0, 6), 1, 0)
                        .selectedRings()
                        .size());
        assertEquals(
                8,
                retrieve("p/r3", 8, around(Scope.ALL, false, 0, 0), 1, 0)
                        .selectedRings()
                        .size());
    }

    @Test
    void topRingsReallyPrunes() {
        for (int i = 0; i < 10; i++) {
            put("r" + i, "x" + i, (float) StrictMath.cos(i * 0.1), (float) StrictMath.sin(i * 0.1));
        }
        put("other", "y", 1, 2, 3);
        RetrieveResult result = retrieve(null, 5, new Tuning(Scope.TIGHT, 0, 3, false, 0, 0), 1, 0);
        assertEquals("top-rings", result.strategy());
        assertEquals(List.of("r0", "r1", "r2"), result.selectedRings());
        assertEquals(List.of("r3", "r4", "r5", "r6", "r7", "r8", "r9"), result.prunedRings());
        assertEquals(List.of("x0", "x1", "x2"), payloads(result));
        assertEquals(3, result.stats().scanned());
        assertEquals(11, result.stats().totalVectors());
        assertEquals(
                2,
                retrieve(null, 5, new Tuning(Scope.TIGHT, 1, 400, false, 0, 0), 1, 0)
                        .selectedRings()
                        .size());
    }

    @Test
    void wordsSetThePlan() {
        put("w", "x", 1, 0);
        RetrievalKnobs knobs = new RetrievalKnobs(Amount.MANY, Scope.WIDE, Depth.DEEP);
        assertEquals(
                "hierarchical-ring",
                retrieve("w", knobs.budget(), knobs.tuning(), 1, 0).strategy());
        assertEquals(
                "top-rings",
                retrieve(null, knobs.budget(), knobs.tuning(), 1, 0).strategy());
    }

    @Test
    void predicateComesBeforeTheSearchAndTokensAfter() {
        for (int i = 0; i < 10; i++) {
            byte[] json = ("{\"n\":" + i + "}").getBytes(StandardCharsets.UTF_8);
            engine.put(new RecordDraft("r", json, Codec.JSON, new float[] {1, i}));
        }
        Predicate odd = new Predicate.In(new Predicate.Field(new FieldRef("n", FieldType.BIGINT)), Set.of(5L, 7L, 9L));
        float[] query = {1, 0};
        RetrieveResult filtered =
                retrieve(new RetrieveRequest(query, "r", 2, Tuning.DEFAULT, odd, -1), new QueryMonitor());
        assertEquals(List.of("{\"n\":5}", "{\"n\":7}"), payloads(filtered));
        assertEquals(10, filtered.stats().scanned());
        RetrieveResult cut =
                retrieve(new RetrieveRequest(query, "r", 9, Tuning.DEFAULT, Predicate.TRUE, 5), new QueryMonitor());
        assertEquals(2, cut.hits().size());
        assertEquals(14, cut.stats().payloadBytes());
        assertEquals(4, cut.stats().estimatedTokens());
        assertEquals(
                0,
                retrieve(new RetrieveRequest(query, "r", 0, Tuning.DEFAULT, Predicate.TRUE, -1), new QueryMonitor())
                        .hits()
                        .size());
    }

    @Test
    void unknownRingsAndWrongDimensionsAreErrors() {
        put("docs/japan", "j", 1, 0, 0);
        RocheException unknown =
                assertThrows(RocheException.class, () -> retrieve("docs/jappan", 8, Tuning.DEFAULT, 1, 0, 0));
        assertEquals(ErrorCode.UNDEFINED_TABLE, unknown.code());
        assertEquals("ring 'docs/jappan' does not exist (nearest: 'docs/japan')", unknown.getMessage());
        assertEquals(
                "ring 'elsewhere' does not exist",
                assertThrows(RocheException.class, () -> retrieve("elsewhere", 8, Tuning.DEFAULT, 1, 0, 0))
                        .getMessage());
        RocheException wrong =
                assertThrows(RocheException.class, () -> retrieve("docs/japan", 8, Tuning.DEFAULT, 1, 0));
        assertEquals(ErrorCode.DATA_EXCEPTION, wrong.code());
        assertEquals(
                "the query vector has dimension 2, but the vectors of ring 'docs/japan' have dimension 3",
                wrong.getMessage());
    }

    @Test
    void obeysTheScope() {
        put("docs/a", "a", 1, 0);
        put("secret/b", "b", 1, 0);
        try (ReadView view = engine.snapshot(RingScope.subtree("docs"))) {
            RetrieveRequest global =
                    new RetrieveRequest(new float[] {1, 0}, null, 8, Tuning.DEFAULT, Predicate.TRUE, -1);
            RetrieveResult result = view.retrieve(global, new QueryMonitor());
            assertEquals(List.of("a"), payloads(result));
            assertEquals(1, result.stats().totalVectors());
            RetrieveRequest hidden =
                    new RetrieveRequest(new float[] {1, 0}, "secret/b", 8, Tuning.DEFAULT, Predicate.TRUE, -1);
            assertEquals(
                    "ring 'secret/b' does not exist",
                    assertThrows(RocheException.class, () -> view.retrieve(hidden, new QueryMonitor()))
                            .getMessage());
        }
    }

    @Test
    void seesTheOwnWritesOfATransaction() {
        put("r", "old", 0, 1);
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            transaction.put(new RecordDraft("r", "new".getBytes(StandardCharsets.UTF_8), null, new float[] {1, 0}));
            transaction.put(new RecordDraft("r2", "two".getBytes(StandardCharsets.UTF_8), null, new float[] {1, 1}));
            RetrieveRequest top = new RetrieveRequest(
                    new float[] {1, 0}, null, 8, new Tuning(Scope.TIGHT, 0, 2, false, 0, 0), Predicate.TRUE, -1);
            assertEquals(List.of("new", "two", "old"), payloads(transaction.retrieve(top, new QueryMonitor())));
        }
    }
}
