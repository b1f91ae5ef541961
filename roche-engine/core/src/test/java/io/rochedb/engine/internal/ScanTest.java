package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
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
        for (List<RecordId> ids :
                List.of(List.of(a, otherTime, otherEpoch, b, a), List.of(b, otherEpoch, otherTime, a))) {
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
}
