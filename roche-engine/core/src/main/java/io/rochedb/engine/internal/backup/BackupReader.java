package io.rochedb.engine.internal.backup;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.ClosedStore;
import io.rochedb.engine.internal.store.Trees;
import io.rochedb.engine.ops.BackupCheck;
import io.rochedb.engine.ops.BackupInfo;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The verification of backups, and the making of stores out of them. */
public final class BackupReader {
    private final BackupDirectory backups;
    private final ProgressListener progress;
    private long bytesTotal;
    private long bytesDone;
    private long filesDone;

    private BackupReader(BackupDirectory backups, ProgressListener progress) {
        this.backups = backups;
        this.progress = progress;
    }

    /** Compares every file of every backup with its manifest, and opens the newest. */
    public static BackupCheck verify(Path from, @Nullable String password, ProgressListener progress) {
        Path directory = from.toAbsolutePath().normalize();
        try (BackupDirectory backups = BackupDirectory.open(directory, password)) {
            return new BackupReader(backups, progress).verify();
        } catch (IOException e) {
            throw Trees.failure("reading the backup in " + directory, e);
        }
    }

    /** Makes a store out of the newest backup. */
    public static BackupInfo restore(Path from, Path to, @Nullable String password, ProgressListener progress) {
        Path directory = from.toAbsolutePath().normalize();
        Path target = to.toAbsolutePath().normalize();
        try (BackupDirectory backups = BackupDirectory.open(directory, password)) {
            BackupManifest manifest = newest(backups);
            requireFree(target);
            new BackupReader(backups, progress).restore(manifest, target);
            return manifest.info();
        } catch (IOException e) {
            throw Trees.failure("restoring " + directory + " to " + target, e);
        }
    }

    private static BackupManifest newest(BackupDirectory backups) throws IOException {
        BackupManifest manifest = backups.newest();
        if (manifest == null) {
            throw incomplete(backups);
        }
        if (manifest.storeFormat() > ClosedStore.FORMAT) {
            throw new RocheException(
                    ErrorCode.STORE_FORMAT,
                    "the store in the backup has format " + manifest.storeFormat()
                            + ", and this version of RocheDB reads up to format " + ClosedStore.FORMAT
                            + "; use a newer version");
        }
        return manifest;
    }

    private static RocheException incomplete(BackupDirectory backups) {
        return new RocheException(
                ErrorCode.INVALID_PARAMETER,
                "there is no complete backup in " + backups.directory()
                        + ": the first one was cut short before its end; make it again");
    }

    private BackupCheck verify() throws IOException {
        List<BackupInfo> infos = new ArrayList<>();
        Map<String, BackupManifest.Entry> entries = new HashMap<>();
        BackupManifest newest = newest(backups);
        for (int number : backups.numbers()) {
            BackupManifest manifest = backups.manifest(number);
            infos.add(manifest.info());
            manifest.files().forEach(entry -> entries.put(entry.sha256(), entry));
        }
        bytesTotal = entries.values().stream()
                .mapToLong(BackupManifest.Entry::length)
                .sum();
        for (BackupManifest.Entry entry : entries.values()) {
            backups.read(entry, null, this::progressed);
            filesDone++;
        }
        return new BackupCheck(infos, entries.size(), bytesTotal, open(newest));
    }

    private void progressed(long bytes) {
        bytesDone += bytes;
        progress.progress(bytesDone, bytesTotal, filesDone, 0);
    }

    /** Opens a backup whose files were found to be whole, through links to them; false where there cannot be any, or they are encrypted. */
    private boolean open(BackupManifest manifest) throws IOException {
        if (backups.isEncrypted()) {
            // It would have to be on disk as it is. Its contents are those that were opened when it was made.
            return false;
        }
        Path store;
        try {
            store = Files.createTempDirectory(backups.directory(), "verifying");
        } catch (IOException notWritable) {
            return false;
        }
        try {
            Files.createDirectories(store.resolve("rocks"));
            for (BackupManifest.Entry entry : manifest.files()) {
                try {
                    Files.createLink(store.resolve(entry.path()), backups.stored(entry));
                } catch (UnsupportedOperationException | IOException noLinks) {
                    return false;
                }
            }
            requireVersion(store, manifest);
            return true;
        } finally {
            Trees.delete(store);
        }
    }

    private static void requireFree(Path target) throws IOException {
        if (Files.exists(target) && !(Files.isDirectory(target) && Trees.isEmpty(target))) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    target
                            + " exists and is not empty; restore to a new directory, then move it to where the store was");
        }
    }

    private void restore(BackupManifest manifest, Path target) throws IOException {
        Path parent = target.getParent();
        if (parent == null) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "cannot restore to " + target);
        }
        Files.createDirectories(parent);
        // Beside the target, so that it can be renamed to it.
        Path unfinished = Files.createTempDirectory(parent, "." + target.getFileName() + ".restoring");
        boolean complete = false;
        try {
            fill(unfinished, manifest);
            requireVersion(unfinished, manifest);
            requireFree(target);
            Files.deleteIfExists(target);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            Trees.sync(parent);
            complete = true;
        } finally {
            if (!complete) {
                Trees.deleteQuietly(unfinished);
            }
        }
    }

    private void fill(Path store, BackupManifest manifest) throws IOException {
        Path rocks = store.resolve("rocks");
        Files.createDirectories(rocks);
        bytesTotal = manifest.info().bytes();
        for (BackupManifest.Entry entry : manifest.files()) {
            try (FileChannel channel = FileChannel.open(
                    store.resolve(entry.path()), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                OutputStream out = Channels.newOutputStream(channel);
                backups.read(entry, out, this::progressed);
                channel.force(true);
            }
            filesDone++;
        }
        Trees.sync(rocks);
        Trees.sync(store);
    }

    /** Opens a store as readers do, and compares its version with what was written down when it was copied. */
    private static void requireVersion(Path store, BackupManifest manifest) {
        ClosedStore.Facts facts = ClosedStore.facts(store.resolve("rocks"));
        if (facts.version() != manifest.version()) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "the backup is damaged: it was made of version " + manifest.version() + " and holds version "
                            + facts.version() + "; use another backup");
        }
        RocheEngine.open(EngineOptions.file(store).withReadOnly(true)).close();
    }
}
