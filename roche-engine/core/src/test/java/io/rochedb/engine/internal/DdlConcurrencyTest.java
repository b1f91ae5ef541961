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
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** DDL statements against writers and readers: whatever view declares the table has only records that conform to it. */
@Timeout(120)
class DdlConcurrencyTest {
    private static final int STATEMENTS = 150;
    private static final TableDefinition TABLE = new TableDefinition(
            "t",
            RingTemplate.parse("r/{k}"),
            List.of(
                    new ColumnDefinition("k", ColumnType.of(ColumnType.Kind.VARCHAR), false, null, null),
                    new ColumnDefinition("n", ColumnType.of(ColumnType.Kind.BIGINT), false, null, null)),
            List.of(),
            List.of(),
            null);

    /** What a writer may meet: its record does not conform, or somebody else came first. */
    private static final Set<ErrorCode> EXPECTED =
            Set.of(ErrorCode.INVALID_CAST, ErrorCode.NOT_NULL_VIOLATION, ErrorCode.SERIALIZATION_FAILURE);

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private interface Work {
        void run(Random random) throws Exception;
    }

    private Thread start(long seed, Work work) {
        Random random = new Random(seed);
        Thread thread = new Thread(() -> {
            try {
                while (!done.get()) {
                    work.run(random);
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                done.set(true);
            }
        });
        thread.start();
        return thread;
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void declaredRecordsConformInEveryView(EngineKind kind) throws Exception {
        Random random = Seeds.random("DdlConcurrencyTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(start(random.nextLong(), own -> write(engine, own)));
            }
            threads.add(start(random.nextLong(), own -> read(engine)));
            threads.add(start(random.nextLong(), own -> declare(engine, own)));
            int declared = 0;
            for (int i = 0; i < STATEMENTS && !done.get(); i++) {
                declared += declare(engine, random) ? 1 : 0;
            }
            done.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertNull(failure.get(), () -> String.valueOf(failure.get()));
            assertTrue(declared > 0, "the table was declared");
            read(engine);
            read(test.reopen());
        }
    }

    private static RecordDraft draft(Random random) {
        String ring = "r/" + random.nextInt(4);
        String json = random.nextInt(8) == 0 ? "{\"n\":\"one\"}" : "{\"n\":" + random.nextInt(100) + "}";
        return new RecordDraft(ring, json.getBytes(UTF_8), null, null);
    }

    private static void write(RocheEngine engine, Random random) {
        try {
            RecordId id = engine.put(draft(random));
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (int i = random.nextInt(4); i >= 0; i--) {
                    transaction.put(draft(random));
                }
                if (random.nextBoolean()) {
                    transaction.patch(id, "{\"n\":null}".getBytes(UTF_8));
                } else {
                    transaction.delete(id);
                }
                transaction.commit();
            }
        } catch (RocheException e) {
            assertTrue(EXPECTED.contains(e.code()), e.toString());
        }
    }

    private static IndexDefinition index(String name) {
        return new IndexDefinition(
                name,
                "r/*",
                List.of(new IndexDefinition.IndexColumn(List.of("n"), ColumnType.of(ColumnType.Kind.BIGINT), false)),
                false);
    }

    /** Runs one statement; returns whether it declared the table. */
    private static boolean declare(RocheEngine engine, Random random) {
        SchemaChange create = new SchemaChange.CreateTable(TABLE);
        SchemaChange empty = new SchemaChange.Truncate("r/**");
        List<SchemaChange> changes = List.of(
                create,
                new SchemaChange.All(List.of(empty, create)),
                new SchemaChange.AlterTable(TABLE),
                new SchemaChange.DropTable("t"),
                new SchemaChange.DropRings("r/**"),
                new SchemaChange.Truncate("r/" + random.nextInt(4)),
                new SchemaChange.CreateIndex(index("i")),
                new SchemaChange.CreateIndex(index("j")),
                new SchemaChange.DropIndex("i"),
                new SchemaChange.DropIndex("j"));
        int chosen = random.nextInt(changes.size());
        try {
            engine.alter(changes.get(chosen), RingScope.ALL, null);
            return chosen <= 1;
        } catch (RocheException e) {
            assertEquals(ErrorCode.Kind.USER, e.code().kind(), e.toString());
            return false;
        }
    }

    private static void read(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            boolean declared = view.schema().table("t").isPresent();
            RingSelector rings = new RingSelector.Glob("r/*");
            ScanRequest request = ScanRequest.of(rings).withFields(List.of(new FieldRef("n", FieldType.BIGINT)));
            long records = 0;
            try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
                while (cursor.next()) {
                    records++;
                    assertTrue(
                            !declared || cursor.field(0) instanceof Long,
                            () -> cursor.id() + " " + new String(cursor.payload(), UTF_8));
                }
            }
            assertEquals(records, view.count(rings, new QueryMonitor()));
            Predicate small = new Predicate.Compare(
                    new Predicate.Field(new FieldRef("n", FieldType.BIGINT)), Predicate.Op.LT, 5L);
            assertEquals(matching(view, rings, small, 0), matching(view, rings, small, 1));
        }
    }

    /** Returns how many records match, found through an index or, with a term that no index answers, without one. */
    private static long matching(ReadView view, RingSelector rings, Predicate predicate, int unindexed) {
        Predicate always = new Predicate.Compare(Predicate.Meta.SEQ, Predicate.Op.GE, 0L);
        Predicate never = new Predicate.Compare(Predicate.Meta.SEQ, Predicate.Op.LT, 0L);
        Predicate asked = unindexed == 0
                ? predicate
                : new Predicate.And(List.of(always, new Predicate.Or(List.of(never, predicate))));
        ScanRequest request = new ScanRequest(rings, null, asked, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        long found = 0;
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                found++;
            }
        }
        return found;
    }
}
