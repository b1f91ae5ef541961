package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.EngineOptions.Durability;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.store.StoreAccess;
import io.rochedb.engine.internal.store.Trees;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.CompactResult;
import io.rochedb.engine.ops.RingLocality;
import io.rochedb.engine.ops.StoreFiles;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks of stores: whole ones, and those damaged behind the engine's back. */
class StoreCheckTest {
    private static final int RECORDS = 300;

    @TempDir
    Path temp;

    /** Fills a store in several lives, so that it has tables and a log. */
    private static void fill(RocheEngine engine, Random random, int from) {
        List<RecordId> ids = new ArrayList<>();
        for (int i = from; i < from + RECORDS; i++) {
            String text =
                    i % 7 == 0 ? "raw " + i : "{\"n\":" + i + ",\"t\":\"" + "x".repeat(random.nextInt(60)) + "\"}";
            float[] vector = i % 3 == 0 ? new float[] {1 + random.nextFloat(), random.nextFloat(), -1} : null;
            ids.add(engine.put(new RecordDraft(
                    "docs/" + i % 4, text.getBytes(UTF_8), i % 7 == 0 ? Codec.RAW : Codec.JSON, vector)));
        }
        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
            for (int i = 0; i < 20; i++) {
                tx.delete(ids.get(i));
                tx.update(
                        ids.get(20 + i),
                        RecordChange.payload(("{\"n\":\"w\",\"u\":" + i + "}").getBytes(UTF_8), Codec.JSON));
            }
            tx.describeRing("docs/1", "what it is");
            tx.commit();
        }
        engine.put(new RecordDraft("gone/" + from, "{}".getBytes(UTF_8), Codec.JSON, null));
        engine.alter(new SchemaChange.DropRings("gone/" + from), RingScope.ALL, null);
    }

    private static CheckReport check(RocheEngine engine) {
        return engine.check(ProgressListener.NONE);
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void aWholeStoreHasNoFindings(EngineKind kind) {
        Random random = Seeds.random("StoreCheckTest.whole");
        try (TestEngine test = new TestEngine(kind)) {
            test.engine()
                    .alter(
                            new SchemaChange.CreateIndex(new IndexDefinition(
                                    "by_n",
                                    "docs/*",
                                    List.of(new IndexDefinition.IndexColumn(
                                            List.of("n"), ColumnType.of(ColumnType.Kind.JSON), false)),
                                    false)),
                            RingScope.ALL,
                            null);
            for (int life = 0; life < 3; life++) {
                fill(test.engine(), random, life * RECORDS);
                CheckReport report = check(test.engine());
                assertEquals(List.of(), report.findings());
                assertEquals((life + 1) * (RECORDS - 20L), report.records());
                test.reopen();
            }
            test.reopen();
            try (ReadView view = test.engine().snapshot(RingScope.ALL)) {
                assertEquals(view.version(), check(test.engine()).version());
            }
        }
    }

    @Test
    void whatIsLostOrChangedIsFound() {
        AtomicReference<FaultyStore> access = new AtomicReference<>();
        try (TestEngine test = new TestEngine(EngineKind.STRONG, options -> options, store -> {
            access.set(new FaultyStore(store));
            return access.get();
        })) {
            RecordId lost = put(test.engine(), "a", "{\"n\":1}", null);
            RecordId flipped = put(test.engine(), "a", "{\"n\":2}", new float[] {1, 2});
            RecordId moved = put(test.engine(), "b", "{\"n\":3}", null);
            assertTrue(check(test.engine()).isWhole());
            FaultyStore store = access.get();
            StoreDamage.lose(store.store, lost);
            StoreDamage.flipBit(store.store, flipped);
            byte[] value = StoreAccess.record(store.store, moved);
            RecordId nowhere = new RecordId(moved.ringKey() + 2, 5, 0, 0);
            StoreAccess.putRecord(store.store, nowhere, value);
            StoreAccess.putRecord(store.store, new RecordId(moved.ringKey(), 7, 0, 0), value);
            CheckReport report = check(test.engine());
            assertFalse(report.isWhole());
            List<String> found = report.findings().stream()
                    .map(finding -> finding.kind() + " " + finding.ring() + " " + finding.seq())
                    .sorted()
                    .toList();
            assertEquals(
                    List.of("COUNTERS a -1", "ORPHAN null -1", "RECORD a " + flipped.seq(), "RECORD b 7"),
                    found.stream().filter(one -> !one.startsWith("CENTROID")).toList());
            assertEquals(report.found(), report.findings().size());
        }
    }

    private static RecordId put(RocheEngine engine, String ring, String text, float[] vector) {
        return engine.put(new RecordDraft(ring, text.getBytes(UTF_8), Codec.JSON, vector));
    }

    @Test
    void aFlippedBitIsFoundOrHarmless() throws IOException {
        flips(25);
    }

    @Tag("long")
    @Test
    void manyFlippedBitsAreFoundOrHarmless() throws IOException {
        flips(150);
    }

    @Test
    void aCompactionKeepsEverything() {
        Random random = Seeds.random("StoreCheckTest.compaction");
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            fill(test.engine(), random, 0);
            test.reopen();
            fill(test.engine(), random, RECORDS);
            test.engine().alter(new SchemaChange.DropRings("docs/2"), RingScope.ALL, null);
            test.reopen();
            TreeMap<RecordId, String> before = read(test.engine());
            assertTrue(runs(test.engine()) > 3, "two lives have left a run each, in three rings");
            CompactResult result = test.engine().compact(ProgressListener.NONE);
            assertTrue(result.afterBytes() > 0 && result.afterBytes() < result.beforeBytes(), result.toString());
            assertEquals(3, runs(test.engine()));
            assertEquals("compact", test.engine().jobs().get(0).kind());
            assertEquals(before, read(test.reopen()));
            assertTrue(check(test.engine()).isWhole());
        }
        try (TestEngine memory = new TestEngine(EngineKind.MEMORY)) {
            RocheException refused =
                    assertThrows(RocheException.class, () -> memory.engine().compact(ProgressListener.NONE));
            assertEquals(ErrorCode.FEATURE_NOT_SUPPORTED, refused.code());
        }
    }

    private static int runs(RocheEngine engine) {
        return engine.locality(RingScope.ALL).stream()
                .mapToInt(RingLocality::runs)
                .sum();
    }

    private void flips(int count) throws IOException {
        Random random = Seeds.random("StoreCheckTest.flips");
        Path store = temp.resolve("store");
        TreeMap<RecordId, String> model = closedStore(store, random);
        List<Path> files = files(store);
        int found = 0;
        int refused = 0;
        for (int flip = 0; flip < count; flip++) {
            Path damaged = temp.resolve("damaged");
            copy(store, damaged);
            // Each file as often as another, and in it any bit: small files are where the lists of the others are.
            Path file = damaged.resolve(store.relativize(files.get(random.nextInt(files.size()))));
            byte[] bytes = Files.readAllBytes(file);
            int at = random.nextInt(bytes.length);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bytes);
            String what = "flip " + flip + " in " + file.getFileName() + " at " + at + " of " + bytes.length;
            boolean told = isFound(damaged);
            found += told ? 1 : 0;
            try (RocheEngine engine = RocheEngine.open(EngineOptions.file(damaged))) {
                assertEquals(model, read(engine), what);
            } catch (RocheException e) {
                assertTrue(e.code().kind() == ErrorCode.Kind.CORRUPTION || e.code() == ErrorCode.IO_ERROR, what + e);
                assertTrue(told, what + " is not found, and " + e.getMessage());
                refused++;
            }
            delete(damaged);
        }
        System.out.println(count + " flips: " + found + " found, " + refused + " of them refused by the engine");
        assertTrue(found > 0, "no flip was found");
    }

    private static boolean isFound(Path store) {
        try {
            return !StoreFiles.check(store, ProgressListener.NONE).isWhole();
        } catch (RocheException e) {
            assertEquals(ErrorCode.STORE_FORMAT, e.code(), e.getMessage());
            return true;
        }
    }

    private static TreeMap<RecordId, String> closedStore(Path store, Random random) {
        TreeMap<RecordId, String> model = new TreeMap<>();
        for (int life = 0; life < 3; life++) {
            try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store).withDurability(Durability.BUFFERED))) {
                fill(engine, random, life * RECORDS);
                model = read(engine);
            }
        }
        CheckReport whole = StoreFiles.check(store, ProgressListener.NONE);
        assertEquals(List.of(), whole.findings());
        assertEquals(model.size(), whole.records());
        return model;
    }

    private static TreeMap<RecordId, String> read(RocheEngine engine) {
        TreeMap<RecordId, String> found = new TreeMap<>();
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
            while (cursor.next()) {
                float[] vector = view.get(cursor.id()).orElseThrow().vector();
                found.put(
                        cursor.id(),
                        cursor.ring() + " " + new String(cursor.payload(), UTF_8) + Arrays.toString(vector));
            }
        }
        return found;
    }

    private static List<Path> files(Path store) throws IOException {
        try (Stream<Path> walk = Files.walk(store)) {
            return walk.filter(
                            file -> Files.isRegularFile(file) && file.toFile().length() > 0)
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : walk.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static void delete(Path root) throws IOException {
        Trees.delete(root);
    }

    @Test
    void aStoreOfOthersIsNotChecked() {
        try (TestEngine test = new TestEngine(EngineKind.STRONG)) {
            RocheException locked =
                    assertThrows(RocheException.class, () -> StoreFiles.check(test.directory(), ProgressListener.NONE));
            assertEquals(ErrorCode.DIRECTORY_LOCKED, locked.code());
        }
    }
}
