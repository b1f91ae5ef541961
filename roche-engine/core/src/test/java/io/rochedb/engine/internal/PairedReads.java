package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.ScanRequest.Order;
import io.rochedb.engine.query.VectorRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The same reads of two views, whose engines differ in their budgets only, compared with each other and with a model. */
final class PairedReads {
    private final ReadView tiny;
    private final ReadView large;
    private final Map<Integer, Doc> model;
    private final Random random;
    private boolean hasRoom;

    PairedReads(ReadView tiny, ReadView large, Map<Integer, Doc> model, Random random) {
        this.tiny = tiny;
        this.large = large;
        this.model = model;
        this.random = random;
    }

    /** A record of the model, with its ids in the two engines once it has them. */
    record Doc(
            String ring,
            String text,
            Codec codec,
            float @Nullable [] vector,
            @Nullable RecordId tiny,
            @Nullable RecordId large) {
        Doc at(RecordId inTiny, RecordId inLarge) {
            return new Doc(ring, text, codec, vector, inTiny, inLarge);
        }

        RecordId id(boolean ofTiny) {
            return java.util.Objects.requireNonNull(ofTiny ? tiny : large);
        }

        String shown() {
            return PairedReads.shown(ring, text, codec, vector);
        }
    }

    private static String shown(String ring, String text, Codec codec, float @Nullable [] vector) {
        return ring + " " + codec + " " + Arrays.toString(vector) + " " + text;
    }

    private static List<String> rows(RecordCursor cursor, boolean scores) {
        List<String> rows = new ArrayList<>();
        try (cursor) {
            while (cursor.next()) {
                String row = shown(cursor.ring(), new String(cursor.payload(), UTF_8), cursor.codec(), cursor.vector());
                assertEquals(cursor.vector() != null, cursor.hasVector());
                rows.add(row + (scores ? " " + cursor.score() : "") + " " + cursor.writtenAtMillis());
            }
        }
        return rows;
    }

    private static List<String> scan(ReadView view, ScanRequest request, QueryMonitor monitor) {
        return rows(view.scan(request, monitor), false);
    }

    /** Returns every record, by id. */
    static List<String> all(ReadView view) {
        return scan(view, ScanRequest.of(RingSelector.ALL), new QueryMonitor());
    }

    /** Requires that a view shows what a model holds. */
    static void requireShows(ReadView view, Map<Integer, Doc> model) {
        List<String> expected = model.values().stream().map(Doc::shown).sorted().toList();
        List<String> shown = all(view).stream()
                .map(row -> row.substring(0, row.lastIndexOf(' ')))
                .sorted()
                .toList();
        if (!expected.equals(shown)) {
            List<String> missing = new ArrayList<>(expected);
            shown.forEach(missing::remove);
            List<String> more = new ArrayList<>(shown);
            expected.forEach(more::remove);
            assertEquals(missing, more, "missing, and too much");
        }
    }

    private void same(String what, Function<ReadView, ? extends Object> read) {
        assertEquals(read.apply(large), read.apply(tiny), what);
    }

    /**
     * Checks some reads.
     *
     * @param room whether there is memory for sorting
     */
    void check(boolean everything, boolean room) {
        hasRoom = room;
        if (everything) {
            requireShows(tiny, model);
            same("records by id", PairedReads::all);
        }
        same(
                "rings",
                view -> view.rings(RingSelector.ALL).stream()
                        .map(PairedReads::withoutMemory)
                        .toList());
        same("count", view -> view.count(RingSelector.ALL, new QueryMonitor()));
        String ring = model.isEmpty() ? "r0" : someDoc().ring();
        for (Order order : Order.values()) {
            scans(ring, order);
        }
        gets();
        searches(ring);
    }

    private Doc someDoc() {
        List<Doc> docs = new ArrayList<>(model.values());
        return docs.get(random.nextInt(docs.size()));
    }

    private static RingInfo withoutMemory(RingInfo info) {
        return new RingInfo(
                info.name(),
                info.key(),
                info.records(),
                info.vectorRecords(),
                info.payloadBytes(),
                info.dimension(),
                info.periodSeconds(),
                info.headRadians(),
                info.epoch(),
                0,
                info.lastWriteMillis(),
                info.description(),
                0,
                0);
    }

