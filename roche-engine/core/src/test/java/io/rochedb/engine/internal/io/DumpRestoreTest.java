package io.rochedb.engine.internal.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.SchemaChange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dump's values may do to the store they are restored into. */
class DumpRestoreTest {
    private static final String META = "{\"type\":\"meta\",\"format\":\"rochedb.dump.v1\"}";

    private final RocheEngine engine = RocheEngine.open(EngineOptions.memory());

    @TempDir
    Path directory;

    @AfterEach
    void close() {
        engine.close();
    }

    private static RecordDraft draft(String ring) {
        return new RecordDraft(ring, new byte[] {1}, Codec.RAW, null);
    }

    private static String ring(String name, String periods, String created, String nextSeq) {
        return "{\"type\":\"ring\",\"name\":\"" + name + "\",\"created\":" + created + ",\"periods\":" + periods
                + ",\"nextSeq\":" + nextSeq + "}";
    }

    private static String record(String ring, long seq, String written) {
        RecordId id = new RecordId(RingNames.key(ring), seq, 5, 0);
        return "{\"type\":\"record\",\"id\":\"" + id + "\",\"ring\":\"" + ring + "\",\"written\":" + written
                + ",\"codec\":\"raw\",\"payload\":\"x\"}";
    }

    private ImportResult restore(long maxRejects, String... lines) throws IOException {
        List<String> all = new ArrayList<>(List.of(META));
        all.addAll(Arrays.asList(lines));
        Path file = Files.write(directory.resolve("dump.jsonl"), all);
        return engine.importJsonl(
                new ImportOptions(file, null, null, null, null, "imported", 100, rejects(), maxRejects),
                RingScope.ALL,
                ProgressListener.NONE);
    }

    private Path rejects() {
        return directory.resolve("rejects");
    }

    private static final String TABLE =
            "{\"type\":\"table\",\"definition\":{\"name\":\"t\",\"rings\":\"r/{k}\",\"columns\":["
                    + "{\"name\":\"k\",\"type\":{\"kind\":\"VARCHAR\",\"precision\":-1,\"scale\":0},\"nullable\":false},"
                    + "{\"name\":\"n\",\"type\":{\"kind\":\"BIGINT\",\"precision\":0,\"scale\":0}}]}}";
    private static final String VIEW = "{\"type\":\"view\",\"definition\":{\"name\":\"v\",\"sql\":\"SELECT 1\"}}";
    private static final String INDEX =
            "{\"type\":\"index\",\"definition\":{\"name\":\"i\",\"rings\":\"r/*\",\"columns\":[{\"path\":[\"n\"],"
                    + "\"type\":{\"kind\":\"BIGINT\",\"precision\":0,\"scale\":0},\"descending\":false}],\"unique\":false}}";

    @Test
    void carriesWhatIsDeclared() throws IOException {
        engine.put(new RecordDraft("r/a", "{\"n\":1}".getBytes(UTF_8), null, null));
        ImportResult result = restore(-1, INDEX, TABLE, VIEW);
        assertEquals(0, result.rejected());
        Path dump = directory.resolve("again.jsonl");
        engine.dump(dump, RingScope.ALL, ProgressListener.NONE);
        List<String> lines = Files.readAllLines(dump);
        assertEquals(List.of(TABLE, VIEW, INDEX), lines.subList(lines.size() - 3, lines.size()));
        assertEquals(0, restore(0, TABLE, VIEW, INDEX).rejected(), "what is declared already is passed over");
        try (RocheEngine other = RocheEngine.open(EngineOptions.memory())) {
            other.importJsonl(
                    new ImportOptions(dump, null, null, null, null, "imported", 100, null, 0),
                    RingScope.ALL,
                    ProgressListener.NONE);
            try (ReadView view = other.snapshot(RingScope.ALL)) {
                assertEquals("t", view.schema().tableOfRing("r/a").orElseThrow().name());
                assertEquals(1, view.ring("r/a").orElseThrow().records());
                assertTrue(view.schema().view("v").isPresent());
                assertTrue(view.schema().index("i").isPresent());
            }
        }
    }

