package io.rochedb.engine.internal.backup;

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
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.BackupCheck;
import io.rochedb.engine.ops.BackupInfo;
import io.rochedb.engine.ops.BackupResult;
import io.rochedb.engine.ops.Backups;
import io.rochedb.engine.ops.JobInfo;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Backups of stores that are written meanwhile: what is restored is exactly the store at one commit. */
class BackupTest {
    private static final int WRITERS = 3;
    private static final int BACKUPS = 3;

    @TempDir
    Path temp;

    /** What one writer has done: the text of records after each of its commits, by version. */
    private static final class Writer extends Thread {
        private final RocheEngine engine;
        private final Random random;
        private final String ring;
        private final AtomicBoolean stop;
        private final TreeMap<Long, Map<RecordId, String>> states = new TreeMap<>();
        private final Map<RecordId, String> now = new HashMap<>();
        private volatile Throwable failure;

        Writer(RocheEngine engine, long seed, String ring, AtomicBoolean stop) {
            this.engine = engine;
            this.random = new Random(seed);
            this.ring = ring;
            this.stop = stop;
            states.put(0L, Map.of());
        }

        @Override
        public void run() {
            try {
                for (int n = 0; !stop.get() && n < 3_000; n++) {
                    commit(n);
                }
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        private void commit(int n) {
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                List<RecordId> known = new ArrayList<>(now.keySet());
                String text = "{\"n\":" + n + ",\"x\":\"" + "y".repeat(random.nextInt(200)) + "\"}";
                if (!known.isEmpty() && random.nextInt(3) == 0) {
                    RecordId id = known.get(random.nextInt(known.size()));
                    if (random.nextBoolean()) {
                        tx.delete(id);
                        now.remove(id);
                    } else {
                        tx.update(id, RecordChange.payload(text.getBytes(UTF_8), Codec.JSON));
                        now.put(id, text);
                    }
                } else {
                    for (int i = random.nextInt(3); i >= 0; i--) {
                        float[] vector = random.nextBoolean() ? null : new float[] {1 + random.nextFloat(), 1};
                        now.put(tx.put(new RecordDraft(ring, text.getBytes(UTF_8), Codec.JSON, vector)), text);
                    }
                }
                states.put(tx.commit(), new HashMap<>(now));
            }
        }

        Map<RecordId, String> at(long version) {
            return states.floorEntry(version).getValue();
        }
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void restoresTheStoreAtOneCommit(Durability durability) throws Exception {
        Random random = Seeds.random("BackupTest " + durability);
        List<Writer> writers = new ArrayList<>();
        List<BackupResult> results = new ArrayList<>();
        List<Path> restored = new ArrayList<>();
        Path backups = temp.resolve("backups");
        AtomicBoolean stop = new AtomicBoolean();
        try (RocheEngine engine = RocheEngine.open(options("store").withDurability(durability))) {
            for (int i = 0; i < WRITERS; i++) {
                writers.add(new Writer(engine, random.nextLong(), "r/" + i, stop));
            }
            writers.forEach(Thread::start);
            for (int i = 0; i < BACKUPS; i++) {
                Thread.sleep(50);
                long before;
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    before = view.version();
                }
                BackupResult result = engine.backup(backups, ProgressListener.NONE);
                assertTrue(result.backup().version() >= before, before + " was committed before " + result);
                results.add(result);
                restored.add(temp.resolve("restored" + i));
                assertEquals(result.backup(), Backups.restore(backups, restored.get(i), ProgressListener.NONE));
            }
            stop.set(true);
            for (Writer writer : writers) {
                writer.join();
                assertEquals(null, writer.failure);
            }
        }
        for (int i = 0; i < BACKUPS; i++) {
            Map<RecordId, String> expected = new HashMap<>();
            for (Writer writer : writers) {
                expected.putAll(writer.at(results.get(i).backup().version()));
            }
            assertEquals(expected, records(restored.get(i)), results.get(i).toString());
        }
        BackupCheck check = Backups.verify(backups, ProgressListener.NONE);
        assertEquals(results.stream().map(BackupResult::backup).toList(), check.backups());
        assertTrue(check.opened());
    }

    private EngineOptions options(String name) {
        return EngineOptions.file(temp.resolve(name));
    }