    private void scans(String ring, Order order) {
        RingSelector rings = random.nextBoolean() ? RingSelector.ring(ring) : RingSelector.ALL;
        int offset = random.nextInt(8);
        int limit = random.nextInt(3) == 0 ? -1 : random.nextInt(40);
        Predicate predicate = random.nextBoolean() ? Predicate.TRUE : above(random.nextInt(2_000));
        if (order == Order.WRITTEN_ASC || order == Order.WRITTEN_DESC) {
            limit = Math.max(0, limit); // To sort all takes more than the budget.
            if (!hasRoom) {
                return;
            }
        }
        int most = limit;
        same("scan " + rings + " " + order + " " + offset + " " + limit, view -> {
            QueryMonitor monitor = new QueryMonitor();
            ScanRequest request = new ScanRequest(rings, null, predicate, List.of(), List.of(), order, offset, most);
            return scan(view, request, monitor) + " " + counters(monitor) + " " + monitor.bytesScanned();
        });
    }

    private static Predicate above(long n) {
        return new Predicate.Compare(new Predicate.Field(new FieldRef("n", FieldType.BIGINT)), Predicate.Op.GE, n);
    }

    private static List<Long> counters(QueryMonitor monitor) {
        return List.of(
                monitor.ringsKnown(),
                monitor.ringsRouted(),
                monitor.recordsScanned(),
                monitor.vectorsScanned(),
                monitor.rowsReturned());
    }

    private void gets() {
        List<Doc> some = new ArrayList<>();
        for (int i = 0; i < 6 && !model.isEmpty(); i++) {
            some.add(someDoc());
        }
        for (Doc doc : some) {
            Optional<StoredRecord> found = tiny.get(doc.id(true));
            assertTrue(found.isPresent(), doc::shown);
            StoredRecord record = found.get();
            assertEquals(
                    doc.shown(),
                    shown(record.ring(), new String(record.payload(), UTF_8), record.codec(), record.vector()));
        }
        for (Order order : List.of(Order.ID_ASC, Order.ID_DESC)) {
            same("ids", view -> {
                List<RecordId> ids =
                        some.stream().map(doc -> doc.id(view == tiny)).collect(Collectors.toList());
                return scan(
                        view,
                        new ScanRequest(RingSelector.ALL, ids, Predicate.TRUE, List.of(), List.of(), order, 0, -1),
                        new QueryMonitor());
            });
        }
    }

    private void searches(String ring) {
        float[] query = new float[6];
        for (int i = 0; i < query.length; i++) {
            query[i] = random.nextInt(7) - 3 + (i == 0 ? 0.5f : 0);
        }
        int limit = random.nextInt(30);
        for (VectorRequest.Metric metric : VectorRequest.Metric.values()) {
            Predicate predicate = random.nextBoolean() ? Predicate.TRUE : above(random.nextInt(2_000));
            same("search by " + metric, view -> {
                QueryMonitor monitor = new QueryMonitor();
                VectorRequest request = new VectorRequest(
                        RingSelector.ALL, query.clone(), metric, predicate, List.of(), List.of(), 2, limit);
                return rows(view.search(request, monitor), true) + " " + counters(monitor);
            });
        }
        String base = random.nextInt(3) == 0 ? null : ring;
        Tuning tuning = new Tuning(Scope.values()[random.nextInt(4)], 0, base == null ? 2 : 0, true, 3, 0);
        same("retrieve", view -> {
            QueryMonitor monitor = new QueryMonitor();
            RetrieveResult result = view.retrieve(
                    new RetrieveRequest(query.clone(), base, 1 + limit, tuning, Predicate.TRUE, -1), monitor);
            String hits = result.hits().stream()
                    .map(hit -> hit.score() + " "
                            + shown(
                                    hit.record().ring(),
                                    new String(hit.record().payload(), UTF_8),
                                    hit.record().codec(),
                                    hit.record().vector()))
                    .collect(Collectors.joining("\n"));
            return hits
                    + result.stats()
                    + result.strategy()
                    + result.selectedRings()
                    + result.prunedRings()
                    + result.ringFeatures()
                    + counters(monitor)
                    + monitor.bytesScanned();
        });
    }
}
