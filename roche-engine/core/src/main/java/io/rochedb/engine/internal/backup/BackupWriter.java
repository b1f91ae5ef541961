package io.rochedb.engine.internal.backup;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.ClosedStore;
import io.rochedb.engine.internal.store.DurableStore;
import io.rochedb.engine.internal.store.Trees;
import io.rochedb.engine.ops.BackupResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The making of one backup of a running store: its files as of one moment, linked into a checkpoint, are copied while commits go on.
 *
 * <p>The version of a backup is the last one that its own files hold: groups of commits are written whole, so the copy is exactly the store after
 * that commit.
 */
public final class BackupWriter {
    private static final String TABLE = ".sst";

    private final ProgressListener progress;
    private long bytesTotal;
    private long bytesDone;
    private long filesDone;
    private int newFiles;
    private long newBytes;

    private BackupWriter(ProgressListener progress) {
        this.progress = progress;
    }

    /** Writes a backup of everything up to a version, and perhaps a little after, into a directory; encrypted when there is a password. */
    public static BackupResult write(
            DurableStore store,
            long version,
            Path target,
            @Nullable String password,
            long nowMillis,
            ProgressListener progress) {
        Path directory = target.toAbsolutePath().normalize();
        if (directory.startsWith(store.directory()) || store.directory().startsWith(directory)) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "a backup cannot be in the store itself, nor the store in it: " + directory);
        }
        try (BackupDirectory backups = BackupDirectory.openForWriting(directory, password)) {
            Path checkpoint = store.checkpoint(version);
            try {
                return new BackupWriter(progress).write(store, checkpoint, backups, nowMillis);
            } finally {
                Trees.delete(checkpoint);
            }
        } catch (IOException e) {
            throw Trees.failure("writing a backup into " + directory, e);
        }
    }

    private BackupResult write(DurableStore store, Path checkpoint, BackupDirectory backups, long nowMillis)
            throws IOException {
        Map<String, Path> sources = sources(store, checkpoint);
        for (Path source : sources.values()) {
            bytesTotal += Files.size(source);
        }
        // After the list was made: opening may leave files of its own.
        ClosedStore.Facts facts = ClosedStore.facts(checkpoint);
        @Nullable BackupManifest before = backups.newest();
        List<BackupManifest.Entry> entries = new ArrayList<>();
        for (Map.Entry<String, Path> source : sources.entrySet()) {
            entries.add(copy(source.getKey(), source.getValue(), before, backups));
        }
        BackupManifest manifest = new BackupManifest(
                before == null ? 1 : before.number() + 1,
                before == null ? 0 : before.number(),
                ClosedStore.FORMAT,
                facts.version(),
                facts.millis(),
                nowMillis,
                entries);
        backups.complete(manifest);
        return new BackupResult(manifest.info(), newFiles, newBytes);
    }

    private static Map<String, Path> sources(DurableStore store, Path checkpoint) throws IOException {
        Map<String, Path> sources = new TreeMap<>();
        sources.put("FORMAT", store.directory().resolve("FORMAT"));
        try (Stream<Path> files = Files.list(checkpoint)) {
            files.filter(Files::isRegularFile).forEach(file -> sources.put("rocks/" + file.getFileName(), file));
        }
        return sources;
    }

    private BackupManifest.Entry copy(
            String path, Path source, @Nullable BackupManifest before, BackupDirectory backups) throws IOException {
        BackupManifest.Entry known = before == null ? null : before.entry(path).orElse(null);
        BackupDirectory.Stored stored = backups.store(source, path, known, bytes -> {
            bytesDone += bytes;
            progress.progress(bytesDone, bytesTotal, filesDone, 0);
        });
        if (stored.written()) {
            if (path.endsWith(TABLE)) {
                ClosedStore.requireSound(source);
            }
            newFiles++;
            newBytes += stored.entry().length();
        }
        filesDone++;
        return stored.entry();
    }
}