    /** Reads a store; what is written into it afterwards is there, too. */
    private static Map<RecordId, String> records(Path store) {
        Map<RecordId, String> found = new HashMap<>();
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store))) {
            try (ReadView view = engine.snapshot(RingScope.ALL);
                    RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
                while (cursor.next()) {
                    found.put(cursor.id(), new String(cursor.payload(), UTF_8));
                }
            }
            RecordId id = engine.put(new RecordDraft("after", new byte[] {1}, null, null));
            assertTrue(engine.get(id).isPresent());
        }
        return found;
    }

    private static void put(RocheEngine engine, int from, int count) {
        for (int i = from; i < from + count; i++) {
            engine.put(new RecordDraft("docs/" + i % 3, ("{\"n\":" + i + "}").getBytes(UTF_8), Codec.JSON, null));
        }
    }

    @Test
    void whatTheBackupBeforeHasIsShared() throws IOException {
        Path backups = temp.resolve("backups");
        try (RocheEngine engine = RocheEngine.open(options("store"))) {
            put(engine, 0, 200);
            BackupResult full = engine.backup(backups, ProgressListener.NONE);
            assertEquals(full.backup().files(), full.newFiles());
            assertEquals(full.backup().bytes(), full.newBytes());
            assertEquals(0, full.backup().previous());
            put(engine, 200, 1);
            BackupResult incremental = engine.backup(backups, ProgressListener.NONE);
            assertEquals(1, incremental.backup().previous());
            assertTrue(incremental.newBytes() < full.newBytes(), incremental + " after " + full);
            assertTrue(incremental.newFiles() < incremental.backup().files());
            JobInfo job = engine.jobs().get(1);
            assertEquals("backup", job.kind());
            assertEquals(JobInfo.State.DONE, job.state());
            assertEquals(1, job.progress());
        }
        BackupInfo newest = Backups.restore(backups, temp.resolve("restored"), ProgressListener.NONE);
        assertEquals(2, newest.number());
        assertEquals(201, records(temp.resolve("restored")).size());
        assertTrue(Files.notExists(temp.resolve("store/tmp")) || isEmpty(temp.resolve("store/tmp")));
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    @Test
    void damageIsRefusedBeforeAnythingIsThere() throws IOException {
        Random random = Seeds.random("BackupTest.damage");
        Path backups = temp.resolve("backups");
        try (RocheEngine engine = RocheEngine.open(options("store"))) {
            put(engine, 0, 50);
            engine.backup(backups, ProgressListener.NONE);
        }
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(backups)) {
            walk.filter(Files::isRegularFile)
                    .filter(file -> file.toFile().length() > 0)
                    .forEach(files::add);
        }
        Path target = temp.resolve("restored");
        for (Path file : files) {
            byte[] whole = Files.readAllBytes(file);
            byte[] damaged = whole.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, damaged);
            refused(backups, target, file + " has a flipped bit");
            Files.write(file, java.util.Arrays.copyOf(whole, random.nextInt(whole.length)));
            refused(backups, target, file + " is cut short");
            Files.write(file, java.util.Arrays.copyOf(whole, whole.length + 1));
            refused(backups, target, file + " is too long");
            Files.delete(file);
            refused(backups, target, file + " is missing");
            Files.write(file, whole);
        }
        Backups.restore(backups, target, ProgressListener.NONE);
        assertEquals(50, records(target).size());
    }

    private void refused(Path backups, Path target, String what) throws IOException {
        RocheException verified =
                assertThrows(RocheException.class, () -> Backups.verify(backups, ProgressListener.NONE), what);
        assertFalse(verified.getMessage().isEmpty());
        assertThrows(RocheException.class, () -> Backups.restore(backups, target, ProgressListener.NONE), what);
        try (Stream<Path> entries = Files.list(temp)) {
            assertEquals(
                    List.of("backups", "store"),
                    entries.map(entry -> entry.getFileName().toString())
                            .sorted()
                            .toList(),
                    what);
        }
    }

    @Test
    void aBackupThatWasCutShortIsNoBackup() throws IOException {
        Path backups = temp.resolve("backups");
        try (RocheEngine engine = RocheEngine.open(options("store"))) {
            put(engine, 0, 20);
            RuntimeException stopped = new IllegalStateException("stopped");
            assertThrows(
                    IllegalStateException.class,
                    () -> engine.backup(backups, (done, total, files, rejects) -> {
                        if (files > 3) {
                            throw stopped;
                        }
                    }));
            RocheException none =
                    assertThrows(RocheException.class, () -> Backups.verify(backups, ProgressListener.NONE));
            assertTrue(none.getMessage().contains("no complete backup"), none.getMessage());
            assertEquals(JobInfo.State.FAILED, engine.jobs().get(0).state());
            engine.backup(backups, ProgressListener.NONE);
        }
        Backups.restore(backups, temp.resolve("restored"), ProgressListener.NONE);
        assertEquals(20, records(temp.resolve("restored")).size());
    }

    @Test
    void refusesWhatWouldGoWrong() throws IOException {
        Path backups = temp.resolve("backups");
        try (RocheEngine memory = RocheEngine.open(EngineOptions.memory())) {
            refuses(ErrorCode.FEATURE_NOT_SUPPORTED, () -> memory.backup(backups, ProgressListener.NONE));
        }
        try (RocheEngine engine = RocheEngine.open(options("store"))) {
            put(engine, 0, 1);
            refuses(
                    ErrorCode.INVALID_PARAMETER,
                    () -> engine.backup(temp.resolve("store/backups"), ProgressListener.NONE));
            refuses(ErrorCode.INVALID_PARAMETER, () -> engine.backup(temp, ProgressListener.NONE));
            Files.createDirectories(temp.resolve("other/things"));
            refuses(ErrorCode.INVALID_PARAMETER, () -> engine.backup(temp.resolve("other"), ProgressListener.NONE));
            engine.backup(backups, ProgressListener.NONE);
            refuses(ErrorCode.DIRECTORY_LOCKED, () -> {
                try (BackupDirectory locked = BackupDirectory.openForWriting(backups, null)) {
                    assertEquals(List.of(1), locked.numbers());
                    engine.backup(backups, ProgressListener.NONE);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }
        try (RocheEngine reader = RocheEngine.open(options("store").withReadOnly(true))) {
            refuses(ErrorCode.READ_ONLY_TRANSACTION, () -> reader.backup(backups, ProgressListener.NONE));
        }
        refuses(
                ErrorCode.INVALID_PARAMETER,
                () -> Backups.restore(backups, temp.resolve("other"), ProgressListener.NONE));
        refuses(
                ErrorCode.INVALID_PARAMETER,
                () -> Backups.restore(temp.resolve("other"), temp.resolve("new"), ProgressListener.NONE));
        assertTrue(Files.isDirectory(temp.resolve("other/things")));
    }

    private static void refuses(ErrorCode code, Runnable work) {
        RocheException refused = assertThrows(RocheException.class, work::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
