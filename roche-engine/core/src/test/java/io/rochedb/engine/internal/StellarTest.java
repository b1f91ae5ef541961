package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.StellarRequest.Sort;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.StellarLens;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lenses through random histories, reopened and dumped; what a neighbourhood holds, in which order, and what is read for it. */
class StellarTest {
    private static final List<String> RINGS = List.of("a", "a/b", "a/b/c", "a/d", "e", "e/b", "f-g", "f");

    @TempDir
    Path directory;

    private static void alter(RocheEngine engine, RingScope scope, SchemaChange change) {
        engine.alter(change, scope, null);
    }

    private static Map<String, List<String>> lenses(ReadView view) {
        Map<String, List<String>> found = new TreeMap<>();
        for (StellarLens lens : view.schema().model().lenses()) {
            found.put(lens.name(), lens.members());
        }
        return found;
    }

    private static Map<String, List<String>> lenses(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return lenses(view);
        }
    }

    @Test
    void lensesFollowAModel() {
        long seed = Long.getLong("rochedb.seed", System.nanoTime());
        System.out.println("StellarTest seed " + seed);
        Random random = new Random(seed);
        Map<String, List<String>> model = new TreeMap<>();
        TreeSet<String> rings = new TreeSet<>();
        EngineOptions options = EngineOptions.file(directory.resolve("store"));
        RocheEngine engine = RocheEngine.open(options);
        try {
            for (int step = 0; step < 150; step++) {
                step(engine, random, model, rings);
                assertEquals(model, lenses(engine));
                assertMemberships(engine, model);
                if (step % 50 == 49) {
                    engine.close();
                    engine = RocheEngine.open(options);
                    assertEquals(model, lenses(engine));
                }
            }
            Path dump = directory.resolve("dump.jsonl");
            engine.dump(dump, RingScope.ALL, ProgressListener.NONE);
            try (RocheEngine other = RocheEngine.open(EngineOptions.memory())) {
                ImportOptions all = new ImportOptions(dump, null, null, null, null, "x", 10, null, -1);
                assertEquals(
                        0,
                        other.importJsonl(all, RingScope.ALL, ProgressListener.NONE)
                                .rejected());
                assertEquals(model, lenses(other));
                assertEquals(
                        0,
                        other.importJsonl(all, RingScope.ALL, ProgressListener.NONE)
                                .imported());
            }
        } finally {
            engine.close();
        }
    }

    private static void step(
            RocheEngine engine, Random random, Map<String, List<String>> model, TreeSet<String> rings) {
        String lens = RINGS.get(random.nextInt(RINGS.size()));
        String ring = RINGS.get(random.nextInt(RINGS.size()));
        int kind = random.nextInt(10);
        if (kind < 6) {
            if (lens.equals(ring)) {
                refused(ErrorCode.INVALID_PARAMETER, engine, new SchemaChange.AttachStellar(lens, ring));
                return;
            }
            alter(engine, RingScope.ALL, new SchemaChange.AttachStellar(lens, ring));
            List<String> members = model.computeIfAbsent(lens, name -> new ArrayList<>());
            if (!members.contains(ring)) {
                members.add(ring);
            }
            for (String one : List.of(lens, ring)) {
                for (String name = one; name != null; name = io.rochedb.engine.model.RingNames.parent(name)) {
                    rings.add(name);
                }
            }
        } else if (kind < 9) {
            List<String> members = model.getOrDefault(lens, new ArrayList<>());
            if (members.remove(ring)) {
                alter(engine, RingScope.ALL, new SchemaChange.DetachStellar(lens, ring));
            } else {
                refused(ErrorCode.UNDEFINED_OBJECT, engine, new SchemaChange.DetachStellar(lens, ring));
            }
        } else {
            alter(engine, RingScope.ALL, new SchemaChange.DropRings(ring + "/**"));
            rings.removeIf(name -> name.equals(ring) || name.startsWith(ring + "/"));
            model.keySet().retainAll(rings);
            model.values().forEach(members -> members.retainAll(rings));
        }
        model.values().removeIf(List::isEmpty);
    }

    private static void refused(ErrorCode code, RocheEngine engine, SchemaChange change) {
        assertEquals(
                code,
                assertThrows(RocheException.class, () -> alter(engine, RingScope.ALL, change))
                        .code());
    }

    private static void assertMemberships(RocheEngine engine, Map<String, List<String>> model) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            for (String ring : RINGS) {
                List<String> expected = model.entrySet().stream()
                        .filter(lens -> lens.getValue().contains(ring))
                        .map(Map.Entry::getKey)
                        .toList();
                assertEquals(
                        expected,
                        view.schema().model().lensesOf(ring).stream()
                                .map(StellarLens::name)
                                .toList());
            }
        }
    }

    @Test
    void snapshotsKeepTheirLensesAndScopesHideSome() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            alter(engine, RingScope.ALL, new SchemaChange.AttachStellar("own/lens", "own/a"));
            alter(engine, RingScope.ALL, new SchemaChange.AttachStellar("own/lens", "hidden"));
            alter(engine, RingScope.ALL, new SchemaChange.AttachStellar("other", "own/a"));
            RingScope writer = RingScope.of(List.of("shared"), List.of("own/**"));
            engine.put(new RecordDraft("shared", "{}".getBytes(UTF_8), null, null));
            try (ReadView before = engine.snapshot(writer)) {
                // Who may write the lens may attach what he may only read.
                alter(engine, writer, new SchemaChange.AttachStellar("own/lens", "shared"));
                assertEquals(Map.of("own/lens", List.of("own/a")), lenses(before));
            }
            try (ReadView view = engine.snapshot(writer)) {
                assertEquals(Map.of("own/lens", List.of("own/a", "shared")), lenses(view));
                assertEquals(1, view.schema().model().lensesOf("own/a").size());
            }
            for (SchemaChange change : List.of(
                    new SchemaChange.AttachStellar("own/lens", "unknown"),
                    new SchemaChange.AttachStellar("own/lens", "other"),
                    new SchemaChange.AttachStellar("shared", "own/a"),
                    new SchemaChange.DetachStellar("other", "own/a"))) {
                assertEquals(
                        ErrorCode.RING_NOT_ALLOWED,
                        assertThrows(RocheException.class, () -> alter(engine, writer, change))
                                .code());
            }
            assertEquals(
                    ErrorCode.UNDEFINED_OBJECT,
                    assertThrows(
                                    RocheException.class,
                                    () -> alter(engine, writer, new SchemaChange.DetachStellar("own/lens", "hidden")))
                            .code());
            assertEquals(List.of("own/a", "hidden", "shared"), lenses(engine).get("own/lens"));
        }
    }

    // What is read.

    private static StellarRequest request(String root, int limit, Sort sort) {
        return new StellarRequest(root, List.of(), true, 0, 0, limit, sort, Map.of(), Map.of(), Predicate.TRUE);
    }

    private static List<Long> seqs(ReadView view, StellarRequest request, QueryMonitor monitor) {
        List<Long> seqs = new ArrayList<>();
        try (StellarCursor records = view.stellar(request, monitor)) {
            while (records.next()) {
                seqs.add(records.seq());
            }
        }
        return seqs;
    }

    private record Written(long seq, long millis) {}

    @Test
    void everyOrderAndLimitIsThatOfAllRecordsSorted() {
        long seed = Long.getLong("rochedb.seed", System.nanoTime());
        System.out.println("StellarTest seed " + seed);
        Random random = new Random(seed);
        AtomicLong clock = new AtomicLong(1_000);
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory().withClock(clock::get));
                Transaction transaction = engine.begin(RingScope.ALL, null)) {
            List<RecordId> ids = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                clock.addAndGet(random.nextInt(3));
                ids.add(engine.put(new RecordDraft("r", "{}".getBytes(UTF_8), null, null)));
            }
            transaction.refresh();
            for (int i = 0; i < 30; i++) {
                clock.addAndGet(random.nextInt(2));
                int which = random.nextInt(ids.size());
                if (random.nextInt(3) == 0) {
                    ids.add(transaction.put(new RecordDraft("r", "{}".getBytes(UTF_8), null, null)));
                } else if (random.nextBoolean()) {
                    transaction.update(ids.get(which), RecordChange.payload("{}".getBytes(UTF_8), null));
                } else if (transaction.delete(ids.get(which))) {
                    ids.remove(which);
                }
            }
            List<Written> all = ids.stream()
                    .map(id -> new Written(
                            id.seq(), transaction.get(id).orElseThrow().writtenAtMillis()))
                    .toList();
            Comparator<Written> byTime = Comparator.comparingLong(Written::millis);
            Map<Sort, Comparator<Written>> orders = Map.of(
                    Sort.ID_ASC, Comparator.comparingLong(Written::seq),
                    Sort.ID_DESC, Comparator.comparingLong(Written::seq).reversed(),
                    Sort.TIME_ASC, byTime.thenComparingLong(Written::seq),
                    Sort.TIME_DESC, byTime.thenComparingLong(Written::seq).reversed());
            for (Map.Entry<Sort, Comparator<Written>> order : orders.entrySet()) {
                for (int limit : new int[] {1, 2, 7, 20, 1_000}) {
                    List<Long> expected = all.stream()
                            .sorted(order.getValue())
                            .limit(limit)
                            .map(Written::seq)
                            .toList();
                    QueryMonitor monitor = new QueryMonitor();
                    assertEquals(expected, seqs(transaction, request("r", limit, order.getKey()), monitor));
                    boolean byId = order.getKey() == Sort.ID_ASC || order.getKey() == Sort.ID_DESC;
                    assertEquals(byId ? expected.size() : all.size(), monitor.recordsScanned());
                    assertEquals(1, monitor.ringsRouted());
                }
            }
        }
    }

    @Test
    void childrenAreThoseRightBelowWhateverTheirNames() {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory())) {
            for (String ring : List.of("p", "p/a/x/y", "p/a-b", "p/a", "p/b/z", "p0", "p-q/a", "p/a!")) {
                engine.put(new RecordDraft(ring, "{}".getBytes(UTF_8), null, null));
            }
            StellarRequest below = new StellarRequest(
                    "p", List.of(), false, 2, 0, 20, Sort.ID_ASC, Map.of(), Map.of(), Predicate.TRUE);
            try (ReadView view = engine.snapshot(RingScope.ALL);
                    StellarCursor records = view.stellar(below, new QueryMonitor())) {
                List<String> rings = new ArrayList<>();
                while (records.next()) {
                    rings.add(records.ring());
                }
                // p/b and p/a/x exist without records; p/a/x/y is three levels down
                assertEquals(List.of("p/a", "p/a!", "p/a-b", "p/b/z"), rings);
                assertTrue(view.ring("p/a/x").isPresent());
            }
        }
    }
}
