package io.rochedb.engine.ops;

import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.internal.backup.BackupReader;
import java.nio.file.Path;

/** Backup directories, without a store that is open: see {@code RocheEngine.backup} for how they are made. Stateless. */
public final class Backups {
    private Backups() {}

    /**
     * Reads every file of every complete backup in a directory and compares it with its manifest, then opens the newest as a store.
     *
     * @throws io.rochedb.engine.RocheException {@code INVALID_PARAMETER} when there is none, {@code DATA_CORRUPTED} naming the first file that is damaged or
     *     missing
     */
    public static BackupCheck verify(Path directory, ProgressListener progress) {
        return BackupReader.verify(directory, progress);
    }

    /**
     * Makes a store out of the newest backup in a directory. Every file is compared with the manifest and the result opened before the target comes
     * into being; until then, and when anything fails, there is nothing at the target.
     *
     * @param target a directory that does not exist, or is empty
     * @throws io.rochedb.engine.RocheException as {@link #verify}, and {@code INVALID_PARAMETER} when the target holds anything
     */
    public static BackupInfo restore(Path directory, Path target, ProgressListener progress) {
        return BackupReader.restore(directory, target, progress);
    }
}
