package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.store.LogStore;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is on disk: reopening, locking, formats, syncs, failures. */
class DurableEngineTest {
    private static RecordDraft raw(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), Codec.RAW, null);
    }

    private static RecordDraft json(String ring, String text, float... vector) {
        return new RecordDraft(ring, text.getBytes(UTF_8), null, vector.length == 0 ? null : vector);
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = "MEMORY", mode = EnumSource.Mode.EXCLUDE)
    void everythingIsThereAfterReopening(EngineKind kind) {
        try (TestEngine test = new TestEngine(kind)) {
            RecordId a = test.engine().put(json("docs/a", "{\"n\":1,\"s\":null}", 3, 4));
            RecordId b = test.engine().put(json("docs/a", "{\"n\":2.5}", 0, 1));
            RecordId gone = test.engine().put(raw("docs/b", "gone"));
            try (Transaction tx = test.engine().begin(RingScope.ALL, null)) {
                tx.configureRing("docs/a", 30);
                tx.describeRing("docs", "all of it");
                tx.update(b, new RecordChange(null, null, null, true));
                tx.delete(gone);
                tx.commit();
            }
            long version;
            double[] theta = new double[2];
            try (ReadView view = test.engine().snapshot(RingScope.ALL)) {
                version = view.version();
                theta[0] = view.locate(a, 1e6).orElseThrow().thetaRadians();
            }
            RocheEngine engine = test.reopen();
            assertEquals(0, engine.info().residentBytes(), "no ring is loaded by opening");
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(version, view.version());
                assertEquals(2, view.count(RingSelector.ALL, new QueryMonitor()));
                assertEquals(0, engine.info().residentBytes(), "counting loads nothing");
                RingInfo info = view.ring("docs/a").orElseThrow();
                assertEquals(
                        List.of(2L, 1L, 2L, 1L),
                        List.of(info.records(), info.vectorRecords(), (long) info.dimension(), (long) info.epoch()));
                assertEquals(30, info.periodSeconds());
                assertEquals("all of it", view.ring("docs").orElseThrow().description());
                assertEquals(0, view.ring("docs/b").orElseThrow().records());
                assertEquals(
                        List.of(
                                new FieldInfo("n", FieldType.DOUBLE, 0, 3, 0),
                                new FieldInfo("s", FieldType.NONE, 1, 1, 1)),
                        view.fields("docs/a"));
                StoredRecord record = view.get(a).orElseThrow();
                assertArrayEquals(new float[] {3, 4}, record.vector());
                assertEquals(Codec.JSON, record.codec());
                assertEquals("{\"n\":2.5}", new String(view.get(b).orElseThrow().payload(), UTF_8));
                assertTrue(view.get(gone).isEmpty());
                theta[1] = view.locate(a, 1e6).orElseThrow().thetaRadians();
                assertEquals(theta[0], theta[1], "history does not move with the period");
            }
            RecordId next = engine.put(raw("docs/b", "new"));
            assertEquals(1, next.seq(), "a seq is not given again");
            RecordId later = engine.put(raw("docs/a", "later"));
            assertEquals(List.of(2L, 1), List.of(later.seq(), later.epoch()));
        }
    }

    @Test
    void seqsOfARolledBackTransactionAreNotGivenAgain() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            try (Transaction tx = test.engine().begin(RingScope.ALL, null)) {
                tx.put(raw("r/s", "x"));
                tx.put(raw("r/s", "y"));
                tx.rollback();
            }
            RocheEngine engine = test.reopen();
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertTrue(view.ring("r/s").isEmpty());
                assertTrue(view.ring("r").isEmpty());
            }
            assertEquals(2, engine.put(raw("r/s", "z")).seq());
        }
    }

    @Test
    void aSecondOpenerIsTold() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            RocheException locked =
                    assertThrows(RocheException.class, () -> RocheEngine.open(EngineOptions.file(test.directory())));
            assertEquals(ErrorCode.DIRECTORY_LOCKED, locked.code());
            assertTrue(
                    locked.getMessage()
                            .contains("pid " + ProcessHandle.current().pid()),
                    locked.getMessage());
        }
    }

    @Test
    void refusesDirectoriesThatAreNoStore(@TempDir Path temp) throws Exception {
        Path full = Files.createDirectory(temp.resolve("full"));
        Files.writeString(full.resolve("letter.txt"), "dear");
        assertEquals(
                ErrorCode.CANNOT_OPEN, openFailure(EngineOptions.file(full)).code());
        assertEquals(
                ErrorCode.CANNOT_OPEN,
                openFailure(EngineOptions.file(full.resolve("letter.txt"))).code());
        assertEquals(
                ErrorCode.CANNOT_OPEN,
                openFailure(EngineOptions.file(temp.resolve("none")).withCreateIfMissing(false))
                        .code());
        assertEquals(
                ErrorCode.CANNOT_OPEN,
                openFailure(EngineOptions.file(temp.resolve("none")).withReadOnly(true))
                        .code());
        assertFalse(Files.exists(temp.resolve("none")));

        Path store = temp.resolve("store");
        RocheEngine.open(EngineOptions.file(store).withNodes(5)).close();
        RocheException nodes = openFailure(EngineOptions.file(store).withNodes(6));
        assertEquals(ErrorCode.INVALID_PARAMETER, nodes.code());
        assertTrue(nodes.getMessage().contains("nodes=5") && nodes.getMessage().contains("nodes=6"));
        try (RocheEngine again = RocheEngine.open(EngineOptions.file(store))) {
            assertEquals(5, again.info().nodes());
            assertFalse(again.info().created());
        }
        Files.writeString(store.resolve("FORMAT"), "rochedb-store 2\n");
        assertEquals(
                ErrorCode.STORE_FORMAT, openFailure(EngineOptions.file(store)).code());
        Files.writeString(store.resolve("FORMAT"), "something else");
        assertEquals(
                ErrorCode.STORE_FORMAT, openFailure(EngineOptions.file(store)).code());
    }

    private static RocheException openFailure(EngineOptions options) {
        return assertThrows(RocheException.class, () -> RocheEngine.open(options));
    }

    @Test
    void readsWithoutWriting() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            RecordId id = test.engine().put(raw("r", "x"));
            Path directory = test.directory();
            test.engine().close();
            EngineOptions readOnly = EngineOptions.file(directory).withReadOnly(true);
            try (RocheEngine engine = RocheEngine.open(readOnly)) {
                assertEquals("x", new String(engine.get(id).orElseThrow(), UTF_8));
                RocheException refused = assertThrows(RocheException.class, () -> engine.put(raw("r", "y")));
                assertEquals(ErrorCode.READ_ONLY_TRANSACTION, refused.code());
            }
        }
    }

    @Test
    void strongCommitsAreSyncedAndBufferedOnesAreNot() {
        AtomicReference<FaultyStore> counting = new AtomicReference<>();
        UnaryOperator<LogStore> wrap = store -> {
            counting.set(new FaultyStore(store));
            return counting.get();
        };
        try (TestEngine test = new TestEngine(EngineKind.STRONG, options -> options, wrap)) {
            int before = counting.get().syncs.get();
            for (int i = 0; i < 5; i++) {
                test.engine().put(raw("r", "x"));
            }
            assertEquals(before + 5, counting.get().syncs.get(), "one writer: one sync each");
            try (Transaction tx = test.engine().begin(RingScope.ALL, EngineOptions.Durability.BUFFERED)) {
                tx.put(raw("r", "y"));
                tx.commit();
            }
            assertEquals(before + 5, counting.get().syncs.get());
        }
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED, options -> options, wrap)) {
            int before = counting.get().syncs.get();
            int writes = counting.get().writes.get();
            for (int i = 0; i < 1000; i++) {
                test.engine().put(raw("r", "x"));
            }
            test.engine().flush(false);
            assertEquals(before, counting.get().syncs.get());
            int groups = counting.get().writes.get() - writes;
            assertTrue(groups >= 1 && groups < 1000, groups + " groups");
            test.engine().flush(true);
            assertEquals(before + 1, counting.get().syncs.get());
        }
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = "MEMORY", mode = EnumSource.Mode.EXCLUDE)
    void afterAFailedWriteTheEngineIsReadOnlyAndShowsWhatIsWritten(EngineKind kind) {
        AtomicReference<FaultyStore> faulty = new AtomicReference<>();
        UnaryOperator<LogStore> wrap = store -> {
            faulty.set(new FaultyStore(store));
            return faulty.get();
        };
        try (TestEngine test = new TestEngine(kind, options -> options, wrap)) {
            RocheEngine engine = test.engine();
            RecordId good = engine.put(raw("r", "good"));
            engine.flush(true);
            faulty.get().failing = true;
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                tx.update(good, RecordChange.payload("bad".getBytes(UTF_8), Codec.RAW));
                tx.put(raw("r", "bad"));
                assertEquals(
                        ErrorCode.IO_ERROR,
                        assertThrows(RocheException.class, tx::commit).code());
            }
            assertEquals("good", new String(engine.get(good).orElseThrow(), UTF_8));
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(1, view.count(RingSelector.ALL, new QueryMonitor()));
            }
            faulty.get().failing = false;
            RocheException refused = assertThrows(RocheException.class, () -> engine.put(raw("r", "more")));
            assertEquals(ErrorCode.IO_ERROR, refused.code());
            assertTrue(refused.getMessage().contains("the disk is gone"));
            RocheEngine again = test.reopen();
            assertEquals("good", new String(again.get(good).orElseThrow(), UTF_8));
            again.put(raw("r", "more"));
        }
    }

    @Test
    void aSnapshotOfCommitsThatCouldNotBeWrittenFails() {
        AtomicReference<FaultyStore> faulty = new AtomicReference<>();
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED, options -> options, store -> {
            faulty.set(new FaultyStore(store));
            return faulty.get();
        })) {
            RocheEngine engine = test.engine();
            engine.put(raw("r", "good"));
            engine.flush(true);
            faulty.get().failing = true;
            List<ReadView> views = new ArrayList<>();
            assertThrows(RocheException.class, () -> {
                for (int i = 0; i < 100_000; i++) {
                    engine.put(raw("r", "bad"));
                    if (views.size() < 3) {
                        views.add(engine.snapshot(RingScope.ALL));
                    }
                }
            });
            for (ReadView view : views) {
                if (view.version() > 1) {
                    assertEquals(
                            ErrorCode.IO_ERROR,
                            assertThrows(RocheException.class, () -> view.ring("r"))
                                    .code());
                }
                view.close();
            }
        }
    }

    @Test
    void aCorruptValueIsFoundOut() {
        AtomicReference<FaultyStore> access = new AtomicReference<>();
        try (TestEngine test = new TestEngine(EngineKind.STRONG, options -> options, store -> {
            access.set(new FaultyStore(store));
            return access.get();
        })) {
            RecordId id = test.engine().put(raw("docs/x", "the payload"));
            test.engine().put(raw("docs/y", "another"));
            StoreDamage.flipBit(access.get().store, id);
            RocheEngine engine = test.reopen();
            RocheException corrupt = assertThrows(RocheException.class, () -> engine.get(id));
            assertEquals(ErrorCode.DATA_CORRUPTED, corrupt.code());
            assertTrue(corrupt.getMessage().contains("record 0 of ring 'docs/x'"), corrupt.getMessage());
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                assertEquals(1, view.count(RingSelector.ring("docs/y"), new QueryMonitor()));
            }
        }
    }

    @Test
    void aRingOverTheBudgetIsReadFromDisk() {
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            RecordId id = test.engine().put(new RecordDraft("big", new byte[2 << 20], Codec.RAW, null));
            RecordId small = test.engine().put(raw("small", "x"));
            Path directory = test.directory();
            test.engine().close();
            try (RocheEngine engine =
                    RocheEngine.open(EngineOptions.file(directory).withMemoryBudget(1 << 20))) {
                assertArrayEquals(new byte[2 << 20], engine.get(id).orElseThrow());
                assertTrue(engine.info().residentBytes() < 1 << 20);
                assertEquals("x", new String(engine.get(small).orElseThrow(), UTF_8));
                RocheException write = assertThrows(
                        RocheException.class,
                        () -> engine.put(new RecordDraft("more", new byte[1 << 20], Codec.RAW, null)));
                assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, write.code());
            }
        }
    }
}
