package io.rochedb.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.BackupInfo;
import io.rochedb.engine.ops.BackupResult;
import io.rochedb.engine.ops.Backups;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The backups that the killed process makes now and then: the newest complete one must be whole, and show everything acknowledged before it was
 * begun.
 *
 * <p>Lines: {@code P} a backup is begun, {@code Q number version} it is made.
 */
final class KillBackups {
    private static final int PAUSE_MILLIS_MAX = 400;

    private final Path directory;
    /** What had been acknowledged when the last backup was begun, and when the last that was made was. */
    private Map<RecordId, Long> atBegin = Map.of();

    private Map<RecordId, Long> ofLastMade = Map.of();
    private int lastMade;
    private int madeBefore;
    private int checked;

    KillBackups(Path store) {
        directory = directory(store);
    }

    private static Path directory(Path store) {
        return store.resolveSibling(store.getFileName() + "-backups");
    }

    /** In the process that is killed: makes backups until then, and compacts now and then. */
    static void make(RocheEngine engine, Path store, Random random) {
        try {
            while (true) {
                Thread.sleep(random.nextInt(PAUSE_MILLIS_MAX));
                if (random.nextInt(3) == 0) {
                    engine.compact(ProgressListener.NONE);
                }
                KillChild.say("P");
                BackupResult result = engine.backup(directory(store), ProgressListener.NONE);
                KillChild.say(
                        "Q " + result.backup().number() + " " + result.backup().version());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void begin(Map<RecordId, Long> acknowledged) {
        atBegin = acknowledged;
    }

    void made(int number) {
        lastMade = number;
        ofLastMade = atBegin;
    }

    /** Restores the newest backup, if there is one, and looks at it; {@code mayBeGone} tells of a record whose deletion has been begun. */
    void check(Predicate<RecordId> mayBeGone, Path target) throws IOException {
        List<BackupInfo> complete = complete();
        int newest = complete.isEmpty() ? 0 : complete.get(complete.size() - 1).number();
        assertTrue(newest >= lastMade, "backup " + lastMade + " was made, and the newest is " + newest);
        if (newest > madeBefore) {
            BackupInfo restored = Backups.restore(directory, target, ProgressListener.NONE);
            assertEquals(newest, restored.number());
            // One more than was said has been completed, but for saying so.
            compare(target, restored, newest > lastMade ? atBegin : ofLastMade, mayBeGone);
            checked++;
        }
        madeBefore = newest;
        lastMade = newest;
    }

    private List<BackupInfo> complete() throws IOException {
        Path manifests = directory.resolve("backups");
        if (!Files.isDirectory(manifests)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(manifests)) {
            if (entries.allMatch(entry -> entry.toString().endsWith(".unfinished"))) {
                return List.of();
            }
        }
        return Backups.verify(directory, ProgressListener.NONE).backups();
    }

    private static void compare(
            Path store, BackupInfo backup, Map<RecordId, Long> acknowledged, Predicate<RecordId> mayBeGone) {
        Map<RecordId, Long> found = new HashMap<>();
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store));
                ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(backup.version(), view.version());
            Map<String, Integer> groups = new HashMap<>();
            Map<String, Integer> sizes = new HashMap<>();
            ScanRequest request = ScanRequest.of(RingSelector.ALL)
                    .withFields(List.of(
                            new FieldRef("n", FieldType.BIGINT),
                            new FieldRef("group", FieldType.VARCHAR),
                            new FieldRef("size", FieldType.BIGINT)));
            long scanned = 0;
            try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
                while (cursor.next()) {
                    scanned++;
                    if (cursor.field(0) instanceof Long n) {
                        found.put(cursor.id(), n);
                    }
                    if (cursor.field(1) instanceof String group && cursor.field(2) instanceof Long size) {
                        groups.merge(group, 1, Integer::sum);
                        sizes.put(group, size.intValue());
                    }
                }
            }
            assertEquals(view.count(RingSelector.ALL, new QueryMonitor()), scanned, "counters and records");
            assertEquals(sizes, groups, "torn transactions");
        }
        acknowledged.forEach((id, value) -> assertTrue(
                mayBeGone.test(id) || found.getOrDefault(id, -1L) >= value,
                id + " had the value " + value + " before the backup, and has " + found.get(id) + " in it"));
    }

    int checked() {
        return checked;
    }
}
