package io.rochedb.engine.ops;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.backup.BackupReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Backup directories, without a store that is open: see {@code RocheEngine.backup} for how they are made. Stateless. */
public final class Backups {
    private Backups() {}

    /**
     * Reads every file of every complete backup in a directory and compares it with its manifest, then opens the newest as a store, unless it is
     * encrypted: then it is not written to disk as it is.
     *
     * @param password their password when they are encrypted, else null; {@code INVALID_PASSWORD} when it is wrong, said before anything else is read
     * @throws RocheException {@code INVALID_PARAMETER} when there is none, {@code DATA_CORRUPTED} naming the first file that is damaged or
     *     missing
     */
    public static BackupCheck verify(Path directory, @Nullable String password, ProgressListener progress) {
        return BackupReader.verify(directory, password, progress);
    }

    /** {@link #verify(Path, String, ProgressListener)} of backups that are not encrypted. */
    public static BackupCheck verify(Path directory, ProgressListener progress) {
        return verify(directory, null, progress);
    }

    /**
     * Makes a store out of the newest backup in a directory. Every file is compared with the manifest and the result opened before the target comes
     * into being; until then, and when anything fails, there is nothing at the target.
     *
     * @param password the backup's password when it is encrypted, else null
     * @param target a directory that does not exist, or is empty
     * @throws RocheException as {@link #verify}, and {@code INVALID_PARAMETER} when the target holds anything
     */
    public static BackupInfo restore(
            Path directory, Path target, @Nullable String password, ProgressListener progress) {
        return BackupReader.restore(directory, target, password, progress);
    }

    /** {@link #restore(Path, Path, String, ProgressListener)} of a backup that is not encrypted. */
    public static BackupInfo restore(Path directory, Path target, ProgressListener progress) {
        return restore(directory, target, null, progress);
    }

    /** Returns the password in the first line of a file: in a statement it would be seen by others. {@code INVALID_PARAMETER} when the file cannot be read. */
    public static String password(Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, "cannot read the password in " + file + ": " + e, e);
        }
    }
}
