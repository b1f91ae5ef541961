package io.rochedb.engine.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
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
import io.rochedb.engine.query.VectorRequest;
import io.rochedb.engine.query.VectorRequest.Metric;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorSearchTest {
    private static final String[] RINGS = {"a", "a/b", "a/c", "z", "z/y/x"};
    private static final FieldRef NUMBER = new FieldRef("n", FieldType.BIGINT);

    private record Found(double key, RecordId id, Object number) {}

    private static RecordDraft draft(String ring, int number, float... vector) {
        byte[] json = ("{\"n\":" + number + "}").getBytes(StandardCharsets.UTF_8);
        return new RecordDraft(ring, json, Codec.JSON, vector.length == 0 ? null : vector);
    }

    private static List<Found> search(ReadView view, VectorRequest request, QueryMonitor monitor) {
        List<Found> found = new ArrayList<>();
        try (RecordCursor cursor = view.search(request, monitor)) {
            while (cursor.next()) {
                double key = request.metric() == Metric.L2 ? -cursor.score() : cursor.score();
                found.add(new Found(key, cursor.id(), request.fields().isEmpty() ? null : cursor.field(0)));
            }
        }
        return found;
    }

    private static VectorRequest cosine(RingSelector rings, int limit, float... query) {
        return new VectorRequest(rings, query, Metric.COSINE, Predicate.TRUE, List.of(), 0, limit);
    }

    /** Sums in an order of its own, so that scores may differ in the last bits: order is compared only where scores differ clearly. */
    private static List<Found> bruteForce(ReadView view, VectorRequest request) {
        List<Found> all = new ArrayList<>();
        ScanRequest scan = new ScanRequest(
                request.rings(), null, request.predicate(), List.of(NUMBER), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = view.scan(scan, new QueryMonitor())) {
            while (cursor.next()) {
                float[] vector = cursor.vector();
                if (vector != null && vector.length == request.vector().length) {
                    all.add(new Found(key(request.metric(), request.vector(), vector), cursor.id(), cursor.field(0)));
                }
            }
        }
        all.sort(Comparator.comparing(Found::key, Comparator.reverseOrder()).thenComparing(Found::id));
        return all;
    }

    private static double key(Metric metric, float[] query, float[] vector) {
        double queryNorm = norm(query);
        double vectorNorm = norm(vector);
        double sum = 0;
        for (int i = query.length - 1; i >= 0; i--) {
            if (metric == Metric.COSINE) {
                sum += (double) (float) (query[i] / queryNorm) * (float) (vector[i] / vectorNorm);
            } else if (metric == Metric.DOT) {
                sum += (double) query[i] * vector[i];
            } else {
                sum += ((double) query[i] - vector[i]) * ((double) query[i] - vector[i]);
            }
        }
        return metric == Metric.L2 ? -Math.sqrt(sum) : sum;
    }

    private static double norm(float[] vector) {
        double sum = 0;
        for (float x : vector) {
            sum += (double) x * x;
        }
        return Math.sqrt(sum);
    }

    @Test
    void findsWhatABruteForceSortFinds() {
        Random random = Seeds.random("VectorSearchTest");
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            List<RecordId> ids = new ArrayList<>();
            for (int round = 0; round < 60; round++) {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    change(random, transaction, ids, engine);
                    for (int i = 0; i < 6; i++) {
                        compare(transaction, request(random), true);
                    }
                    if (random.nextInt(4) > 0) {
                        transaction.commit();
                    } else {
                        transaction.rollback();
                    }
                }
                try (ReadView view = engine.snapshot(random.nextBoolean() ? RingScope.ALL : RingScope.subtree("a"))) {
                    boolean newest = random.nextBoolean();
                    if (!newest) {
                        change(random, null, ids, engine);
                    }
                    for (int i = 0; i < 6; i++) {
                        compare(view, request(random), newest);
                    }
                }
            }
        }
    }

    private static void change(Random random, Transaction transaction, List<RecordId> ids, RocheEngine engine) {
        for (int i = random.nextInt(30); i > 0; i--) {
            float[] vector = random.nextInt(6) == 0 ? new float[0] : vector(random);
            RecordDraft draft = draft(RINGS[random.nextInt(RINGS.length)], random.nextInt(100), vector);
            RecordId some = ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
            if (transaction == null) {
                ids.add(engine.put(draft));
            } else if (random.nextInt(3) > 0 || some == null) {
                ids.add(transaction.put(draft));
            } else if (random.nextBoolean()) {
                transaction.delete(some);
            } else {
                transaction.update(some, new RecordChange(null, null, vector(random), false));
            }
        }
    }

    /** Few distinct components, so that ties happen. */
    private static float[] vector(Random random) {
        float[] vector = new float[9];
        vector[random.nextInt(9)] = 1;
        vector[random.nextInt(9)] = random.nextInt(3) - 1.5f;
        if (random.nextBoolean()) {
            vector[random.nextInt(9)] = (float) random.nextGaussian();
        }
        return norm(vector) == 0 ? new float[] {1, 0, 0, 0, 0, 0, 0, 0, 0} : vector;
    }

    private static VectorRequest request(Random random) {
        RingSelector rings = switch (random.nextInt(3)) {
            case 0 -> RingSelector.ALL;
            case 1 -> new RingSelector.Glob("a/**");
            default -> RingSelector.ring(RINGS[random.nextInt(RINGS.length)]);
        };
        Predicate predicate = random.nextBoolean()
                ? Predicate.TRUE
                : new Predicate.Compare(new Predicate.Field(NUMBER), Predicate.Op.LT, (long) random.nextInt(100));
        return new VectorRequest(
                rings,
                vector(random),
                Metric.values()[random.nextInt(3)],
                predicate,
                List.of(NUMBER),
                random.nextInt(3) == 0 ? random.nextInt(10) : 0,
                random.nextInt(8) == 0 ? Long.MAX_VALUE : random.nextInt(12));
    }

    /** What others have written since is counted as skipped or not, as is cheaper; nothing else of it shows. */
    private static void compare(ReadView view, VectorRequest request, boolean newest) {
        QueryMonitor monitor = new QueryMonitor();
        List<Found> expected = bruteForce(view, request);
        List<Found> actual = search(view, request, monitor);
        long size = Math.max(0, Math.min(request.limit(), expected.size() - request.offset()));
        assertEquals(size, actual.size(), request::toString);
        for (int i = 0; i < actual.size(); i++) {
            Found found = actual.get(i);
            assertEquals(expected.get((int) request.offset() + i).key(), found.key(), 1e-12, request::toString);
            assertTrue(
                    expected.stream()
                            .anyMatch(other -> other.id().equals(found.id())
                                    && other.number().equals(found.number())
                                    && Math.abs(other.key() - found.key()) < 1e-12),
                    request::toString);
            assertTrue(i == 0 || inOrder(actual.get(i - 1), found), request::toString);
        }
        long visible = bruteForce(
                        view,
                        new VectorRequest(
                                request.rings(), request.vector(), request.metric(), Predicate.TRUE, List.of(), 0, 1))
                .size();
        long inScope = bruteForce(
                        view,
                        new VectorRequest(
                                RingSelector.ALL, request.vector(), request.metric(), Predicate.TRUE, List.of(), 0, 1))
                .size();
        assertEquals(visible, monitor.vectorsScanned());
        if (newest) {
            assertEquals(inScope - visible, monitor.vectorsSkipped());
        }
        assertEquals(actual.size(), monitor.rowsReturned());
    }

    private static boolean inOrder(Found a, Found b) {
        return a.key() > b.key() || (a.key() == b.key() && a.id().compareTo(b.id()) < 0);
    }

    @Test
    void tiesAreInOrderOfIdWhateverWasWrittenWhen() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            List<RecordId> ids = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                ids.add(engine.put(draft(i % 2 == 0 ? "a" : "b", i, 1, 1)));
            }
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.update(ids.get(2), new RecordChange(null, null, new float[] {2, 2}, false));
                transaction.commit();
            }
            ids.sort(Comparator.naturalOrder());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                List<Found> found = search(view, cosine(RingSelector.ALL, 7, 1, 1), new QueryMonitor());
                assertEquals(ids.subList(0, 7), found.stream().map(Found::id).toList());
            }
        }
    }

    @Test
    void refusesWhatCannotBeCompared() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            engine.put(draft("three", 1, 1, 2, 3));
            engine.put(draft("two", 1, 1, 2));
            engine.put(draft("none", 1));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                RingSelector three = RingSelector.ring("three");
                assertEquals(
                        "the query vector has dimension 2, but the vectors of ring 'three' have dimension 3",
                        error(view, cosine(three, 1, 1, 2)));
                assertEquals(
                        "the query vector is zero: it has no direction to compare",
                        error(view, cosine(three, 1, 0, 0, 0)));
                assertEquals(
                        "component 1 of the vector is NaN; components must be finite numbers",
                        error(view, cosine(three, 1, 1, Float.NaN, 0)));
                assertEquals("the query vector has no components", error(view, cosine(three, 1)));
                error(view, cosine(RingSelector.ALL, 1, 1, 2, 3, 4));
                QueryMonitor monitor = new QueryMonitor();
                assertEquals(
                        1,
                        search(view, cosine(RingSelector.ALL, 9, 1, 2), monitor).size());
                assertEquals(1, monitor.vectorsScanned());
                assertEquals(1, monitor.vectorsSkipped());
                assertEquals(3, monitor.ringsRouted());
                assertEquals(
                        0,
                        search(view, cosine(RingSelector.ring("none"), 9, 1, 2), monitor)
                                .size());
                assertEquals(
                        0,
                        search(view, cosine(RingSelector.ring("absent"), 9, 1, 2), monitor)
                                .size());
                assertEquals(0, search(view, cosine(three, 0, 1, 2, 3), monitor).size());
            }
        }
    }

    private static String error(ReadView view, VectorRequest request) {
        RocheException error = assertThrows(RocheException.class, () -> search(view, request, new QueryMonitor()));
        assertEquals(ErrorCode.DATA_EXCEPTION, error.code());
        return error.getMessage();
    }

    @Test
    void stopsWhenToldTo() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            for (int i = 0; i < 100; i++) {
                engine.put(draft("a", i, 1, i));
            }
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                QueryMonitor monitor = new QueryMonitor();
                monitor.maxScanned(50);
                RocheException error = assertThrows(
                        RocheException.class, () -> search(view, cosine(RingSelector.ALL, 1, 1, 2), monitor));
                assertEquals(ErrorCode.SCAN_LIMIT_EXCEEDED, error.code());
                RecordCursor cursor = view.search(cosine(RingSelector.ALL, 9, 1, 2), new QueryMonitor());
                assertTrue(cursor.next());
                assertTrue(cursor.hasVector());
                assertFalse(Double.isNaN(cursor.score()));
                cursor.close();
                assertThrows(RocheException.class, cursor::next);
            }
        }
    }
}
