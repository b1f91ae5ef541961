package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every engine does, in memory and on disk, in both durabilities. */
class EngineBasicsTest {
    private static RecordDraft json(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), null, null);
    }

    private static RecordDraft raw(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), Codec.RAW, null);
    }

    private static ErrorCode codeOf(org.junit.jupiter.api.function.Executable action) {
        return assertThrows(RocheException.class, action).code();
    }

    private static List<String> scan(ReadView view, ScanRequest request) {
        List<String> payloads = new ArrayList<>();
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                payloads.add(new String(cursor.payload(), UTF_8));
            }
        }
        return payloads;
    }

    private static List<String> scan(ReadView view, String ring) {
        return scan(view, ScanRequest.of(RingSelector.ring(ring)));
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void putsAndGets(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId a = engine.put(raw("docs/a", "one"));
            RecordId b = engine.put(json("docs/a", "{\"n\":2}"));
            assertEquals(0, a.seq());
            assertEquals(1, b.seq());
            assertArrayEquals("one".getBytes(UTF_8), engine.get(a).orElseThrow());
            assertTrue(engine.get(new RecordId(a.ringKey(), 7, a.createdMillis(), 0))
                    .isEmpty());
            assertTrue(engine.get(new RecordId(12345, 0, 0, 0)).isEmpty());
            RecordId wrongTime = new RecordId(a.ringKey(), 0, a.createdMillis() + 1, 0);
            assertEquals(ErrorCode.INVALID_ID, codeOf(() -> engine.get(wrongTime)));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(
                        List.of("docs", "docs/a"),
                        view.rings(RingSelector.ALL).stream()
                                .map(ring -> ring.name())
                                .toList());
                assertEquals(0, view.ring("docs").orElseThrow().records());
                assertEquals(2, view.ring("docs/a").orElseThrow().records());
                assertEquals(2, view.count(RingSelector.ALL, new QueryMonitor()));
                StoredRecord record = view.get(b).orElseThrow();
                assertEquals(Codec.JSON, record.codec());
                assertEquals("n", view.fields("docs/a").get(0).name());
                assertEquals(List.of("one", "{\"n\":2}"), scan(view, "docs/a"));
                assertTrue(view.ring("docs/b").isEmpty());
                assertEquals(List.of("docs/a"), view.nearestRings("docs/A", 1));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void transactionsReadTheirOwnWritesAndOthersDoNot(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId a = engine.put(raw("r", "a"));
            RecordId b = engine.put(raw("r", "b"));
            try (Transaction tx = engine.begin(RingScope.ALL, null);
                    ReadView outside = engine.snapshot(RingScope.ALL)) {
                RecordId c = tx.put(raw("r", "c"));
                assertTrue(tx.update(a, RecordChange.payload("A".getBytes(UTF_8), Codec.RAW)));
                assertTrue(tx.delete(b));
                assertFalse(tx.delete(b));
                tx.put(raw("s/t", "x"));
                assertEquals(List.of("A", "c"), scan(tx, "r"));
                assertEquals(List.of("x"), scan(tx, "s/t"));
                assertEquals(3, tx.count(RingSelector.ALL, new QueryMonitor()));
                assertTrue(tx.ring("s").isPresent());
                assertTrue(outside.ring("s").isEmpty());
                assertEquals(List.of("a", "b"), scan(outside, "r"));
                tx.commit();
                assertEquals(List.of("a", "b"), scan(outside, "r"));
                try (ReadView after = engine.snapshot(RingScope.ALL)) {
                    assertEquals(List.of("A", "c"), scan(after, "r"));
                    assertEquals(
                            List.of("c", "A"),
                            scan(
                                    after,
                                    new ScanRequest(
                                            RingSelector.ring("r"),
                                            null,
                                            io.rochedb.engine.query.Predicate.TRUE,
                                            List.of(),
                                            ScanRequest.Order.ID_DESC,
                                            0,
                                            -1)));
                    assertEquals("c", new String(after.get(c).orElseThrow().payload(), UTF_8));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void firstCommitterWins(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId a = engine.put(json("r", "{\"n\":0}"));
            try (Transaction one = engine.begin(RingScope.ALL, null);
                    Transaction two = engine.begin(RingScope.ALL, null)) {
                assertTrue(one.patch(a, "{\"n\":1}".getBytes(UTF_8)));
                assertTrue(two.delete(a));
                one.commit();
                assertEquals(ErrorCode.SERIALIZATION_FAILURE, codeOf(two::commit));
            }
            assertEquals("{\"n\":1}", new String(engine.get(a).orElseThrow(), UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void rollsBackToAMarkAndAltogether(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId a = engine.put(raw("r", "a"));
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                tx.put(raw("r", "b"));
                int mark = tx.mark();
                tx.update(a, RecordChange.payload("A".getBytes(UTF_8), Codec.RAW));
                tx.describeRing("other", "text");
                tx.rollbackTo(mark);
                assertEquals(List.of("a", "b"), scan(tx, "r"));
                assertTrue(tx.ring("other").isEmpty());
                tx.rollback();
            }
            RecordId next = engine.put(raw("r", "c"));
            assertEquals(2, next.seq());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(List.of("a", "c"), scan(view, "r"));
                assertTrue(view.ring("other").isEmpty());
            }
        }
    }

    @Test
    void refusesWhatDoesNotFit() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            assertEquals(
                    ErrorCode.INVALID_JSON,
                    codeOf(() -> engine.put(new RecordDraft("r", "{".getBytes(UTF_8), Codec.JSON, null))));
            float[][] bad = {{}, {0, 0}, {1, Float.NaN}, {Float.POSITIVE_INFINITY}};
            for (float[] vector : bad) {
                assertEquals(
                        ErrorCode.DATA_EXCEPTION,
                        codeOf(() -> engine.put(new RecordDraft("r", new byte[0], null, vector))));
            }
            engine.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2}));
            RocheException wrong = assertThrows(
                    RocheException.class,
                    () -> engine.put(new RecordDraft("r", new byte[0], null, new float[] {1, 2, 3})));
            assertTrue(wrong.getMessage().contains("3") && wrong.getMessage().contains("dimension 2"));
            assertEquals(
                    ErrorCode.LIMIT_PAYLOAD,
                    codeOf(() -> engine.put(new RecordDraft("r", new byte[(64 << 20) + 1], null, null))));
        }
    }
}
