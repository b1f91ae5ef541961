package io.rochedb.engine.internal.store;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Catalog;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.EngineTime;
import io.rochedb.engine.internal.ring.RingRestore;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.Totals;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.internal.store.LogStore.Entries;
import io.rochedb.engine.internal.store.LogStore.Family;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.engine.ops.CheckReport;
import io.rochedb.engine.ops.CompactResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The disk side of an open engine: its directory, its log store, its commit pipeline. */
public final class DurableStore implements AutoCloseable {
    private final StoreDirectory directory;
    private final LogStore store;
    private final boolean readOnly;
    private final int nodes;
    private final long lastVersion;
    private final long lastMillis;
    private @Nullable CommitPipeline pipeline;
    private @Nullable BatchEncoder encoder;

    private DurableStore(StoreDirectory directory, LogStore store, EngineOptions options) {
        this.directory = directory;
        this.store = store;
        readOnly = options.readOnly();
        nodes = nodes(store, options);
        byte[] last = store.get(Family.META, MetaValues.key(MetaValues.LAST));
        long[] versionAndTime = last == null ? new long[2] : MetaValues.readLast(last);
        lastVersion = versionAndTime[0];
        lastMillis = versionAndTime[1];
        String early = directory.endsEarly(lastVersion);
        if (early != null) {
            throw new RocheException(ErrorCode.DATA_CORRUPTED, early);
        }
    }

    /** Opens or creates a store; {@code wrap} is put around the log store, for tests. */
    public static DurableStore open(Path path, EngineOptions options, UnaryOperator<LogStore> wrap) {
        StoreDirectory directory = StoreDirectory.open(
                path,
                options.readOnly(),
                options.createIfMissing(),
                options.clock().millis());
        LogStore store = null;
        boolean complete = false;
        try {
            store = wrap.apply(RocksStore.open(directory.rocks(), options.readOnly()));
            DurableStore opened = new DurableStore(directory, store, options);
            complete = true;
            return opened;
        } finally {
            if (!complete) {
                if (store != null) {
                    store.close();
                }
                directory.close();
            }
        }
    }

