package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteBufferManager;
import org.rocksdb.WriteOptions;

/**
 * The log store over RocksDB: one database, one column family per {@link LogStore.Family}, one block cache and memtable bound for all.
 *
 * <p>Every native handle is opened and closed here; after {@link #close()} none is touched.
 */
final class RocksStore implements LogStore {
    private static final long CACHE_BYTES = 128L << 20;
    private static final long MEMTABLE_BYTES = 16L << 20;
    private static final long WAL_BYTES_MAX = 64L << 20;
    private static final int BLOOM_BITS = 10;
    private static final int OPEN_FILES_MAX = 256;

    /** Handles in order of opening; closed in the opposite order. */
    private final Deque<AutoCloseable> handles = new ArrayDeque<>();

    private final List<ColumnFamilyHandle> families = new ArrayList<>();
    private final Set<Pinned> pins = ConcurrentHashMap.newKeySet();
    private final ReadWriteLock closing = new ReentrantReadWriteLock();
    private final RocksDB database;
    private final WriteOptions unsynced;
    private final WriteOptions synced;
    private final ReadOptions pointReads;
    private final ReadOptions scans;
    private boolean closed;

    private RocksStore(Path directory, boolean readOnly) throws RocksDBException {
        boolean opened = false;
        try {
            Cache cache = keep(new LRUCache(CACHE_BYTES));
            WriteBufferManager memtables = keep(new WriteBufferManager(CACHE_BYTES, cache));
            DBOptions options = keep(new DBOptions())
                    .setCreateIfMissing(!readOnly)
                    .setCreateMissingColumnFamilies(!readOnly)
                    .setWriteBufferManager(memtables)
                    .setMaxTotalWalSize(WAL_BYTES_MAX)
                    // Only a torn end of the log is a crash; damage before it would silently undo commits that were
                    // acknowledged.
                    .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
                    .setMaxOpenFiles(OPEN_FILES_MAX)
                    .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                    .setKeepLogFileNum(2)
                    .setStatsDumpPeriodSec(0)
                    .setStatsPersistPeriodSec(0);
            BlockBasedTableConfig table = new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setFilterPolicy(keep(new BloomFilter(BLOOM_BITS, false)))
                    .setCacheIndexAndFilterBlocks(true)
                    .setFormatVersion(5);
            ColumnFamilyOptions family = keep(new ColumnFamilyOptions())
                    .setTableFormatConfig(table)
                    .setWriteBufferSize(MEMTABLE_BYTES)
                    .setCompressionType(CompressionType.LZ4_COMPRESSION);
            List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
            descriptors.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, family));
            for (Family one : Family.values()) {
                descriptors.add(new ColumnFamilyDescriptor(bytes(one.text()), family));
            }
            database = readOnly
                    ? RocksDB.openReadOnly(options, directory.toString(), descriptors, families)
                    : RocksDB.open(options, directory.toString(), descriptors, families);
            keep(database);
            families.forEach(this::keep);
            unsynced = keep(new WriteOptions());
            synced = keep(new WriteOptions()).setSync(true);
            pointReads = keep(new ReadOptions());
            scans = keep(new ReadOptions());
            for (Family one : Family.values()) {
                if (handle(one).getID() != LogBatch.id(one)) {
                    throw new RocheException(
                            ErrorCode.STORE_FORMAT,
                            "column family " + one.text() + " has id "
                                    + handle(one).getID());
                }
            }
            opened = true;
        } finally {
            if (!opened) {
                closeHandles();
            }
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    private <T extends AutoCloseable> T keep(T handle) {
        handles.push(handle);
        return handle;
    }

    /** Opens or creates the database in a directory. */
    static RocksStore open(Path directory, boolean readOnly) {
        try {
            RocksDB.loadLibrary();
            return new RocksStore(directory, readOnly);
        } catch (RocksDBException e) {
            throw RocksFailures.opening(directory, e);
        }
    }

    private ColumnFamilyHandle handle(Family family) {
        return families.get(LogBatch.id(family));
    }

    private interface Action<T> {
        T run() throws RocksDBException;
    }

    private <T extends @Nullable Object> T run(String doing, Action<T> action) {
        Lock lock = closing.readLock();
        lock.lock();
        try {
            if (closed) {
                throw new RocheException(ErrorCode.CONNECTION_CLOSED, "the engine is closed");
            }
            return action.run();
        } catch (RocksDBException e) {
            throw RocksFailures.of(doing, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
        return this.<byte @Nullable []>run("reading", () -> database.get(handle(family), pointReads, key));
    }

    @Override
    public Entries scan(Family family, byte[] prefix) {
        return run("reading", () -> scan(family, prefix, prefix, false, scans));
    }

    private Entries scan(Family family, byte[] prefix, byte[] from, boolean descending, ReadOptions reads) {
        RocksIterator iterator = database.newIterator(handle(family), reads);
        if (descending) {
            iterator.seekForPrev(from);
        } else {
            iterator.seek(from);
        }
        return new Scan(iterator, prefix, descending);
    }

    @Override
    public Pin pin() {
        return run("reading", Pinned::new);
    }

    private final class Pinned implements Pin {
        /** Null in a database that is only read: it stays as it is. */
        private final @Nullable Snapshot snapshot = database.getSnapshot();

        private final ReadOptions reads = new ReadOptions();
        private boolean released;

        Pinned() {
            if (snapshot != null) {
                reads.setSnapshot(snapshot);
            }
            pins.add(this);
        }

        @Override
        public Entries scan(Family family, byte[] prefix) {
            return scan(family, prefix, prefix, false);
        }

        @Override
        public Entries from(Family family, byte[] first) {
            return scan(family, new byte[0], first, false);
        }

        @Override
        public synchronized Entries scan(Family family, byte[] prefix, byte[] from, boolean descending) {
            return run("reading", () -> {
                requirePinned();
                return RocksStore.this.scan(family, prefix, from, descending, reads);
            });
        }

        @Override
        public synchronized byte @Nullable [] get(Family family, byte[] key) {
            return RocksStore.this.<byte @Nullable []>run("reading", () -> {
                requirePinned();
                return database.get(handle(family), reads, key);
            });
        }

        private void requirePinned() {
            if (released) {
                throw new RocheException(
                        ErrorCode.SNAPSHOT_TOO_OLD,
                        "what this snapshot reads has been taken away; begin a new transaction and run the statement again");
            }
        }

        @Override
        public void close() {
            Lock lock = closing.readLock();
            lock.lock();
            try {
                release();
            } finally {
                lock.unlock();
            }
        }

        private synchronized void release() {
            if (!released && pins.remove(this)) {
                released = true;
                reads.close();
                if (snapshot != null) {
                    database.releaseSnapshot(snapshot);
                }
            }
        }
    }

    private final class Scan implements Entries {
        private final RocksIterator iterator;
        private final byte[] prefix;
        private final boolean descending;
        private boolean started;
        private byte[] key = {};
        private byte[] value = {};

        Scan(RocksIterator iterator, byte[] prefix, boolean descending) {
            this.iterator = iterator;
            this.prefix = prefix;
            this.descending = descending;
        }

        @Override
        public boolean next() {
            return run("reading", () -> {
                if (started && descending) {
                    iterator.prev();
                } else if (started) {
                    iterator.next();
                }
                started = true;
                if (!iterator.isValid()) {
                    iterator.status();
                    return false;
                }
                key = iterator.key();
                if (key.length < prefix.length || !Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length)) {
                    return false;
                }
                value = iterator.value();
                return true;
            });
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public byte[] value() {
            return value;
        }

        @Override
        public void close() {
            Lock lock = closing.readLock();
            lock.lock();
            try {
                // A database closed meanwhile has taken its iterators with it.
                if (!closed) {
                    iterator.close();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    @Override
    public void write(LogBatch batch, boolean sync) {
        run("writing to the log", () -> {
            try (WriteBatch serialized = new WriteBatch(batch.toBytes())) {
                database.write(sync ? synced : unsynced, serialized);
            }
            return Boolean.TRUE;
        });
    }

    @Override
    public void sync() {
        run("syncing the log", () -> {
            database.syncWal();
            return Boolean.TRUE;
        });
    }

    @Override
    public void verifyFiles() {
        run("comparing the tables with their checksums", () -> {
            database.verifyChecksum();
            return Boolean.TRUE;
        });
    }

    @Override
    public List<TableSpan> tables(Family family) {
        byte[] name = bytes(family.text());
        return run(
                "reading the list of tables",
                () -> database.getLiveFilesMetaData().stream()
                        .filter(table -> Arrays.equals(table.columnFamilyName(), name))
                        .map(table -> new TableSpan(table.smallestKey(), table.largestKey()))
                        .toList());
    }

    @Override
    public void compact(Family family) {
        run("compacting", () -> {
            database.compactRange(handle(family));
            return Boolean.TRUE;
        });
    }

    @Override
    public void checkpoint(Path directory) {
        run("making a checkpoint in " + directory, () -> {
            try (Checkpoint checkpoint = Checkpoint.create(database)) {
                checkpoint.createCheckpoint(directory.toString());
            }
            return Boolean.TRUE;
        });
    }

    @Override
    public void close() {
        Lock lock = closing.writeLock();
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                List.copyOf(pins).forEach(Pinned::release);
                closeHandles();
            }
        } finally {
            lock.unlock();
        }
    }

    private void closeHandles() {
        while (!handles.isEmpty()) {
            try {
                handles.pop().close();
            } catch (Exception e) {
                throw new RocheException(ErrorCode.IO_ERROR, "closing the store failed: " + e.getMessage(), e);
            }
        }
    }
}
