package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.nio.file.Path;
import java.util.Locale;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What failures of RocksDB are for callers. Stateless. */
final class RocksFailures {
    private RocksFailures() {}

    static RocheException opening(Path directory, RocksDBException e) {
        RocheException translated = of("opening " + directory, e);
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("permission denied") || text.contains("read-only file system")) {
            return new RocheException(
                    ErrorCode.CANNOT_OPEN,
                    "cannot write to the store at " + directory + ": " + e.getMessage()
                            + "; give this user write access, or open it with readOnly=true",
                    e);
        }
        return translated;
    }

    static RocheException of(String doing, RocksDBException e) {
        Status status = e.getStatus();
        String text = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("no space left")
                || (status != null && status.getSubCode() == Status.SubCode.NoSpace)
                || text.contains("disk quota")) {
            return new RocheException(
                    ErrorCode.DISK_FULL,
                    "the disk is full (" + doing + "): " + e.getMessage() + "; free space and open the store again",
                    e);
        }
        if (status != null && status.getCode() == Status.Code.Corruption) {
            return new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "the store is corrupt (" + doing + "): " + e.getMessage() + "; restore it from a backup or a dump",
                    e);
        }
        return new RocheException(ErrorCode.IO_ERROR, doing + " failed: " + e.getMessage(), e);
    }
}
