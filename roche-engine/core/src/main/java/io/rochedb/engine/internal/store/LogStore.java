package io.rochedb.engine.internal.store;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ordered key-value store with a log under a durable engine: the seam where tests count syncs and inject failures. Thread-safe.
 *
 * <p>Every method fails with a {@code RocheException}: {@code DISK_FULL}, {@code IO_ERROR}, {@code DATA_CORRUPTED}.
 */
public interface LogStore extends AutoCloseable {
    /** The key spaces. */
    enum Family {
        /** ring key ‖ seq to a record, see {@link RecordValues}. */
        RECORDS("records"),
        /** ring key ‖ seq to a vector's original bits, see {@link RecordValues}. */
        VECTORS("vectors"),
        /** The ring catalog, counters, field sets and the store's own facts, see {@link MetaValues}. */
        META("meta"),
        /** Kept for long-running jobs. */
        JOBS("jobs"),
        /** Kept for secondary indexes. */
        INDEX("index");

        private final String text;

        Family(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /** Receives the entries of a scan in key order. The arrays are the receiver's own. */
    @FunctionalInterface
    interface Visitor {
        void entry(byte[] key, byte[] value);
    }

    /** A pull scan. */
    interface Entries extends AutoCloseable {
        /** Moves to the next entry; false at the end. */
        boolean next();

        byte[] key();

        byte[] value();

        @Override
        void close();
    }

    /** The store as it was at one moment. It holds what is deleted later on disk until it is closed; then it refuses. Thread-safe. */
    interface Pin extends AutoCloseable {
        Entries scan(Family family, byte[] prefix);

        /** Opens a scan of the keys from one on, in unsigned order. */
        Entries from(Family family, byte[] first);

        /** Opens a scan of the keys with a prefix from a key on, which may not be there, upwards or downwards. */
        Entries scan(Family family, byte[] prefix, byte[] from, boolean descending);

        /** Returns the value of a key, or null. */
        byte @Nullable [] get(Family family, byte[] key);

        @Override
        void close();
    }

    /** Pins the store as it is now. */
    Pin pin();

    /** Returns the value of a key, or null. */
    byte @Nullable [] get(Family family, byte[] key);

    /** Opens a scan of the keys with a prefix, in unsigned order. */
    Entries scan(Family family, byte[] prefix);

    /** Writes a batch into the log and the store, all or nothing; with {@code sync} returns after it is synced to disk. */
    void write(LogBatch batch, boolean sync);

    /** Syncs everything written before to disk. */
    void sync();

    /** Compares every block of every table with its checksum, also of what is not read any more; {@code DATA_CORRUPTED} names the first that differs. */
    void verifyFiles();

    /** The first and the last key of a table. */
    @SuppressWarnings("ArrayRecordComponent")
    record TableSpan(byte[] first, byte[] last) {}

    /** Returns what the tables of a family on disk span now. */
    List<TableSpan> tables(Family family);

    /** Rewrites the tables of a family without what is deleted or overwritten. */
    void compact(Family family);

    /** Makes the store's files as they are now, whatever is written later, in a directory that does not exist yet; mostly of links. */
    void checkpoint(Path directory);

    @Override
    void close();
}