    /** The number of nodes is fixed when a store is made. */
    private static int nodes(LogStore store, EngineOptions options) {
        byte[] key = MetaValues.key(MetaValues.NODES);
        byte[] stored = store.get(Family.META, key);
        if (stored == null) {
            int nodes = options.nodes() == 0 ? EngineOptions.DEFAULT_NODES : options.nodes();
            if (!options.readOnly()) {
                LogBatch batch = new LogBatch();
                batch.put(Family.META, key, MetaValues.nodes(nodes));
                store.write(batch, true);
            }
            return nodes;
        }
        int nodes = MetaValues.readNodes(stored);
        if (options.nodes() != 0 && options.nodes() != nodes) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "the store was created with nodes=" + nodes + " and cannot be opened with nodes=" + options.nodes()
                            + "; leave nodes out, or dump the store and import it into a new one");
        }
        return nodes;
    }

    public Path directory() {
        return directory.directory();
    }

    public boolean created() {
        return directory.created();
    }

    public int nodes() {
        return nodes;
    }

    /** Returns the version of the last commit on disk. */
    public long lastVersion() {
        return lastVersion;
    }

    /** Returns the engine time of the last commit on disk. */
    public long lastMillis() {
        return lastMillis;
    }

    /** Reads what is declared and every ring's settings and counters, no record; rings are loaded when they are first touched. */
    public void restore(Catalog catalog, Totals totals) {
        StoredSchema declarations = new StoredSchema();
        try (Entries entries = store.scan(Family.META, MetaValues.key(MetaValues.DECLARATION))) {
            while (entries.next()) {
                MetaValues.readDeclaration(entries.key(), entries.value(), declarations);
            }
        }
        catalog.restore(declarations.catalog(lastVersion));
        catalog.residency().store(new RingLoading(store));
        RingRestore rings = new RingRestore(catalog, totals);
        try (Entries entries = store.scan(Family.META, MetaValues.key(MetaValues.RING))) {
            while (entries.next()) {
                CatalogEntry entry = MetaValues.readRing(entries.key(), entries.value());
                RingState ring = catalog.obtain(entry.name());
                if (ring.key() != entry.key()) {
                    throw new RocheException(
                            ErrorCode.DATA_CORRUPTED,
                            "ring '" + entry.name() + "' is stored under key " + Long.toUnsignedString(entry.key())
                                    + ", not its own; restore the store from a backup or a dump");
                }
                RingRestore.settings(ring, entry, lastVersion);
            }
        }
        restoreEach(MetaValues.COUNTERS, catalog, (ring, key, value) -> {
            MetaValues.StoredCounters stored = MetaValues.readCounters(key, value);
            rings.counters(ring, stored.counters(), stored.nextSeq(), stored.lastWriteMillis(), stored.dimension());
        });
        restoreEach(MetaValues.FIELDS, catalog, (ring, key, value) -> {
            MetaValues.StoredFields stored = MetaValues.readFields(key, value);
            RingRestore.fields(ring, stored.infos(), stored.version());
        });
        restoreEach(
                MetaValues.CENTROID,
                catalog,
                (ring, key, value) -> RingRestore.centroid(ring, MetaValues.readCentroid(key, value)));
    }

    private interface Restorer {
        void restore(RingState ring, byte[] key, byte[] value);
    }

    private void restoreEach(byte kind, Catalog catalog, Restorer restorer) {
        try (Entries entries = store.scan(Family.META, MetaValues.key(kind))) {
            while (entries.next()) {
                RingState ring = catalog.byKey(MetaValues.ringKey(entries.key()));
                if (ring == null) {
                    throw new RocheException(
                            ErrorCode.DATA_CORRUPTED,
                            "the store has metadata '" + (char) kind
                                    + "' of an unknown ring; restore it from a backup or a dump");
                }
                restorer.restore(ring, entries.key(), entries.value());
            }
        }
    }

    /** Starts writing commits. */
    public void start(Committer committer, EngineTime time, MetricSet metrics) {
        if (!readOnly) {
            BatchEncoder newEncoder = new BatchEncoder(store, time);
            CommitPipeline newPipeline =
                    new CommitPipeline(store, committer, newEncoder, lastVersion, new PipelineMetrics(metrics));
            encoder = newEncoder;
            pipeline = newPipeline;
            committer.journal(newPipeline);
        }
    }

    /** Waits until a version is in the log; with {@code sync}, until it is on disk. */
    public void flush(long version, boolean sync) {
        CommitPipeline running = pipeline;
        if (running != null) {
            running.flush(version);
            if (sync) {
                running.sync();
            }
        }
    }

    /**
     * Makes a copy of the store's files, mostly of links, that holds everything up to a version, and perhaps a little more; returns its directory, which is
     * the caller's to delete.
     */
    public Path checkpoint(long version) throws IOException {
        flush(version, true);
        Path copy = directory.newCheckpoint();
        store.checkpoint(copy);
        return copy;
    }

    /** Checks everything that is on disk once everything up to a version is. */
    public CheckReport check(long version, Findings findings, ProgressListener progress) {
        flush(version, false);
        return StoreCheck.check(store, findings, progress);
    }

    /** Rewrites all tables without what is deleted or overwritten; commits go on meanwhile. */
    public CompactResult compact(ProgressListener progress) {
        long before = tableBytes();
        Family[] families = Family.values();
        for (int i = 0; i < families.length; i++) {
            progress.progress(i, families.length, 0, 0);
            store.compact(families[i]);
        }
        progress.progress(families.length, families.length, 0, 0);
        return new CompactResult(before, tableBytes());
    }

    /** Returns how many tables on disk reach into each of some rings, given by their keys in unsigned order. */
    public int[] runs(long[] ringKeys) {
        int[] runs = new int[ringKeys.length];
        for (LogStore.TableSpan table : store.tables(Family.RECORDS)) {
            long first = ByteBuffer.wrap(table.first()).getLong();
            long last = ByteBuffer.wrap(table.last()).getLong();
            int from = 0;
            int to = ringKeys.length;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (Long.compareUnsigned(ringKeys[middle], first) < 0) {
                    from = middle + 1;
                } else {
                    to = middle;
                }
            }
            for (int i = from; i < ringKeys.length && Long.compareUnsigned(ringKeys[i], last) <= 0; i++) {
                runs[i]++;
            }
        }
        return runs;
    }

    private long tableBytes() {
        try (Stream<Path> files = Files.list(directory.rocks())) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw Trees.failure("looking at the store's files", e);
        }
    }

    /** Writes what is queued, syncs, and gives the directory up. */
    @Override
    public void close() {
        long closedAt = 0;
        try {
            CommitPipeline running = pipeline;
            BatchEncoder writing = encoder;
            if (running != null && writing != null && running.close()) {
                LogBatch estimates = writing.estimates();
                if (estimates != null) {
                    store.write(estimates, false);
                }
                store.sync();
                byte[] last = store.get(Family.META, MetaValues.key(MetaValues.LAST));
                closedAt = last == null ? 0 : MetaValues.readLast(last)[0];
            }
        } finally {
            try {
                store.close();
                if (closedAt > 0) {
                    directory.writeClosed(closedAt);
                }
            } finally {
                directory.close();
            }
        }
    }
}