    @Test
    void bringsBackWhatWasDropped() {
        RecordId first = engine.put(new RecordDraft("r/a", "{\"n\":1}".getBytes(UTF_8), null, new float[] {1, 2}));
        engine.put(new RecordDraft("r/a", "{\"n\":2}".getBytes(UTF_8), null, null));
        Path dump = directory.resolve("before.jsonl");
        engine.dump(dump, RingScope.ALL, ProgressListener.NONE);
        engine.alter(new SchemaChange.DropRings("r/**"), RingScope.ALL, null);
        RecordId later = engine.put(new RecordDraft("r/a", "{\"n\":3}".getBytes(UTF_8), null, null));
        assertEquals(2, later.seq());
        ImportResult result = engine.importJsonl(
                new ImportOptions(dump, null, null, null, null, "imported", 100, null, 0),
                RingScope.ALL,
                ProgressListener.NONE);
        assertEquals(2, result.imported());
        assertEquals("{\"n\":1}", new String(engine.get(first).orElseThrow(), UTF_8));
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(3, view.ring("r/a").orElseThrow().records());
            assertEquals(2, view.ring("r/a").orElseThrow().dimension());
        }
    }

    @Test
    void refusesADeclarationThatRecordsDoNotConformTo() throws IOException {
        RecordId id = engine.put(new RecordDraft("r/a", "{\"n\":\"x\"}".getBytes(UTF_8), null, null));
        ImportResult result = restore(-1, VIEW, TABLE, "{\"type\":\"table\",\"definition\":{}}", VIEW);
        assertEquals(2, result.rejected());
        String told = Files.readString(rejects());
        assertTrue(told.contains(id.text()), told);
        assertTrue(told.contains("member 'rings' is missing") || told.contains("member 'name' is missing"), told);
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertTrue(view.schema().tables().isEmpty());
            assertTrue(view.schema().view("v").isPresent());
        }
    }

    @Test
    void refusesValuesOutOfRange() throws IOException {
        String periods = "[" + "1,".repeat(65_536) + "1]";
        ImportResult result = restore(
                -1,
                ring("a", "[60]", "0", "-1"),
                ring("b", "[60]", "0", "281474976710657"),
                ring("c", "[60]", "0", "9223372036854775807"),
                ring("d", "[60]", "-1", "0"),
                ring("e", "[60]", "281474976710656", "0"),
                ring("f", "[]", "0", "0"),
                ring("g", periods, "0", "0"),
                ring("h", "[-1]", "0", "0"),
                record("i", 0, "-1"),
                record("i", 0, "281474976710656"));
        assertEquals(10, result.rejected());
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(List.of(), view.rings(RingSelector.ALL));
        }
        for (String name : List.of("a", "b", "c", "i")) {
            assertEquals(0, engine.put(draft(name)).seq(), name);
        }
    }

    @Test
    void aRingWithoutSeqsLeftRefusesBeforeItWrites() throws IOException {
        restore(0, ring("full", "[60]", "0", "281474976710656"), record("last", RecordId.MAX_48, "0"));
        for (String name : List.of("full", "last")) {
            long before = count();
            for (int i = 0; i < 2; i++) {
                RocheException error = assertThrows(RocheException.class, () -> engine.put(draft(name)));
                assertEquals(ErrorCode.LIMIT_PAYLOAD, error.code());
                assertTrue(error.getMessage().contains(name), error.getMessage());
            }
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                assertThrows(RocheException.class, () -> transaction.put(draft(name)));
            }
            assertEquals(before, count());
        }
        Path again = directory.resolve("again.jsonl");
        engine.dump(again, RingScope.ALL, ProgressListener.NONE);
        assertTrue(Files.readString(again).contains("\"nextSeq\":281474976710656"));
    }

    private long count() {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.count(RingSelector.ALL, new QueryMonitor());
        }
    }

    @Test
    void whatIsRolledBackUsesUpNoSeqs() throws IOException {
        assertThrows(
                RocheException.class,
                () -> restore(
                        0,
                        ring("r", "[60]", "0", "281474976710656"),
                        record("s", RecordId.MAX_48, "0"),
                        "{\"type\":\"nonsense\"}"));
        assertEquals(0, engine.put(draft("r")).seq());
        assertEquals(0, engine.put(draft("s")).seq());
    }

    @Test
    void seqsOfRestoredRecordsAreNotGivenAgain() throws IOException {
        restore(0, ring("r", "[60]", "0", "9"), record("r", 3, "7"), record("s", 3, "7"), record("s", 2, "7"));
        assertEquals(9, engine.put(draft("r")).seq());
        assertEquals(4, engine.put(draft("s")).seq());
        try (RestoringTransaction transaction = (RestoringTransaction) engine.begin(RingScope.ALL, null)) {
            transaction.restore(draft("t"), new RecordId(RingNames.key("t"), 0, 5, 0), 5);
            assertEquals(1, transaction.put(draft("t")).seq());
            transaction.commit();
        }
        assertEquals(2, engine.put(draft("t")).seq());
    }

    @Test
    void recordsOfARefusedRingAreRefusedToo() throws IOException {
        engine.put(draft("r"));
        ImportResult result = restore(
                -1,
                ring("r", "[30]", "0", "9"),
                ring("s", "[0]", "0", "9"),
                record("r", 5, "7"),
                record("s", 5, "7"),
                record("t", 5, "7"));
        assertEquals(4, result.rejected());
        assertEquals(1, result.imported());
        String reasons = Files.readString(rejects());
        assertTrue(reasons.contains("ring 'r' was refused: ring 'r' exists here"), reasons);
        assertTrue(reasons.contains("ring 's' was refused: "), reasons);
        assertEquals(2, count());
    }

    @Test
    void aSecondLineOfARingCanPutItRight() throws IOException {
        ImportResult result = restore(-1, ring("r", "[0]", "0", "9"), ring("r", "[30]", "0", "9"), record("r", 5, "7"));
        assertEquals(1, result.rejected());
        assertEquals(1, result.imported());
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(30, view.ring("r").orElseThrow().periodSeconds());
        }
    }

    @Test
    void whatADumpHoldsItsImportTakes() throws IOException {
        EngineOptions.Limits limits = new EngineOptions.Limits(100_000, 16_384, 20, 1_000_000);
        Path target = directory.resolve("store.jsonl");
        byte[] controls = new byte[100_000];
        byte[] quotes = "\"".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        float[] vector = new float[16_384];
        Arrays.fill(vector, -1.1754942E-38f);
        RecordId first;
        RecordId second;
        try (RocheEngine source = RocheEngine.open(EngineOptions.memory().withLimits(limits))) {
            first = source.put(new RecordDraft("r", controls, Codec.RAW, vector));
            second = source.put(new RecordDraft("r", quotes, Codec.RAW, vector));
            source.dump(target, RingScope.ALL, ProgressListener.NONE);
        }
        try (RocheEngine restored = RocheEngine.open(EngineOptions.memory().withLimits(limits))) {
            restored.importJsonl(
                    new ImportOptions(target, null, null, null, null, "imported", 100, null, 0),
                    RingScope.ALL,
                    ProgressListener.NONE);
            assertArrayEquals(controls, restored.get(first).orElseThrow());
            assertArrayEquals(quotes, restored.get(second).orElseThrow());
        }
    }
}
