package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Indexes made and dropped while threads write and read: every reader finds through them what it finds without. */
class IndexConcurrencyTest {
    private static final String RING = "r";
    private static final int RECORDS = 400;
    private static final int GROUPS = 40;
    private static final int ROUNDS = 40;
    private static final Predicate.Field GROUP = new Predicate.Field(new FieldRef("g", FieldType.BIGINT));

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicLong used = new AtomicLong();
    private final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());

    private static byte[] document(Random random) {
        return ("{\"g\":" + random.nextInt(GROUPS) + ",\"x\":" + random.nextInt() + "}").getBytes(UTF_8);
    }

    private static IndexDefinition index(String field, boolean unique) {
        return new IndexDefinition(
                "i" + field,
                RING,
                List.of(new IndexDefinition.IndexColumn(List.of(field), ColumnType.of(ColumnType.Kind.BIGINT), false)),
                unique);
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"MEMORY", "BUFFERED"})
    void readersFindTheSameWithAndWithout(EngineKind kind) throws InterruptedException {
        Random random = Seeds.random("IndexConcurrencyTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            List<RecordId> ids = new ArrayList<>();
            for (int i = 0; i < RECORDS; i++) {
                ids.add(engine.put(new RecordDraft(RING, document(random), Codec.JSON, null)));
            }
            List<Thread> threads = List.of(
                    thread(random.nextLong(), seeded -> write(engine, ids, seeded)),
                    thread(random.nextLong(), seeded -> write(engine, ids, seeded)),
                    thread(random.nextLong(), seeded -> read(engine, seeded)));
            for (int round = 0; round < ROUNDS && errors.isEmpty(); round++) {
                engine.alter(new SchemaChange.CreateIndex(index("g", false)), RingScope.ALL, null);
                long before = used.get();
                while (used.get() < before + 3 && errors.isEmpty()) {
                    Thread.sleep(1);
                }
                engine.alter(new SchemaChange.DropIndex("ig"), RingScope.ALL, null);
            }
            stop.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), errors);
            assertTrue(used.get() >= ROUNDS);
            engine.alter(new SchemaChange.CreateIndex(index("g", false)), RingScope.ALL, null);
            compare(engine, random);
            compare(test.reopen(), random);
        }
    }

    private interface Work {
        void run(Random random);
    }

    private Thread thread(long seed, Work work) {
        Thread thread = new Thread(() -> {
            Random random = new Random(seed);
            try {
                while (!stop.get() && errors.isEmpty()) {
                    work.run(random);
                }
            } catch (Throwable e) {
                errors.add(e);
            }
        });
        thread.start();
        return thread;
    }

    private static void write(RocheEngine engine, List<RecordId> ids, Random random) {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                RecordId id = ids.get(random.nextInt(ids.size()));
                transaction.update(id, RecordChange.payload(document(random), Codec.JSON));
            }
            transaction.commit();
        } catch (RocheException e) {
            if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
                throw e;
            }
        }
    }

    private void read(RocheEngine engine, Random random) {
        if (compare(engine, random) < RECORDS) {
            used.incrementAndGet();
        }
    }

    private static long compare(RocheEngine engine, Random random) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            Predicate predicate = new Predicate.Compare(GROUP, Predicate.Op.EQ, (long) random.nextInt(GROUPS));
            QueryMonitor monitor = new QueryMonitor();
            assertEquals(
                    scan(view, new Predicate.Not(new Predicate.Not(predicate)), new QueryMonitor()),
                    scan(view, predicate, monitor));
            return monitor.recordsScanned();
        }
    }

    private static List<RecordId> scan(ReadView view, Predicate predicate, QueryMonitor monitor) {
        List<RecordId> found = new ArrayList<>();
        ScanRequest request =
                new ScanRequest(RingSelector.ALL, null, predicate, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = view.scan(request, monitor)) {
            while (cursor.next()) {
                found.add(cursor.id());
            }
        }
        return found;
    }
}
