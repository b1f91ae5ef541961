package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.Codec;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which records scans give, and what they may use. */
class ScanTest {
    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @AfterEach
    void close() {
        engine.close();
    }

    private RecordId put(String ring, String text) {
        return engine.put(new RecordDraft(ring, text.getBytes(UTF_8), Codec.RAW, null));
    }

    private static ScanRequest request(
            RingSelector rings, @Nullable List<RecordId> ids, Order order, long offset, long limit) {
        return new ScanRequest(rings, ids, Predicate.TRUE, List.of(), order, offset, limit);
    }

    private List<String> scan(ScanRequest request) {
        List<String> payloads = new ArrayList<>();
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                payloads.add(new String(cursor.payload(), UTF_8));
            }
        }
        return payloads;
    }

    @Test
    void anIdThatIsNotTheRecordsDoesNotHideTheOneThatIs() {
        RecordId a = put("r", "a");
        RecordId b = put("r", "b");
        RecordId otherTime = new RecordId(a.ringKey(), a.seq(), a.createdMillis() + 1, a.epoch());
        RecordId otherEpoch = new RecordId(a.ringKey(), a.seq(), a.createdMillis(), a.epoch() + 1);
        for (List<RecordId> ids : List.of(List.of(a, otherTime, otherEpoch, b), List.of(b, otherEpoch, otherTime, a))) {
            assertEquals(List.of("a", "b"), scan(request(RingSelector.ALL, ids, Order.ID_ASC, 0, -1)));
            assertEquals(List.of("b", "a"), scan(request(RingSelector.ALL, ids, Order.ID_DESC, 0, -1)));
        }
        assertEquals(List.of(), scan(request(RingSelector.ALL, List.of(otherTime, otherEpoch), Order.ID_ASC, 0, -1)));
    }

    @Test
    void aPrefixFindsEveryNameThatHasIt() {
        put("docs/a", "a");
        put("docs/\uFFFFz", "last");
        put("docs0", "beside");
        put("doc", "before");
        RingSelector below = new RingSelector.Glob("docs/*");
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(2, view.count(below, new QueryMonitor()));
            assertEquals(
                    List.of("docs/a", "docs/\uFFFFz"),
                    view.rings(below).stream().map(ring -> ring.name()).toList());
        }
    }

    @Test
    void anOffsetAndALimitTogetherMayBeTooLargeForANumber() {
        put("r", "a");
        put("r", "b");
        put("r", "c");
        assertEquals(List.of("b", "c"), scan(request(RingSelector.ALL, null, Order.WRITTEN_ASC, 1, Long.MAX_VALUE)));
        assertEquals(
                List.of(), scan(request(RingSelector.ALL, null, Order.WRITTEN_ASC, Long.MAX_VALUE, Long.MAX_VALUE)));
        assertEquals(List.of("b"), scan(request(RingSelector.ALL, null, Order.WRITTEN_ASC, 1, 1)));
    }

    @Test
    void orderingTakesItsMemoryFromTheBudgetAndGivesItBack() {
        try (RocheEngine small = RocheEngine.open(EngineOptions.memory().withMemoryBudget(1 << 20))) {
            RocheException full = assertThrows(RocheException.class, () -> {
                while (true) {
                    small.put(new RecordDraft("r", new byte[0], Codec.RAW, null));
                }
            });
            assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, full.code());
            long used = small.info().residentBytes();
            try (ReadView view = small.snapshot(RingScope.ALL)) {
                ScanRequest all = request(RingSelector.ALL, null, Order.WRITTEN_DESC, 0, -1);
                try (RecordCursor cursor = view.scan(all, new QueryMonitor())) {
                    RocheException error = assertThrows(RocheException.class, cursor::next);
                    assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, error.code());
                    assertTrue(error.getMessage().contains("ordering"), error.getMessage());
                }
                assertEquals(used, small.info().residentBytes());
                try (RecordCursor cursor = view.scan(all.withLimit(2), new QueryMonitor())) {
                    assertTrue(cursor.next());
                    assertTrue(small.info().residentBytes() > used);
                    assertTrue(cursor.next());
                    assertFalse(cursor.next());
                    assertEquals(used, small.info().residentBytes());
                    assertFalse(cursor.next());
                }
                assertEquals(used, small.info().residentBytes());
            }
        }
    }
}
