package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.IndexInfo;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UniqueKeysTest {
    private static final String RING = "users/a/orders";

    private static ColumnDefinition column(String name, ColumnType.Kind kind, boolean nullable) {
        return new ColumnDefinition(name, ColumnType.of(kind), nullable, null, null);
    }

    private static TableDefinition orders() {
        return new TableDefinition(
                "orders",
                RingTemplate.parse("users/{user_id}/orders"),
                List.of(
                        column("user_id", ColumnType.Kind.VARCHAR, false),
                        column("no", ColumnType.Kind.BIGINT, false),
                        column("code", ColumnType.Kind.VARCHAR, true)),
                List.of(
                        new KeyConstraint("orders_pk", true, List.of("user_id", "no")),
                        new KeyConstraint("orders_code", false, List.of("user_id", "code"))),
                List.of(),
                null);
    }

    private static IndexDefinition index(String name, boolean unique) {
        return new IndexDefinition(
                name,
                "users/*/orders",
                List.of(new IndexDefinition.IndexColumn(List.of("no"), ColumnType.of(ColumnType.Kind.BIGINT), false)),
                unique);
    }

    private static void alter(RocheEngine engine, SchemaChange change) {
        engine.alter(change, RingScope.ALL, null);
    }

    private static RecordDraft order(String ring, String json) {
        return new RecordDraft(ring, json.getBytes(UTF_8), null, null);
    }

    private static RecordId put(RocheEngine engine, String json) {
        return engine.put(order(RING, json));
    }

    private static RocheException refused(ErrorCode code, org.junit.jupiter.api.function.Executable write) {
        RocheException refused = assertThrows(RocheException.class, write);
        assertEquals(code, refused.code(), refused.getMessage());
        return refused;
    }

    private static long records(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.count(RingSelector.ALL, new QueryMonitor());
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aKeyIsThereOnceInARing(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            alter(test.engine(), new SchemaChange.CreateTable(orders()));
            RecordId id = put(test.engine(), "{\"no\":17,\"code\":null}");
            RocheEngine engine = test.reopen();
            assertEquals(
                    "ring 'users/a/orders' has a record with (no) = (17) already; constraint 'orders_pk' of table 'orders'"
                            + " allows one",
                    refused(ErrorCode.UNIQUE_VIOLATION, () -> put(engine, "{\"no\":17}"))
                            .getMessage());
            engine.put(order("users/b/orders", "{\"no\":17}"));
            put(engine, "{\"no\":18,\"code\":null}");
            put(engine, "{\"no\":19,\"code\":\"x\"}");
            refused(ErrorCode.UNIQUE_VIOLATION, () -> put(engine, "{\"no\":20,\"code\":\"x\"}"));
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.patch(id, "{\"code\":\"y\"}".getBytes(UTF_8));
                transaction.update(id, RecordChange.payload("{\"no\":17,\"code\":\"z\"}".getBytes(UTF_8), null));
                refused(ErrorCode.UNIQUE_VIOLATION, () -> transaction.patch(id, "{\"no\":18}".getBytes(UTF_8)));
                transaction.commit();
            }
            assertEquals(4, records(engine));
        }
    }

    @Test
    void aTransactionSeesItsOwnKeysAndReusesDeletedOnes() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(orders()));
            RecordId one = put(engine, "{\"no\":1}");
            RecordId two = put(engine, "{\"no\":2}");
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.put(order(RING, "{\"no\":3}"));
                refused(ErrorCode.UNIQUE_VIOLATION, () -> transaction.put(order(RING, "{\"no\":3}")));
                int mark = transaction.mark();
                transaction.delete(one);
                RecordId again = transaction.put(order(RING, "{\"no\":1}"));
                refused(ErrorCode.UNIQUE_VIOLATION, () -> transaction.put(order(RING, "{\"no\":1}")));
                transaction.delete(again);
                transaction.put(order(RING, "{\"no\":1}"));
                transaction.rollbackTo(mark);
                refused(ErrorCode.UNIQUE_VIOLATION, () -> transaction.put(order(RING, "{\"no\":1}")));
                // Keys are checked by each write: to exchange two, one is parked.
                refused(ErrorCode.UNIQUE_VIOLATION, () -> transaction.patch(one, "{\"no\":2}".getBytes(UTF_8)));
                transaction.patch(one, "{\"no\":-1}".getBytes(UTF_8));
                transaction.patch(two, "{\"no\":1}".getBytes(UTF_8));
                transaction.patch(one, "{\"no\":2}".getBytes(UTF_8));
                transaction.commit();
            }
            assertEquals(3, records(engine));
            refused(ErrorCode.UNIQUE_VIOLATION, () -> put(engine, "{\"no\":1}"));
        }
    }

    @Test
    void theFirstToCommitAKeyWins() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(orders()));
            RecordId gone = put(engine, "{\"no\":9}");
            Transaction late = engine.begin(RingScope.ALL, null);
            late.put(order(RING, "{\"no\":5}"));
            put(engine, "{\"no\":5}");
            refused(ErrorCode.UNIQUE_VIOLATION, () -> late.put(order(RING, "{\"no\":5}")));
            refused(ErrorCode.SERIALIZATION_FAILURE, late::commit);
            try (Transaction old = engine.begin(RingScope.ALL, null)) {
                try (Transaction deletes = engine.begin(RingScope.ALL, null)) {
                    deletes.delete(gone);
                    deletes.commit();
                }
                put(engine, "{\"no\":6}");
                // A newer record has it; another has it in this snapshot only.
                refused(ErrorCode.UNIQUE_VIOLATION, () -> old.put(order(RING, "{\"no\":6}")));
                refused(ErrorCode.UNIQUE_VIOLATION, () -> old.put(order(RING, "{\"no\":9}")));
            }
            put(engine, "{\"no\":9}");
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void ofThreadsThatWriteOneKeyExactlyOneWins(EngineKind kind) throws Exception {
        int threads = 4;
        int keys = 60;
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateIndex(index("numbers", true)));
            CyclicBarrier barrier = new CyclicBarrier(threads);
            AtomicInteger[] wins = new AtomicInteger[keys];
            List<Throwable> errors = java.util.Collections.synchronizedList(new ArrayList<>());
            List<Thread> running = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                wins[key] = new AtomicInteger();
            }
            for (int t = 0; t < threads; t++) {
                boolean inTransaction = t % 2 == 0;
                Thread thread = new Thread(() -> race(engine, barrier, wins, inTransaction, errors));
                thread.start();
                running.add(thread);
            }
            for (Thread thread : running) {
                thread.join();
            }
            assertEquals(List.of(), errors);
            for (AtomicInteger win : wins) {
                assertEquals(1, win.get());
            }
            assertEquals(keys, records(engine));
            assertEquals(keys, records(test.reopen()));
        }
    }

    private static void race(
            RocheEngine engine,
            CyclicBarrier barrier,
            AtomicInteger[] wins,
            boolean inTransaction,
            List<Throwable> errors) {
        try {
            for (int key = 0; key < wins.length; key++) {
                barrier.await();
                String json = "{\"no\":" + key + "}";
                try {
                    if (inTransaction) {
                        try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                            transaction.put(order(RING, json));
                            transaction.commit();
                        }
                    } else {
                        put(engine, json);
                    }
                    wins[key].incrementAndGet();
                } catch (RocheException e) {
                    boolean lost = e.code() == ErrorCode.UNIQUE_VIOLATION
                            || (inTransaction && e.code() == ErrorCode.SERIALIZATION_FAILURE);
                    if (!lost) {
                        throw e;
                    }
                }
            }
        } catch (Throwable e) {
            errors.add(e);
            barrier.reset();
        }
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void anIndexOverRecordsWithEqualKeysIsRefusedAndLeavesNothing(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            put(test.engine(), "{\"no\":1}");
            put(test.engine(), "{\"no\":2}");
            RecordId twin = put(test.engine(), "{\"no\":2.0}");
            RocheEngine engine = test.reopen();
            long before = engine.info().residentBytes();
            assertEquals(
                    "records 1 and 2 of ring 'users/a/orders' both have (no) = (2.0); unique index 'numbers' allows one:"
                            + " change or delete one of them first",
                    refused(
                                    ErrorCode.UNIQUE_VIOLATION,
                                    () -> alter(engine, new SchemaChange.CreateIndex(index("numbers", true))))
                            .getMessage());
            put(engine, "{\"no\":1}");
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.delete(twin);
                transaction.commit();
            }
            refused(
                    ErrorCode.UNIQUE_VIOLATION,
                    () -> alter(engine, new SchemaChange.CreateIndex(index("numbers", true))));
            alter(engine, new SchemaChange.CreateIndex(index("plain", false)));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                IndexInfo info = view.indexes().get(0);
                assertEquals("plain", info.name());
                assertEquals(3, info.entries());
                assertTrue(info.bytes() > 0);
            }
            alter(engine, new SchemaChange.DropIndex("plain"));
            if (kind == EngineKind.MEMORY) {
                assertTrue(engine.info().residentBytes() - before < 1_000);
            }
        }
    }

    @Test
    void importCountsRefusedKeysAsRejects(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("orders.jsonl");
        Files.writeString(file, "{\"no\":1}\n{\"no\":2}\n{\"no\":1}\n{\"no\":3}\n");
        Path rejects = directory.resolve("rejects.jsonl");
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateTable(orders()));
            put(engine, "{\"no\":3}");
            ImportOptions options = new ImportOptions(file, null, null, null, null, RING, 100, rejects, -1);
            ImportResult result = engine.importJsonl(options, RingScope.ALL, ProgressListener.NONE);
            assertEquals(2, result.imported());
            assertEquals(2, result.rejected());
            assertTrue(Files.readString(rejects).contains("orders_pk"));
        }
    }

    @Test
    void anIndexThatDoesNotFitTheBudgetIsRefusedAndLeavesNothing() {
        long budget = 200_000;
        try (TestEngine test =
                new TestEngine(EngineKind.MEMORY, options -> options.withMemoryBudget(budget), store -> store)) {
            RocheEngine engine = test.engine();
            int records = 0;
            while (engine.info().residentBytes() < budget * 4 / 5) {
                put(engine, "{\"no\":" + records++ + "}");
            }
            long before = engine.info().residentBytes();
            refused(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    () -> alter(engine, new SchemaChange.CreateIndex(index("numbers", false))));
            assertEquals(before, engine.info().residentBytes());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(List.of(), view.indexes());
            }
            put(engine, "{\"no\":1}");
        }
    }

    /** A key that is taken and given up again and again does not leave its past in memory. */
    @Test
    void endedEntriesAreRemovedOnceNoSnapshotNeedsThem() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            alter(engine, new SchemaChange.CreateIndex(index("numbers", true)));
            ReadView old = engine.snapshot(RingScope.ALL);
            takeAndGiveUp(engine, 500);
            assertEquals(500, entries(engine));
            old.close();
            takeAndGiveUp(engine, 500);
            assertTrue(entries(engine) < 100, () -> entries(engine) + " entries");
        }
    }

    private static void takeAndGiveUp(RocheEngine engine, int times) {
        for (int i = 0; i < times; i++) {
            RecordId id = put(engine, "{\"no\":7}");
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.delete(id);
                transaction.commit();
            }
        }
    }

    private static long entries(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.indexes().get(0).entries();
        }
    }
}
