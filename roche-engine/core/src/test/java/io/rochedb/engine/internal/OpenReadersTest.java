package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cursors, counts and searches that were opened before a ring grew and changed: they go on as if it had not. */
class OpenReadersTest {
    private static final int READERS = 6;

    private final Random random = Seeds.random("OpenReadersTest");

    /** One view with a cursor in the middle of a ring, and what it has to find. */
    private static final class Reader implements AutoCloseable {
        private final ReadView view;
        private final RecordCursor cursor;
        private final RingSelector ring;
        private final int records;
        private final Iterator<Map.Entry<Long, String>> expected;

        Reader(RocheEngine engine, String name, Map<Long, String> content) {
            ring = RingSelector.ring(name);
            records = content.size();
            expected = new TreeMap<>(content).entrySet().iterator();
            view = engine.snapshot(RingScope.ALL);
            cursor = view.scan(ScanRequest.of(ring), new QueryMonitor());
        }

        /** Reads on; returns whether that was all. */
        boolean read(int rows) {
            for (int i = 0; i < rows; i++) {
                if (!cursor.next()) {
                    assertFalse(expected.hasNext(), "the cursor ended early");
                    return true;
                }
                Map.Entry<Long, String> next = expected.next();
                assertEquals(next.getKey(), cursor.seq());
                assertEquals(next.getValue(), new String(cursor.payload(), UTF_8));
            }
            return false;
        }

        void countAndSearch(String name) {
            assertEquals(records, view.count(ring, new QueryMonitor()));
            if (records > 0) {
                RetrieveRequest request = new RetrieveRequest(
                        new float[] {0, 1}, name, 3, RetrieveRequest.Tuning.DEFAULT, Predicate.TRUE, -1);
                assertEquals(
                        Math.min(3, records),
                        view.retrieve(request, new QueryMonitor()).hits().size());
            }
        }

        @Override
        public void close() {
            cursor.close();
            view.close();
        }
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = "STRONG", mode = EnumSource.Mode.EXCLUDE)
    void readersOfManySmallRings(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            for (int ring = 0; ring < 200; ring++) {
                run(test.engine(), "small/" + ring, 60, 3);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = "STRONG", mode = EnumSource.Mode.EXCLUDE)
    void readersOfALargeRing(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            run(test.engine(), "large", 20_000, 400);
        }
    }

    private void run(RocheEngine engine, String ring, int operations, int rows) {
        Map<Long, String> content = new TreeMap<>();
        List<RecordId> ids = new ArrayList<>();
        List<Reader> readers = new ArrayList<>();
        try {
            for (int i = 0; i < operations; i++) {
                change(engine, ring, content, ids, "value " + i);
                if (i % (rows / 3 + 1) > 0) {
                    continue;
                }
                if (readers.size() < READERS) {
                    readers.add(new Reader(engine, ring, content));
                }
                Reader reader = readers.get(random.nextInt(readers.size()));
                if (random.nextInt(4) == 0) {
                    reader.countAndSearch(ring);
                }
                if (reader.read(random.nextInt(rows))) {
                    reader.close();
                    readers.remove(reader);
                }
            }
            for (Reader reader : readers) {
                reader.countAndSearch(ring);
                assertTrue(reader.read(Integer.MAX_VALUE));
            }
        } finally {
            readers.forEach(Reader::close);
        }
    }

    private void change(RocheEngine engine, String ring, Map<Long, String> content, List<RecordId> ids, String value) {
        byte[] payload = value.getBytes(UTF_8);
        int what = random.nextInt(10);
        if (ids.isEmpty() || what < 5) {
            ids.add(engine.put(new RecordDraft(ring, payload, Codec.RAW, new float[] {1, ids.size()})));
            content.put(ids.get(ids.size() - 1).seq(), value);
            return;
        }
        int index = random.nextInt(ids.size());
        RecordId id = ids.get(index);
        try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
            if (what < 9) {
                assertTrue(tx.update(id, RecordChange.payload(payload, Codec.RAW)));
                content.put(id.seq(), value);
            } else {
                assertTrue(tx.delete(id));
                content.remove(id.seq());
                ids.remove(index);
            }
            tx.commit();
        }
    }
}
