package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
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
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** DDL statements that write records: what they declare and what they write is of one commit. */
@Timeout(120)
class DdlWritesTest {
    private static final int RECORDS = 3_000;
    private static final int STATEMENTS = 12;
    private static final int ROWS = 50;
    private static final RingSelector RINGS = new RingSelector.Glob("r/*");
    private static final Predicate.Field FILLED = new Predicate.Field(new FieldRef("c", FieldType.BIGINT));

    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private static ColumnDefinition column(String name, boolean nullable, @Nullable ColumnDefault value) {
        ColumnType.Kind kind = name.equals("k") ? ColumnType.Kind.VARCHAR : ColumnType.Kind.BIGINT;
        return new ColumnDefinition(name, ColumnType.of(kind), nullable, value, null);
    }

    private static TableDefinition table(List<KeyConstraint> keys, ColumnDefinition... more) {
        List<ColumnDefinition> columns = new ArrayList<>(List.of(column("k", false, null), column("n", false, null)));
        columns.addAll(List.of(more));
        return new TableDefinition("t", RingTemplate.parse("r/{k}"), columns, keys, List.of(), null);
    }

    private static final ColumnDefinition WITH_DEFAULT = column("c", false, new ColumnDefault.Constant("7"));
    private static final KeyConstraint FILLED_KEY = new KeyConstraint("t_c", false, List.of("k", "c"));

    private static byte[] bytes(String json) {
        return json.getBytes(UTF_8);
    }

    private static RecordId put(RocheEngine engine, String ring, String json) {
        return engine.put(new RecordDraft(ring, bytes(json), null, null));
    }

    private static void alter(RocheEngine engine, SchemaChange change) {
        engine.alter(change, RingScope.ALL, null);
    }

    private static String payload(RocheEngine engine, RecordId id) {
        return new String(engine.get(id).orElseThrow(), UTF_8);
    }

