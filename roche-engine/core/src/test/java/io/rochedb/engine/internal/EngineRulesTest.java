package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.ring.FieldSet;
import io.rochedb.engine.internal.ring.RingOverlay;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.ScanRequest.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine's rules, one by one. */
class EngineRulesTest {
    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory().withClock(clock::get));

    private static RecordDraft raw(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), Codec.RAW, null);
    }

    private static RecordDraft json(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), null, null);
    }

    private static RocheException failure(ErrorCode code, Executable action) {
        RocheException thrown = assertThrows(RocheException.class, action);
        assertEquals(code, thrown.code(), thrown.getMessage());
        return thrown;
    }

    private static List<String> scan(ReadView view, ScanRequest request, QueryMonitor monitor) {
        List<String> found = new ArrayList<>();
        try (RecordCursor cursor = view.scan(request, monitor)) {
            while (cursor.next()) {
                found.add(new String(cursor.payload(), UTF_8));
            }
        }
        return found;
    }

    private static ScanRequest ordered(Order order, long offset, long limit) {
        return new ScanRequest(RingSelector.ALL, null, Predicate.TRUE, List.of(), order, offset, limit);
    }

    @Test
    void aRingIsNoYoungerThanItsRecords() {
        RecordId id;
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            id = transaction.put(raw("slow", "x"));
            clock.addAndGet(5_000);
            transaction.commit();
        }
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(id.createdMillis(), view.ring("slow").orElseThrow().createdMillis());
        }
    }

    @Test
    void timeNeverRunsBackwards() {
        long first = engine.now();
        clock.addAndGet(-500);
        assertEquals(first, engine.now());
        assertEquals(first, engine.put(raw("r", "x")).createdMillis());
        clock.addAndGet(700);
        assertEquals(first + 200, engine.now());
    }

    @Test
    void aSnapshotLivesThirtyMinutes() {
        engine.put(raw("r", "x"));
        try (ReadView view = engine.snapshot(RingScope.ALL);
                Transaction tx = engine.begin(RingScope.ALL, null)) {
            tx.put(raw("r", "y"));
            clock.addAndGet(30 * 60_000);
            assertEquals(1, view.count(RingSelector.ALL, new QueryMonitor()));
            try (RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
                clock.addAndGet(1);
                failure(ErrorCode.SNAPSHOT_TOO_OLD, cursor::next);
            }
            failure(ErrorCode.SNAPSHOT_TOO_OLD, () -> view.ring("r"));
            failure(ErrorCode.SNAPSHOT_TOO_OLD, () -> tx.put(raw("r", "z")));
            failure(ErrorCode.SNAPSHOT_TOO_OLD, tx::commit);
        }
    }

    @Test
    void aHiddenRingDoesNotExist() {
        RecordId open = engine.put(raw("open/a", "x"));
        RecordId secret = engine.put(raw("secret", "y"));
        try (Transaction tx = engine.begin(RingScope.subtree("open"), null)) {
            assertTrue(tx.get(open).isPresent());
            assertTrue(tx.get(secret).isEmpty());
            assertTrue(tx.ring("secret").isEmpty());
            assertTrue(tx.locate(secret, 1).isEmpty());
            assertFalse(tx.delete(secret));
            assertFalse(tx.update(secret, RecordChange.payload(new byte[0], Codec.RAW)));
            assertEquals(1, tx.count(RingSelector.ALL, new QueryMonitor()));
            assertEquals(List.of(), tx.nearestRings("secrets", 5));
            assertEquals(
                    List.of("open", "open/a"),
                    tx.rings(RingSelector.ALL).stream().map(r -> r.name()).toList());
            QueryMonitor monitor = new QueryMonitor();
            assertEquals(List.of("x"), scan(tx, ScanRequest.of(RingSelector.ALL), monitor));
            assertEquals(
                    List.of(1L, 1L, 0L),
                    List.of(monitor.ringsKnown(), monitor.recordsScanned(), monitor.recordsSkipped()));
            RocheException refused = failure(ErrorCode.RING_NOT_ALLOWED, () -> tx.put(raw("secret", "z")));
            assertEquals("ring 'secret' does not exist or may not be written", refused.getMessage());
            failure(ErrorCode.RING_NOT_ALLOWED, () -> tx.configureRing("other", 5));
            tx.put(raw("open/b/c", "z"));
            tx.commit();
        }
        try (ReadView none = engine.snapshot(RingScope.NONE)) {
            assertEquals(0, none.count(RingSelector.ALL, new QueryMonitor()));
            assertEquals(List.of(), none.rings(RingSelector.ALL));
        }
    }

    @Test
    void readingCreatesNothing() {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertTrue(view.ring("nobody/knows").isEmpty());
            assertEquals(List.of(), view.fields("nobody/knows"));
            assertEquals(List.of(), scan(view, ScanRequest.of(RingSelector.ring("nobody/knows")), new QueryMonitor()));
            assertTrue(engine.get(new RecordId(77, 0, 0, 0)).isEmpty());
            assertEquals(-1, engine.locateNode(new RecordId(77, 0, 0, 0), 1));
        }
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(List.of(), view.rings(RingSelector.ALL));
        }
    }

    @Test
    void scansInEveryOrderWithOffsetAndLimit() {
        RecordId a = engine.put(raw("r", "a"));
        clock.addAndGet(10);
        engine.put(raw("r", "b"));
        engine.put(raw("r", "c"));
        clock.addAndGet(10);
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            tx.update(a, RecordChange.payload("A".getBytes(UTF_8), Codec.RAW));
            tx.commit();
        }
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(List.of("A", "b", "c"), scan(view, ordered(Order.ID_ASC, 0, -1), new QueryMonitor()));
            assertEquals(List.of("c", "b", "A"), scan(view, ordered(Order.ID_DESC, 0, -1), new QueryMonitor()));
            assertEquals(List.of("b", "c", "A"), scan(view, ordered(Order.WRITTEN_ASC, 0, -1), new QueryMonitor()));
            assertEquals(List.of("A", "b", "c"), scan(view, ordered(Order.WRITTEN_DESC, 0, -1), new QueryMonitor()));
            assertEquals(List.of("b"), scan(view, ordered(Order.WRITTEN_DESC, 1, 1), new QueryMonitor()));
            assertEquals(List.of("b"), scan(view, ordered(Order.ID_DESC, 1, 1), new QueryMonitor()));
            assertEquals(List.of(), scan(view, ordered(Order.ID_ASC, 3, 5), new QueryMonitor()));
            assertEquals(List.of(), scan(view, ordered(Order.WRITTEN_ASC, 0, 0), new QueryMonitor()));
            QueryMonitor monitor = new QueryMonitor();
            scan(view, ordered(Order.ID_ASC, 0, 1), monitor);
            assertEquals(List.of(1L, 2L), List.of(monitor.recordsScanned(), monitor.recordsSkipped()));
            QueryMonitor limited = new QueryMonitor();
            limited.maxScanned(2);
            failure(ErrorCode.SCAN_LIMIT_EXCEEDED, () -> scan(view, ordered(Order.ID_ASC, 0, -1), limited));
            assertEquals(3, limited.recordsScanned());
            RecordId wrongTime = new RecordId(a.ringKey(), a.seq(), a.createdMillis() + 1, 0);
            ScanRequest ids = new ScanRequest(
                    RingSelector.ALL,
                    List.of(new RecordId(a.ringKey(), 99, 0, 0), a, wrongTime, a),
                    Predicate.TRUE,
                    List.of(),
                    Order.ID_ASC,
                    0,
                    -1);
            assertEquals(1, new java.util.HashSet<>(scan(view, ids, new QueryMonitor())).size());
        }
    }

    /** A plan made on writes that were rolled back must not be taken for one made on what others committed. */
    @Test
    void columnVersionsOfATransactionAreNeverThoseOfCommits() {
        engine.put(json("r", "{\"x\":1}"));
        for (RingSelector rings : List.of(RingSelector.ring("r"), RingSelector.ALL, new RingSelector.Glob("*"))) {
            java.util.Set<Long> own = new java.util.HashSet<>();
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                long committed = tx.columnVersion(rings);
                for (String name : List.of("a", "b", "c")) {
                    int mark = tx.mark();
                    tx.put(json("r", "{\"" + name + "\":1}"));
                    assertTrue(own.add(tx.columnVersion(rings)), "columns of its own");
                    tx.rollbackTo(mark);
                    assertEquals(committed, tx.columnVersion(rings), "all taken back");
                }
                tx.put(json("r", "{\"x\":2}"));
                assertEquals(committed, tx.columnVersion(rings), "nothing new");
                tx.put(json("r/new", "{}"));
                own.add(tx.columnVersion(rings));
            }
            for (int i = 0; i < 5; i++) {
                engine.put(json("r", "{\"" + rings.getClass().getSimpleName() + i + "\":1}"));
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    assertTrue(!own.contains(view.columnVersion(rings)), "columns of commits");
                }
            }
        }
    }

    @Test
    void aTransactionLooksAtEachStagedDocumentOnce() {
        engine.put(json("r", "{\"x\":1}"));
        int writes = 200;
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            tx.put(json("r", "{\"own\":1}"));
            RingOverlay overlay = ((EngineTransaction) tx).overlays().iterator().next();
            FieldSet first = overlay.fields();
            long version = tx.columnVersion(RingSelector.ring("r"));
            for (int i = 1; i < writes; i++) {
                tx.put(json("r", "{\"own\":1}"));
                assertSame(first, overlay.fields(), "a set made anew looks at all that is staged");
                assertEquals(version, tx.columnVersion(RingSelector.ring("r")));
            }
            assertEquals(writes, tx.fields("r").get(1).seen(), "each was looked at");
            engine.put(json("r", "{\"other\":1}"));
            assertTrue(tx.columnVersion(RingSelector.ring("r")) != version, "made anew after a commit");
            assertEquals(
                    List.of("x", "other", "own"),
                    tx.fields("r").stream().map(FieldInfo::name).toList());
        }
    }

    @Test
    void aScanHasWhatWasStagedWhenItWasOpened() {
        for (String ring : List.of("a", "b", "c")) {
            engine.put(json(ring, "{\"x\":1}"));
        }
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            tx.put(json("a", "{\"x\":2}"));
            tx.put(json("b", "{\"x\":2}"));
            RecordCursor rows = tx.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor());
            int count = 0;
            while (rows.next()) {
                if (count++ == 0) {
                    for (String ring : List.of("a", "b", "c", "d")) {
                        tx.put(json(ring, "{\"x\":3}"));
                    }
                }
            }
            assertEquals(5, count);
        }
    }

    @Test
    void fieldsWidenInTheOrderTheyWereCommitted() {
        engine.put(json("r", "{\"b\":1,\"a\":null}"));
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            long before = tx.columnVersion(RingSelector.ring("r"));
            tx.put(json("r", "{\"c\":true,\"a\":\"x\"}"));
            assertEquals(3, tx.fields("r").size(), "its own fields too");
            assertTrue(tx.columnVersion(RingSelector.ring("r")) > before);
            tx.rollback();
        }
        long version;
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(
                    List.of(new FieldInfo("b", FieldType.BIGINT, 0, 1, 0), new FieldInfo("a", FieldType.NONE, 1, 1, 1)),
                    view.fields("r"));
            version = view.columnVersion(RingSelector.ring("r"));
        }
        engine.put(json("r", "{\"b\":7}"));
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(version, view.columnVersion(RingSelector.ring("r")), "nothing new");
        }
        engine.put(json("r", "{\"a\":2,\"b\":1.5}"));
        engine.put(json("r2", "{\"b\":\"x\",\"z\":1}"));
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertTrue(view.columnVersion(RingSelector.ring("r")) > version);
            assertEquals(FieldType.DOUBLE, view.fields("r").get(0).type());
            List<FieldInfo> union = view.fields(RingSelector.ALL, 10);
            assertEquals(
                    List.of("b", "a", "z"), union.stream().map(FieldInfo::name).toList());
            assertEquals(FieldType.VARCHAR, union.get(0).type());
            assertEquals(2, view.fields(RingSelector.ALL, 1).size());
        }
    }

    @Test
    void limitsAreCheckedBeforeAnythingIsWritten() {
        EngineOptions.Limits small = new EngineOptions.Limits(100, 3, 4, 5);
        try (RocheEngine limited = RocheEngine.open(EngineOptions.memory().withLimits(small))) {
            failure(ErrorCode.LIMIT_PAYLOAD, () -> limited.put(new RecordDraft("r", new byte[101], null, null)));
            failure(
                    ErrorCode.DATA_EXCEPTION,
                    () -> limited.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2, 3, 4})));
            failure(
                    ErrorCode.INVALID_JSON,
                    () -> limited.put(new RecordDraft("r", "[[[[[1]]]]]".getBytes(UTF_8), Codec.JSON, null)));
            RocheException place = failure(
                    ErrorCode.INVALID_JSON,
                    () -> limited.put(new RecordDraft("r", "{\"a\":}".getBytes(UTF_8), Codec.JSON, null)));
            assertTrue(place.getMessage().contains("5"), place.getMessage());
            RocheException index = failure(
                    ErrorCode.DATA_EXCEPTION,
                    () -> limited.put(new RecordDraft("r", new byte[0], null, new float[] {1, Float.NaN})));
            assertTrue(index.getMessage().contains("index 1"), index.getMessage());
            try (Transaction tx = limited.begin(RingScope.ALL, null)) {
                for (int i = 0; i < 5; i++) {
                    tx.put(raw("r", "x"));
                }
                failure(ErrorCode.LIMIT_PAYLOAD, () -> tx.put(raw("r", "x")));
                failure(ErrorCode.INVALID_PARAMETER, () -> limitless().configureRing("r", Double.NaN));
                tx.commit();
            }
            failure(ErrorCode.INVALID_RING_NAME, () -> limited.put(raw("a//b", "x")));
            try (ReadView view = limited.snapshot(RingScope.ALL)) {
                assertEquals(5, view.count(RingSelector.ALL, new QueryMonitor()));
            }
        }
    }

    private Transaction limitless() {
        return engine.begin(RingScope.ALL, null);
    }

    @Test
    void theFirstVectorFixesTheDimensionAlsoBetweenTransactions() {
        try (Transaction one = engine.begin(RingScope.ALL, null);
                Transaction two = engine.begin(RingScope.ALL, null)) {
            one.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2}));
            failure(
                    ErrorCode.DATA_EXCEPTION,
                    () -> one.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2, 3})));
            two.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2, 3}));
            one.commit();
            RocheException late = failure(ErrorCode.DATA_EXCEPTION, two::commit);
            assertTrue(late.getMessage().contains("dimension 3")
                    && late.getMessage().contains("dimension 2"));
        }
    }

    @Test
    void aTransactionOverTheBudgetIsRefusedAndGivesEverythingBack() {
        try (RocheEngine small = RocheEngine.open(EngineOptions.memory().withMemoryBudget(4 << 20))) {
            try (Transaction tx = small.begin(RingScope.ALL, null)) {
                failure(ErrorCode.OUT_OF_MEMORY_BUDGET, () -> {
                    for (int i = 0; i < 100; i++) {
                        tx.put(new RecordDraft("r", new byte[100_000], Codec.RAW, null));
                    }
                });
            }
            assertEquals(0, small.info().residentBytes());
            small.put(raw("r", "x"));
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void periodsMakeEpochsAndNodesAreAskedWithoutARecord(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId old = engine.put(raw("r", "x"));
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                tx.configureRing("r", 60);
                tx.configureRing("r", 10);
                assertEquals(1, tx.put(raw("r", "y")).epoch());
                tx.configureRing("new", 5);
                assertEquals(5, tx.ring("new").orElseThrow().periodSeconds());
                assertEquals(0, tx.put(raw("new", "z")).epoch());
                tx.commit();
            }
            double at = old.createdMillis() / 1000.0;
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                int node = tx.locate(old, at + 33).orElseThrow().node();
                assertEquals(node, engine.locateNode(old, at + 33));
                assertEquals(node, tx.locate(old, at + 93).orElseThrow().node(), "period 60 still");
                assertEquals(
                        at,
                        tx.nextVisit(old, tx.locate(old, at).orElseThrow().node(), at)
                                .orElseThrow());
                failure(ErrorCode.INVALID_PARAMETER, () -> tx.nextVisit(old, 8, at));
                assertTrue(tx.nextJoin(old, old, at).isPresent());
                tx.delete(old);
                tx.commit();
            }
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertTrue(view.get(old).isEmpty());
                assertTrue(view.locate(old, at).isPresent(), "no record is looked up");
            }
        }
    }

    @Test
    void afterClosingEverythingSaysSo() {
        ReadView view = engine.snapshot(RingScope.ALL);
        view.close();
        failure(ErrorCode.OBJECT_CLOSED, () -> view.ring("r"));
        engine.close();
        failure(ErrorCode.CONNECTION_CLOSED, () -> engine.put(raw("r", "x")));
        failure(ErrorCode.CONNECTION_CLOSED, () -> engine.snapshot(RingScope.ALL));
        engine.close();
    }
}
