package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.CsvImportOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which rings are in memory, and what is seen and refused when they are not. */
@Timeout(120)
class ResidencyTest {
    private static final long BUDGET = 1 << 19;

    @TempDir
    Path directory;

    private static TestEngine open(EngineKind kind) {
        return new TestEngine(kind, options -> options.withMemoryBudget(BUDGET), store -> store);
    }

    private static byte[] payload(int n) {
        return ("{\"n\":" + n + ",\"t\":\"" + "x".repeat(200) + "\"}").getBytes(UTF_8);
    }

    /** Fills a ring with about 300 bytes a record. */
    private static List<RecordId> fill(RocheEngine engine, String ring, int records) {
        List<RecordId> ids = new ArrayList<>();
        for (int from = 0; from < records; from += 200) {
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                for (int i = from; i < Math.min(records, from + 200); i++) {
                    ids.add(tx.put(new RecordDraft(ring, payload(i), Codec.JSON, null)));
                }
                tx.commit();
            }
        }
        return ids;
    }

    private static long residentBytes(RocheEngine engine, String ring) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.ring(ring).map(RingInfo::residentBytes).orElse(0L);
        }
    }

    private static int scan(RocheEngine engine, RingSelector rings) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return count(view, ScanRequest.of(rings));
        }
    }

    private static int count(ReadView view, ScanRequest request) {
        int count = 0;
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    void readingEverythingOnceDoesNotPushOutWhatIsInUse() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            List<RecordId> hot = fill(test.engine(), "hot", 600);
            for (int ring = 0; ring < 30; ring++) {
                fill(test.engine(), "cold/" + ring, 300);
            }
            RocheEngine engine = test.reopen();
            for (int round = 0; round < 12; round++) {
                scan(engine, RingSelector.ring("hot"));
                scan(engine, RingSelector.ring("cold/" + round));
            }
            long before = residentBytes(engine, "hot");
            assertTrue(before > 600 * 200, "hot: " + before);
            for (int round = 0; round < 3; round++) {
                assertEquals(600 + 30 * 300, scan(engine, RingSelector.ALL));
                assertEquals(before, residentBytes(engine, "hot"));
                assertArrayEquals(payload(5), engine.get(hot.get(5)).orElseThrow());
            }
            assertTrue(engine.residency().ringStreams() > 0);
            assertTrue(engine.residency().peakBytes() <= BUDGET);
        }
    }

    @Test
    void whatIsUsedLessMakesRoomForWhatIsUsedMore() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            for (int ring = 0; ring < 8; ring++) {
                fill(test.engine(), "r/" + ring, 600);
            }
            RocheEngine engine = test.reopen();
            for (int ring = 0; ring < 8; ring++) {
                for (int round = 0; round < 40; round++) {
                    assertEquals(600, scan(engine, RingSelector.ring("r/" + ring)));
                }
                assertTrue(residentBytes(engine, "r/" + ring) > 0, "ring " + ring + " is not in memory by now");
            }
            assertTrue(engine.residency().ringEvictions() > 0);
        }
    }

    @Test
    void singleReadsBringNothingInUntilTheyCostAsMuch() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            List<RecordId> ids = fill(test.engine(), "r", 320);
            RocheEngine engine = test.reopen();
            for (int i = 0; i < 15; i++) {
                assertArrayEquals(payload(i), engine.get(ids.get(i)).orElseThrow());
            }
            assertEquals(0, engine.residency().ringLoads());
            assertEquals(15, engine.residency().coldGets());
            assertEquals(0, residentBytes(engine, "r"));
            for (int i = 0; i < 15; i++) {
                assertArrayEquals(payload(i), engine.get(ids.get(i)).orElseThrow());
            }
            assertEquals(1, engine.residency().ringLoads());
            assertEquals(20, engine.residency().coldGets());
        }
    }

    @Test
    void whatCouldNotBeWrittenStaysInMemory() {
        AtomicReference<FaultyStore> store = new AtomicReference<>();
        try (TestEngine test =
                new TestEngine(EngineKind.BUFFERED, options -> options.withMemoryBudget(BUDGET), under -> {
                    store.set(new FaultyStore(under));
                    return store.get();
                })) {
            RocheEngine engine = test.engine();
            List<RecordId> written = fill(engine, "a", 900);
            fill(engine, "b", 900);
            fill(engine, "c", 900);
            engine.flush(false);
            store.get().failing = true;
            RecordId last = null;
            try {
                last = engine.put(new RecordDraft("a", payload(-1), Codec.JSON, null));
                engine.flush(false);
            } catch (RocheException e) {
                assertEquals(ErrorCode.IO_ERROR, e.code());
            }
            assertThrows(RocheException.class, () -> engine.put(new RecordDraft("a", payload(-1), null, null)));
            for (int round = 0; round < 40; round++) {
                scan(engine, RingSelector.ring("b"));
                scan(engine, RingSelector.ring("c"));
            }
            assertEquals(900, scan(engine, RingSelector.ring("a")), "what was not written is not visible any more");
            assertArrayEquals(payload(899), engine.get(written.get(899)).orElseThrow());
            if (last != null) {
                assertTrue(engine.get(last).isEmpty());
            }
            assertTrue(engine.residency().ringEvictions() > 0);
        }
    }

    @Test
    void aSnapshotSeesWhatWasOverwrittenOnDiskSince() {
        for (EngineKind kind : List.of(EngineKind.BUFFERED, EngineKind.STRONG)) {
            try (TestEngine test = open(kind)) {
                List<RecordId> ids = fill(test.engine(), "r", 4_500);
                RocheEngine engine = test.reopen();
                try (ReadView old = engine.snapshot(RingScope.ALL);
                        Transaction tx = engine.begin(RingScope.ALL, null)) {
                    assertTrue(tx.update(ids.get(10), RecordChange.payload(payload(-10), Codec.JSON)));
                    assertTrue(tx.delete(ids.get(20)));
                    tx.commit();
                    engine.flush(false);
                    assertArrayEquals(
                            payload(10), old.get(ids.get(10)).orElseThrow().payload());
                    assertArrayEquals(
                            payload(20), old.get(ids.get(20)).orElseThrow().payload());
                    assertEquals(4_500, count(old, ScanRequest.of(RingSelector.ring("r"))));
                    assertEquals(4_500, old.count(RingSelector.ring("r"), new QueryMonitor()));
                }
                assertArrayEquals(payload(-10), engine.get(ids.get(10)).orElseThrow());
                assertFalse(engine.get(ids.get(20)).isPresent());
                assertEquals(4_499, scan(engine, RingSelector.ring("r")));
                assertEquals(0, engine.residency().ringLoads(), "the ring is three times the budget");
            }
        }
    }

    @Test
    void aRingOverTheBudgetWithAnIndexIsRefusedForWriting() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            fill(test.engine(), "r", 4_500);
            RocheEngine engine = test.engine();
            RocheException refused = assertThrows(
                    RocheException.class,
                    () -> engine.alter(new SchemaChange.CreateIndex(index(true)), RingScope.ALL, null));
            assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, refused.code());
            assertEquals(4_500, scan(engine, RingSelector.ring("r")));
            engine.put(new RecordDraft("r", payload(1), Codec.JSON, null));
        }
    }

    private static IndexDefinition index(boolean unique) {
        ColumnType type = ColumnType.of(ColumnType.Kind.BIGINT);
        return new IndexDefinition(
                "i", "r", List.of(new IndexDefinition.IndexColumn(List.of("n"), type, false)), unique);
    }

    // Imports of ten times the budget.

    private static void requireImported(RocheEngine engine, ImportResult result, int records) {
        assertEquals(records, result.imported());
        assertEquals(0, result.rejected());
        assertEquals(records, scan(engine, RingSelector.ALL));
        assertTrue(
                engine.residency().peakBytes() <= BUDGET,
                "peak " + engine.residency().peakBytes());
        assertTrue(engine.residency().ringEvictions() > 0);
        long bytes = 0;
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            for (RingInfo ring : view.rings(RingSelector.ALL)) {
                bytes += ring.payloadBytes();
            }
        }
        assertTrue(bytes > 10 * BUDGET, "imported " + bytes);
    }

    @Test
    void anImportOfTenTimesTheBudgetFinishesInsideIt() throws IOException {
        int records = 18_000;
        Path lines = directory.resolve("lines.jsonl");
        try (Writer writer = Files.newBufferedWriter(lines)) {
            for (int i = 0; i < records; i++) {
                writer.write("{\"ring\":\"many/" + i % 97 + "\",\"n\":" + i + ",\"t\":\"" + "y".repeat(280) + "\"}\n");
            }
        }
        for (String ringField : new String[] {"ring", null}) {
            try (TestEngine test = open(EngineKind.BUFFERED)) {
                ImportOptions options =
                        new ImportOptions(lines, ringField, null, null, null, ImportOptions.DEFAULT_RING, 500, null, 0);
                ImportResult result = test.engine().importJsonl(options, RingScope.ALL, ProgressListener.NONE);
                requireImported(test.engine(), result, records);
                assertEquals(records, scan(test.reopen(), RingSelector.ALL));
            }
        }
    }

    @Test
    void aCsvImportOfTenTimesTheBudgetFinishesInsideIt() throws IOException {
        int records = 18_000;
        Path csv = directory.resolve("in.csv");
        try (Writer writer = Files.newBufferedWriter(csv)) {
            writer.write("n,t\n");
            for (int i = 0; i < records; i++) {
                writer.write(i + "," + "z".repeat(290) + "\n");
            }
        }
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            CsvImportOptions o = CsvImportOptions.of(csv, "sales");
            CsvImportOptions options = new CsvImportOptions(
                    o.file(),
                    o.ring(),
                    o.header(),
                    o.columns(),
                    o.types(),
                    o.delimiter(),
                    o.quote(),
                    o.nullText(),
                    o.vectorColumn(),
                    o.encoding(),
                    500,
                    o.rejects(),
                    o.maxRejects());
            ImportResult result = test.engine().importCsv(options, RingScope.ALL, ProgressListener.NONE);
            requireImported(test.engine(), result, records);
        }
    }

    @Test
    void singlePutsOfTenTimesTheBudgetGoThrough() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            byte[] payload = new byte[2_000];
            for (int i = 0; i < 3_000; i++) {
                engine.put(new RecordDraft("one", payload, Codec.RAW, null));
            }
            assertEquals(3_000, scan(engine, RingSelector.ring("one")));
            assertTrue(engine.residency().peakBytes() <= BUDGET);
        }
    }
}