    private static RocheException refused(ErrorCode code, org.junit.jupiter.api.function.Executable statement) {
        RocheException refused = assertThrows(RocheException.class, statement);
        assertEquals(code, refused.code(), refused.getMessage());
        return refused;
    }

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
    void defaultsAreWrittenByTheCommitThatDeclaresThem(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            alter(test.engine(), new SchemaChange.CreateTable(table(List.of())));
            RecordId absent = put(test.engine(), "r/a", "{\"n\":1}");
            RecordId isNull = put(test.engine(), "r/a", "{\"c\": null, \"n\":2}");
            RecordId there = put(test.engine(), "r/b", "{\"n\":3,\"c\":5}");
            RocheEngine engine = test.reopen();
            try (ReadView before = engine.snapshot(RingScope.ALL)) {
                alter(engine, new SchemaChange.AlterTable(table(List.of(), WITH_DEFAULT), Set.of("c")));
                assertEquals(
                        "{\"n\":1}", new String(before.get(absent).orElseThrow().payload(), UTF_8));
                assertFalse(before.schema().table("t").orElseThrow().column("c").isPresent());
            }
            for (int i = 0; i < 2; i++) {
                assertEquals("{\"n\":1,\"c\":7}", payload(test.engine(), absent));
                assertEquals("{\"c\": 7, \"n\":2}", payload(test.engine(), isNull));
                assertEquals("{\"n\":3,\"c\":5}", payload(test.engine(), there));
                test.reopen();
            }
        }
    }

    /** Writers, of which nobody knows the new column, and readers beside ALTER TABLE: it never fails, and nobody sees it half done. */
    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void defaultsAreWrittenBesideWriters(EngineKind kind) throws InterruptedException {
        Random random = Seeds.random("DdlWritesTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            TableDefinition before = table(List.of());
            alter(engine, new SchemaChange.CreateTable(before));
            alter(engine, new SchemaChange.CreateIndex(index(false)));
            List<RecordId> ids = new ArrayList<>();
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (int i = 0; i < RECORDS; i++) {
                    ids.add(transaction.put(draft(random)));
                }
                transaction.commit();
            }
            List<Thread> threads = List.of(
                    start(random.nextLong(), own -> write(engine, ids, own)),
                    start(random.nextLong(), own -> write(engine, ids, own)),
                    start(random.nextLong(), own -> readWhole(engine)));
            for (int i = 0; i < STATEMENTS && !done.get(); i++) {
                alter(engine, new SchemaChange.AlterTable(table(List.of(), WITH_DEFAULT), Set.of("c")));
                readWhole(engine);
                alter(engine, new SchemaChange.AlterTable(before));
            }
            alter(engine, new SchemaChange.AlterTable(table(List.of(), WITH_DEFAULT), Set.of("c")));
            done.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
            assertNull(failure.get(), () -> String.valueOf(failure.get()));
            readWhole(engine);
            readWhole(test.reopen());
        }
    }

    private static IndexDefinition index(boolean unique) {
        return new IndexDefinition(
                "by_c",
                "r/*",
                List.of(new IndexDefinition.IndexColumn(List.of("c"), ColumnType.of(ColumnType.Kind.BIGINT), false)),
                unique);
    }

    private static RecordDraft draft(Random random) {
        String filled = random.nextInt(3) == 0 ? ",\"c\":" + random.nextInt(10) : "";
        return new RecordDraft(
                "r/" + random.nextInt(3), bytes("{\"n\":" + random.nextInt(100) + filled + "}"), null, null);
    }

    private static void write(RocheEngine engine, List<RecordId> ids, Random random) throws InterruptedException {
        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                RecordId id = ids.get(random.nextInt(ids.size()));
                switch (random.nextInt(6)) {
                    case 0 -> transaction.put(draft(random));
                    case 1 -> transaction.delete(id);
                    default -> transaction.patch(id, bytes("{\"n\":" + random.nextInt(100) + ",\"c\":null}"));
                }
            }
            transaction.commit();
        } catch (RocheException e) {
            boolean expected = e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.NOT_NULL_VIOLATION;
            assertTrue(expected, e.toString());
        }
        // Now and then the others come between two writes.
        Thread.sleep(random.nextInt(8) / 7);
    }

    /** A view that declares the column has it in every record, and finds by its index what it finds without. */
    private static void readWhole(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            if (view.schema().table("t").orElseThrow().column("c").isPresent()) {
                assertEquals(List.of(), found(view, new Predicate.IsNull(FILLED)));
                Predicate sevens = new Predicate.Compare(FILLED, Predicate.Op.EQ, 7L);
                assertEquals(found(view, new Predicate.Not(new Predicate.Not(sevens))), found(view, sevens));
            }
        }
    }

    private static List<RecordId> found(ReadView view, Predicate predicate) {
        List<RecordId> found = new ArrayList<>();
        ScanRequest request = new ScanRequest(RINGS, null, predicate, List.of(), ScanRequest.Order.ID_ASC, 0, -1);
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                found.add(cursor.id());
            }
        }
        return found;
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void defaultsThatMakeKeysEqualAreRefused(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(table(List.of())));
            RecordId first = put(engine, "r/a", "{\"n\":1}");
            put(engine, "r/b", "{\"n\":1}");
            SchemaChange withKey = new SchemaChange.AlterTable(table(List.of(FILLED_KEY), WITH_DEFAULT), Set.of("c"));
            RecordId second = put(engine, "r/a", "{\"n\":2}");
            refused(ErrorCode.UNIQUE_VIOLATION, () -> alter(engine, withKey));
            assertEquals("{\"n\":1}", payload(engine, first));
            alter(engine, new SchemaChange.CreateIndex(index(true)));
            SchemaChange without = new SchemaChange.AlterTable(table(List.of(), WITH_DEFAULT), Set.of("c"));
            refused(ErrorCode.UNIQUE_VIOLATION, () -> alter(engine, without));
            alter(engine, new SchemaChange.DropIndex("by_c"));
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.delete(second);
                transaction.commit();
            }
            alter(engine, withKey);
            refused(ErrorCode.UNIQUE_VIOLATION, () -> put(engine, "r/a", "{\"n\":3}"));
            refused(ErrorCode.UNIQUE_VIOLATION, () -> put(test.reopen(), "r/b", "{\"n\":3,\"c\":7}"));
        }
    }

    @Test
    void moreThanATransactionMayWriteIsRefused() {
        EngineOptions.Limits limits = new EngineOptions.Limits(1_000, 10, 10, 5);
        try (TestEngine test = new TestEngine(EngineKind.MEMORY, options -> options.withLimits(limits), one -> one)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(table(List.of())));
            for (int i = 0; i < 6; i++) {
                put(engine, "r/a", "{\"n\":1}");
            }
            long used = engine.info().residentBytes();
            SchemaChange change = new SchemaChange.AlterTable(table(List.of(), WITH_DEFAULT), Set.of("c"));
            String message = String.valueOf(refused(ErrorCode.LIMIT_PAYLOAD, () -> alter(engine, change))
                    .getMessage());
            assertTrue(message.contains("one commit of at most 5 records"), message);
            assertEquals(used, engine.info().residentBytes());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertFalse(view.schema().table("t").orElseThrow().column("c").isPresent());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aTransactionDeclaresAndWritesAtOnce(EngineKind kind) throws InterruptedException {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            Thread reader = start(0, random -> {
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    boolean declared = view.schema().table("t").isPresent();
                    assertEquals(declared ? ROWS : 0, view.count(RINGS, new QueryMonitor()));
                }
            });
            KeyConstraint key = new KeyConstraint("t_n", true, List.of("k", "n"));
            for (int round = 0; round < 10; round++) {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    transaction.declare(
                            new SchemaChange.CreateTable(table(List.of(key), WITH_DEFAULT)), new QueryMonitor());
                    assertTrue(transaction.schema().table("t").isPresent());
                    refused(
                            ErrorCode.NOT_NULL_VIOLATION,
                            () -> transaction.put(new RecordDraft("r/a", bytes("{}"), null, null)));
                    for (int i = 0; i < ROWS; i++) {
                        transaction.put(new RecordDraft("r/" + i % 3, bytes("{\"n\":" + i + "}"), null, null));
                    }
                    if (round % 3 == 0) {
                        transaction.put(new RecordDraft("r/0", bytes("{\"n\":3}"), null, null));
                        refused(ErrorCode.UNIQUE_VIOLATION, transaction::commit);
                        continue;
                    }
                    transaction.commit();
                }
                refused(ErrorCode.UNIQUE_VIOLATION, () -> put(engine, "r/0", "{\"n\":3}"));
                alter(engine, new SchemaChange.DropTable("t"));
            }
            done.set(true);
            reader.join();
            assertNull(failure.get(), () -> String.valueOf(failure.get()));
            try (ReadView view = test.reopen().snapshot(RingScope.ALL)) {
                assertEquals(0, view.count(RINGS, new QueryMonitor()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void ofTwoThatDeclareOneIsRefused(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            put(engine, "r/a", "{\"n\":\"text\"}");
            SchemaChange change = new SchemaChange.CreateTable(table(List.of()));
            try (Transaction late = engine.begin(RingScope.ALL, null)) {
                late.declare(change, new QueryMonitor());
                late.put(new RecordDraft("r/a", bytes("{\"n\":1}"), null, null));
                refused(ErrorCode.INVALID_CAST, late::commit);
            }
            alter(engine, new SchemaChange.DropRings("r/**"));
            try (Transaction late = engine.begin(RingScope.ALL, null);
                    Transaction older = engine.begin(RingScope.ALL, null)) {
                late.declare(change, new QueryMonitor());
                late.put(new RecordDraft("r/a", bytes("{\"n\":1}"), null, null));
                assertThrows(IllegalStateException.class, () -> late.declare(change, new QueryMonitor()));
                alter(engine, change);
                refused(ErrorCode.SERIALIZATION_FAILURE, late::commit);
                refused(
                        ErrorCode.SERIALIZATION_FAILURE,
                        () -> older.declare(new SchemaChange.DropTable("t"), new QueryMonitor()));
            }
        }
    }

    @Test
    void looksAtRecordsAndIndexesAreStopped() {
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                for (int i = 0; i < 50_000; i++) {
                    transaction.put(new RecordDraft("r/a", bytes("{\"n\":" + i + ",\"c\":1}"), null, null));
                }
                transaction.commit();
            }
            SchemaChange create = new SchemaChange.CreateTable(table(List.of()));
            SchemaChange createIndex = new SchemaChange.CreateIndex(index(false));
            SchemaChange fill = new SchemaChange.AlterTable(
                    table(List.of(), column("d", false, new ColumnDefault.Constant("1"))), Set.of("d"));
            for (SchemaChange change : List.of(create, createIndex, fill)) {
                long used = engine.info().residentBytes();
                QueryMonitor monitor = new QueryMonitor();
                monitor.deadlineNanos(System.nanoTime() + 1_000_000);
                refused(ErrorCode.QUERY_TIMEOUT, () -> engine.alter(change, RingScope.ALL, null, monitor));
                QueryMonitor cancelled = new QueryMonitor();
                cancelled.cancel();
                refused(ErrorCode.QUERY_CANCELLED, () -> engine.alter(change, RingScope.ALL, null, cancelled));
                assertEquals(used, engine.info().residentBytes());
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    assertEquals(
                            change == fill,
                            !view.schema().tables().isEmpty()
                                    && !view.schema().indexes().isEmpty());
                }
                alter(engine, change);
            }
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertTrue(
                        view.indexes().stream().anyMatch(one -> one.name().equals("by_c") && one.entries() == 50_000));
            }
        }
    }
}
