package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random histories against a plain map of records: every view must show exactly what the model held when the view was opened. */
class EngineModelTest {
    private static final List<String> RINGS = List.of("a", "a/b", "a/b/c", "d", "d/é");
    private static final int STEPS = 1_500;
    private static final int VIEWS_MAX = 6;

    /** A record of the model. */
    private record Doc(String ring, String text, Codec codec, float[] vector) {}

    /** A view and what it must show. */
    private record Held(ReadView view, TreeMap<RecordId, Doc> model) {}

    private final List<Held> held = new ArrayList<>();
    private TreeMap<RecordId, Doc> committed = new TreeMap<>();
    private Random random = new Random(0);
    private final Set<RecordId> given = new HashSet<>();
    private int counter;

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void viewsShowWhatTheModelHolds(EngineKind kind) {
        random = Seeds.random("EngineModelTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            for (int step = 0; step < STEPS; step++) {
                step(test);
            }
            held.forEach(this::checkAndClose);
            checkNow(test);
            test.reopen();
            checkNow(test);
            test.engine().alter(new SchemaChange.DropRings("**"), RingScope.ALL, null);
            assertEquals(0, test.engine().info().residentBytes(), "what nobody can read takes no memory");
            committed = new TreeMap<>();
            test.reopen();
            checkNow(test);
        }
    }

    private void step(TestEngine test) {
        switch (random.nextInt(14)) {
            case 0, 1, 2 -> {
                Doc doc = doc(ring());
                RecordId id = test.engine().put(draft(doc));
                assertTrue(given.add(id), "no id is given twice");
                committed.put(id, doc);
            }
            case 3, 4, 5, 6 -> transaction(test);
            case 7 -> conflict(test);
            case 8 -> {
                if (held.size() < VIEWS_MAX) {
                    held.add(new Held(test.engine().snapshot(RingScope.ALL), new TreeMap<>(committed)));
                }
            }
            case 9 -> {
                if (!held.isEmpty()) {
                    checkAndClose(held.remove(random.nextInt(held.size())));
                }
            }
            case 10 -> checkNow(test);
            case 11 -> drop(test);
            case 12 -> endedMeanwhile(test);
            default -> {
                if (random.nextInt(20) == 0) {
                    held.forEach(this::checkAndClose);
                    held.clear();
                    test.reopen();
                }
            }
        }
    }

    private String ring() {
        return RINGS.get(random.nextInt(RINGS.size()));
    }

    private Doc doc(String ring) {
        float[] vector = random.nextBoolean()
                ? null
                : new float[] {random.nextFloat() + 0.1f, random.nextFloat(), random.nextFloat()};
        String text = random.nextInt(3) == 0 ? "raw " + counter++ : "{\"n\":" + counter++ + "}";
        return new Doc(ring, text, text.startsWith("{") ? Codec.JSON : Codec.RAW, vector);
    }

    private static RecordDraft draft(Doc doc) {
        return new RecordDraft(doc.ring, doc.text.getBytes(UTF_8), null, doc.vector);
    }

    private void transaction(TestEngine test) {
        TreeMap<RecordId, Doc> staged = new TreeMap<>(committed);
        try (Transaction tx = test.engine().begin(RingScope.ALL, null)) {
            TreeMap<RecordId, Doc> atMark = new TreeMap<>(staged);
            int mark = tx.mark();
            int operations = 1 + random.nextInt(12);
            for (int i = 0; i < operations; i++) {
                write(tx, staged);
                if (random.nextInt(8) == 0) {
                    tx.rollbackTo(mark);
                    staged = new TreeMap<>(atMark);
                } else if (random.nextInt(8) == 0) {
                    mark = tx.mark();
                    atMark = new TreeMap<>(staged);
                }
                if (random.nextInt(4) == 0) {
                    check(tx, staged);
                }
            }
            check(tx, staged);
            if (random.nextInt(5) > 0) {
                tx.commit();
                committed = staged;
            }
        }
    }

    /** Stages one random write and does the same to the model. */
    private void write(Transaction tx, TreeMap<RecordId, Doc> model) {
        RecordId id = random.nextInt(3) == 0 || model.isEmpty() ? null : any(model);
        if (id == null) {
            Doc doc = doc(ring());
            RecordId given = tx.put(draft(doc));
            assertTrue(this.given.add(given), "no id is given twice");
            model.put(given, doc);
            return;
        }
        Doc old = model.get(id);
        switch (random.nextInt(4)) {
            case 0 -> {
                assertTrue(tx.delete(id));
                assertFalse(tx.delete(id));
                model.remove(id);
            }
            case 1 -> {
                Doc now = doc(old.ring);
                boolean remove = now.vector == null && random.nextBoolean();
                assertTrue(tx.update(id, new RecordChange(now.text.getBytes(UTF_8), now.codec, now.vector, remove)));
                float[] vector = now.vector != null || remove ? now.vector : old.vector;
                model.put(id, new Doc(old.ring, now.text, now.codec, vector));
            }
            case 2 -> {
                if (old.codec == Codec.JSON) {
                    String text = "{\"n\":" + counter++ + "}";
                    assertTrue(tx.patch(id, text.getBytes(UTF_8)));
                    model.put(id, new Doc(old.ring, text, Codec.JSON, old.vector));
                }
            }
            default -> {
                tx.configureRing(old.ring, 1 + random.nextInt(100));
                tx.describeRing(old.ring, "d" + counter++);
            }
        }
    }

    private RecordId any(TreeMap<RecordId, Doc> model) {
        int index = random.nextInt(model.size());
        return model.keySet().stream().skip(index).findFirst().orElseThrow();
    }

    /** Two transactions write one record: the second to commit fails and leaves nothing. */
    private void conflict(TestEngine test) {
        if (committed.isEmpty()) {
            return;
        }
        RecordId id = any(committed);
        try (Transaction one = test.engine().begin(RingScope.ALL, null);
                Transaction two = test.engine().begin(RingScope.ALL, null)) {
            Doc doc = doc(committed.get(id).ring);
            assertTrue(one.update(
                    id, new RecordChange(doc.text.getBytes(UTF_8), doc.codec, doc.vector, doc.vector == null)));
            two.put(draft(doc(ring())));
            assertTrue(two.delete(id));
            one.commit();
            committed.put(id, doc);
            try {
                two.commit();
                throw new AssertionError("the second committer has won too");
            } catch (RocheException e) {
                assertEquals(ErrorCode.SERIALIZATION_FAILURE, e.code());
            }
        }
    }

    /** Drops or empties a ring or a subtree. */
    private void drop(TestEngine test) {
        String ring = ring();
        boolean subtree = random.nextBoolean();
        boolean truncate = random.nextBoolean();
        String rings = subtree ? ring + "/**" : ring;
        SchemaChange change = truncate ? new SchemaChange.Truncate(rings) : new SchemaChange.DropRings(rings);
        boolean exists;
        boolean parent;
        try (ReadView view = test.engine().snapshot(RingScope.ALL)) {
            exists = view.ring(ring).isPresent();
            parent = view.rings(new RingSelector.Glob(ring + "/*")).size() > 0;
        }
        try {
            test.engine().alter(change, RingScope.ALL, null);
        } catch (RocheException e) {
            assertFalse(subtree, e.getMessage());
            assertEquals(exists ? ErrorCode.DEPENDENT_OBJECTS : ErrorCode.UNDEFINED_TABLE, e.code());
            assertTrue(!exists || (!truncate && parent), e.getMessage());
            return;
        }
        committed = new TreeMap<>(committed);
        committed.values().removeIf(doc -> doc.ring.equals(ring) || (subtree && doc.ring.startsWith(ring + "/")));
        try (ReadView view = test.engine().snapshot(RingScope.ALL)) {
            assertEquals(truncate && exists, view.ring(ring).isPresent());
        }
    }

    /** A transaction that writes into a ring which is dropped or emptied after its snapshot fails and leaves nothing. */
    private void endedMeanwhile(TestEngine test) {
        if (committed.isEmpty()) {
            return;
        }
        RecordId id = any(committed);
        String ring = committed.get(id).ring;
        try (Transaction tx = test.engine().begin(RingScope.ALL, null)) {
            if (random.nextBoolean()) {
                tx.put(draft(doc(ring)));
            } else {
                tx.delete(id);
            }
            test.engine().alter(new SchemaChange.Truncate(ring), RingScope.ALL, null);
            try (ReadView now = test.engine().snapshot(RingScope.ALL)) {
                check(now, without(ring));
            }
            try {
                tx.commit();
                throw new AssertionError("a transaction has written into a ring that was emptied after its snapshot");
            } catch (RocheException e) {
                assertEquals(ErrorCode.SERIALIZATION_FAILURE, e.code());
            }
        }
        committed = without(ring);
    }

    private TreeMap<RecordId, Doc> without(String ring) {
        TreeMap<RecordId, Doc> left = new TreeMap<>(committed);
        left.values().removeIf(doc -> doc.ring.equals(ring));
        return left;
    }

    private void checkNow(TestEngine test) {
        try (ReadView view = test.engine().snapshot(RingScope.ALL)) {
            check(view, committed);
        }
        if (!committed.isEmpty()) {
            RecordId id = any(committed);
            assertEquals(
                    committed.get(id).text, new String(test.engine().get(id).orElseThrow(), UTF_8));
        }
    }

    private void checkAndClose(Held one) {
        check(one.view, one.model);
        one.view.close();
    }

    private void check(ReadView view, TreeMap<RecordId, Doc> model) {
        List<RecordId> expected = new ArrayList<>(model.keySet());
        assertEquals(expected, scan(view, ScanRequest.Order.ID_ASC, model));
        java.util.Collections.reverse(expected);
        assertEquals(expected, scan(view, ScanRequest.Order.ID_DESC, model));
        Map<String, long[]> perRing = new HashMap<>();
        model.forEach((id, doc) -> {
            long[] counts = perRing.computeIfAbsent(doc.ring, ring -> new long[3]);
            counts[0]++;
            counts[1] += doc.vector == null ? 0 : 1;
            counts[2] += doc.text.getBytes(UTF_8).length;
        });
        for (String ring : RINGS) {
            long[] counts = perRing.getOrDefault(ring, new long[3]);
            assertEquals(counts[0], view.count(RingSelector.ring(ring), new QueryMonitor()));
            long[] info = view.ring(ring)
                    .map(found -> new long[] {found.records(), found.vectorRecords(), found.payloadBytes()})
                    .orElse(new long[3]);
            assertArrayEquals(counts, info, ring);
        }
        if (!model.isEmpty()) {
            RecordId id = any(model);
            checkRecord(view.get(id).orElseThrow(), model.get(id));
        }
    }

    private static void checkRecord(StoredRecord record, Doc doc) {
        assertEquals(doc.ring, record.ring());
        assertEquals(doc.text, new String(record.payload(), UTF_8));
        assertEquals(doc.codec, record.codec());
        assertArrayEquals(doc.vector, record.vector());
    }

    private static List<RecordId> scan(ReadView view, ScanRequest.Order order, TreeMap<RecordId, Doc> model) {
        List<RecordId> ids = new ArrayList<>();
        ScanRequest request = new ScanRequest(RingSelector.ALL, null, Predicate.TRUE, List.of(), order, 0, -1);
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                RecordId id = cursor.id();
                ids.add(id);
                Doc doc = model.get(id);
                assertEquals(doc == null ? null : doc.text, new String(cursor.payload(), UTF_8));
                assertArrayEquals(doc == null ? null : doc.vector, cursor.vector());
            }
        }
        return ids;
    }
}
