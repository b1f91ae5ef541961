package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.LogStore.Family;
import java.nio.file.Path;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/** The files of a log store that nobody writes to, looked at without a store's directory around them. Stateless. */
public final class ClosedStore {
    /** The format of stores that are made now. */
    public static final int FORMAT = StoreDirectory.FORMAT_VERSION;

    private ClosedStore() {}

    /**
     * What a store says of itself.
     *
     * @param version its last commit
     * @param millis engine time of the last group of commits
     * @param nodes its nodes
     */
    public record Facts(long version, long millis, int nodes) {}

    /** Opens the files in a directory, as readers do, and returns what they say. */
    public static Facts facts(Path rocks) {
        try (LogStore store = RocksStore.open(rocks, true)) {
            byte[] last = store.get(Family.META, MetaValues.key(MetaValues.LAST));
            long[] versionAndTime = last == null ? new long[2] : MetaValues.readLast(last);
            byte[] nodes = store.get(Family.META, MetaValues.key(MetaValues.NODES));
            return new Facts(versionAndTime[0], versionAndTime[1], nodes == null ? 0 : MetaValues.readNodes(nodes));
        }
    }

    /** Compares every block of a table with its checksum. */
    public static void requireSound(Path table) {
        RocksDB.loadLibrary();
        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            reader.open(table.toString());
            reader.verifyChecksum();
        } catch (RocksDBException e) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "the store is damaged, its copy would be as well: " + table.getFileName() + ": " + e.getMessage()
                            + "; check the store, and keep the backups there are",
                    e);
        }
    }
}
