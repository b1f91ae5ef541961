package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.IndexInfo;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexes beside what else happens to a ring: a unique one that is made while its keys are written, rings read in meanwhile, records that end. */
@Timeout(180)
class IndexRacesTest {
    private static final String RING = "r";
    private static final int RECORDS = 300;
    private static final int KEYS = 20_000;
    private static final FieldRef KEY = new FieldRef("k", FieldType.BIGINT);

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private interface Work {
        void run() throws Exception;
    }

    private Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                done.set(true);
            }
        });
        thread.start();
        return thread;
    }

    private Thread repeat(Work work) {
        return start(() -> {
            while (!done.get()) {
                work.run();
            }
        });
    }

    private void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get(), () -> String.valueOf(failure.get()));
    }

    private static IndexDefinition index(boolean unique) {
        IndexDefinition.IndexColumn column =
                new IndexDefinition.IndexColumn(List.of("k"), ColumnType.of(ColumnType.Kind.BIGINT), false);
        return new IndexDefinition("i", RING, List.of(column), unique);
    }

    private static RecordDraft draft(Random random) {
        return new RecordDraft(RING, document(random), Codec.JSON, null);
    }

    private static byte[] document(Random random) {
        return ("{\"k\":" + random.nextInt(KEYS) + "}").getBytes(UTF_8);
    }

    /** Does something that others, or a key that is there, may refuse; returns whether it was done. */
    private static boolean tried(Work work) throws Exception {
        try {
            work.run();
            return true;
        } catch (RocheException e) {
            boolean expected = e.code() == ErrorCode.UNIQUE_VIOLATION || e.code() == ErrorCode.SERIALIZATION_FAILURE;
            assertTrue(expected, e.toString());
            return false;
        }
    }

    private static void write(RocheEngine engine, List<RecordId> ids, Random random) throws Exception {
        tried(() -> {
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    RecordId id = ids.get(random.nextInt(ids.size()));
                    if (random.nextInt(4) == 0) {
                        if (transaction.delete(id)) {
                            transaction.put(draft(random));
                        }
                    } else {
                        transaction.update(id, RecordChange.payload(document(random), Codec.JSON));
                    }
                }
                transaction.commit();
            }
        });
        // Now and then the others come between two writes.
        Thread.sleep(random.nextInt(8) / 7);
    }

    /** Compares what is found through the index, if any, with what a scan finds; where a unique index is declared each key is there once. */
    private static void read(RocheEngine engine, Random random) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            Predicate predicate =
                    new Predicate.Compare(new Predicate.Field(KEY), Predicate.Op.LT, (long) random.nextInt(KEYS / 20));
            assertEquals(found(view, new Predicate.Not(new Predicate.Not(predicate))), found(view, predicate));
            if (view.schema().index("i").map(IndexDefinition::unique).orElse(false)) {
                Set<Object> keys = new HashSet<>();
                ScanRequest request = ScanRequest.of(RingSelector.ring(RING)).withFields(List.of(KEY));
                try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
                    while (cursor.next()) {
                        assertTrue(keys.add(cursor.field(0)), () -> "twice: " + cursor.field(0));
                    }
                }
            }
        }
    }

    private static List<RecordId> found(ReadView view, Predicate predicate) {
        List<RecordId> found = new ArrayList<>();
        ScanRequest request =
                new ScanRequest(RingSelector.ALL, null, predicate, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                found.add(cursor.id());
            }
        }
        return found;
    }

    private static List<RecordId> fill(RocheEngine engine, Random random) {
        List<RecordId> ids = new ArrayList<>();
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            for (int i = 0; i < RECORDS; i++) {
                ids.add(transaction.put(draft(random)));
            }
            transaction.commit();
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aUniqueIndexIsMadeWhileItsKeysAreWritten(EngineKind kind) throws Exception {
        Random random = Seeds.random("IndexRacesTest unique " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            List<RecordId> ids = fill(engine, random);
            Random[] own = {new Random(random.nextLong()), new Random(random.nextLong()), new Random(random.nextLong())
            };
            List<Thread> threads = List.of(
                    repeat(() -> write(engine, ids, own[0])),
                    repeat(() -> write(engine, ids, own[1])),
                    repeat(() -> read(engine, own[2])));
            int made = 0;
            for (int round = 0; round < 1_000 && made < 8 && !done.get(); round++) {
                if (tried(() -> engine.alter(new SchemaChange.CreateIndex(index(true)), RingScope.ALL, null))) {
                    made++;
                    read(engine, random);
                    engine.alter(new SchemaChange.DropIndex("i"), RingScope.ALL, null);
                } else {
                    removeDuplicates(engine);
                }
            }
            done.set(true);
            join(threads);
            assertTrue(made > 0, "the index was made");
        }
    }

    private static void removeDuplicates(RocheEngine engine) throws Exception {
        tried(() -> {
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                Set<Object> keys = new HashSet<>();
                List<RecordId> twice = new ArrayList<>();
                ScanRequest request = ScanRequest.of(RingSelector.ring(RING)).withFields(List.of(KEY));
                try (RecordCursor cursor = transaction.scan(request, new QueryMonitor())) {
                    while (cursor.next()) {
                        if (!keys.add(cursor.field(0))) {
                            twice.add(cursor.id());
                        }
                    }
                }
                twice.forEach(transaction::delete);
                transaction.commit();
            }
        });
    }

    /** A ring that is on disk is read in by readers and writers while indexes on it are made and dropped. */
    @Test
    void ringsAreReadInWhileIndexesAreMade() throws Exception {
        Random random = Seeds.random("IndexRacesTest loads");
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            List<RecordId> ids = fill(test.engine(), random);
            for (int round = 0; round < 12; round++) {
                RocheEngine engine = test.reopen();
                boolean declared;
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    declared = view.schema().index("i").isPresent();
                }
                CyclicBarrier together = new CyclicBarrier(3);
                Random writer = new Random(random.nextLong());
                Random reader = new Random(random.nextLong());
                join(List.of(
                        start(() -> {
                            together.await();
                            engine.alter(
                                    declared
                                            ? new SchemaChange.DropIndex("i")
                                            : new SchemaChange.CreateIndex(index(false)),
                                    RingScope.ALL,
                                    null);
                        }),
                        start(() -> {
                            together.await();
                            for (int i = 0; i < 20; i++) {
                                write(engine, ids, writer);
                            }
                        }),
                        start(() -> {
                            together.await();
                            for (int i = 0; i < 20; i++) {
                                read(engine, reader);
                            }
                        })));
                for (int i = 0; i < 50; i++) {
                    read(engine, random);
                }
            }
        }
    }

    /** What deleted records leave is given up by the commit that deletes them, once nobody reads it. */
    @Test
    void entriesAndRowsOfDeletedRecordsAreGivenUp() {
        int records = 20_000;
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            engine.alter(new SchemaChange.CreateIndex(index(true)), RingScope.ALL, null);
            List<RecordId> ids = new ArrayList<>();
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (int i = 0; i < records; i++) {
                    byte[] payload = ("{\"k\":" + i + "}").getBytes(UTF_8);
                    ids.add(transaction.put(new RecordDraft(RING, payload, Codec.JSON, null)));
                }
                transaction.commit();
            }
            long full = engine.info().residentBytes();
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                ids.forEach(transaction::delete);
                transaction.commit();
            }
            assertEquals(0, entries(engine));
            assertTrue(engine.info().residentBytes() < full / 4, engine.info().residentBytes() + " of " + full);
        }
    }

    private static long entries(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.indexes().stream().mapToLong(IndexInfo::entries).sum();
        }
    }
}
