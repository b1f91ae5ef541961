package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Indexes on their way to be filled with the rows of a ring, within the memory budget. Used by one thread. */
final class IndexFilling implements AutoCloseable {
    private static final long RESERVED_FIRST = 1 << 12;
    private static final long RESERVED_AT_ONCE_MAX = 1 << 20;

    private final String ring;
    private final MemoryBudget budget;
    private final RingIndexes indexes;
    private long reservedBytes;
    private long usedBytes;

    /** Fills new indexes. */
    IndexFilling(String ring, MemoryBudget budget, List<IndexShape> shapes) {
        this(ring, budget, RingIndexes.of(shapes.stream().map(RecordIndex::new).toList()));
    }

    /** Fills indexes that are there. */
    IndexFilling(String ring, MemoryBudget budget, RingIndexes indexes) {
        this.ring = ring;
        this.budget = budget;
        this.indexes = indexes;
    }

    RingIndexes indexes() {
        return indexes;
    }

    void add(RowData row) {
        if (!indexes.isEmpty()) {
            add(row.seq(), indexes.keys(row));
        }
    }

    /** Adds the rows of a table that a version sees: also those that have ended since, as a commit that keeps a key does not touch its entry. */
    void addAll(RowArrays rows, long version, QueryMonitor monitor) {
        int positions = rows.index.positions();
        for (int i = 0; i < positions; i++) {
            if (i % QueryMonitor.CHECK_INTERVAL == 0) {
                monitor.check();
            }
            int row = rows.visible(rows.index.rowAt(i), version);
            if (row >= 0) {
                add(rows.seq(row), indexes.keys(rows, row));
            }
        }
    }

    /** Adds one version of a record, which may have ended; versions of one record come in their order. */
    void addVersion(RowArrays rows, int row) {
        if (indexes.isEmpty()) {
            return;
        }
        @Nullable IndexKey[] keys = indexes.keys(rows, row);
        reserve(RingIndexes.bytes(keys));
        indexes.change(rows.seq(row), null, keys, rows.begin(row));
        if (rows.end(row) != Long.MAX_VALUE) {
            indexes.change(rows.seq(row), keys, null, rows.end(row));
        }
    }

    private void add(long seq, @Nullable IndexKey[] keys) {
        reserve(RingIndexes.bytes(keys));
        for (int i = 0; i < keys.length; i++) {
            IndexKey key = keys[i];
            if (key != null) {
                indexes.get(i).fill(key, seq);
            }
        }
    }

    private void reserve(long bytes) {
        if (usedBytes + bytes > reservedBytes) {
            long more = Math.max(bytes, Math.min(RESERVED_AT_ONCE_MAX, RESERVED_FIRST + usedBytes / 8));
            budget.reserve(more, "indexing ring '" + ring + "'");
            reservedBytes += more;
        }
        usedBytes += bytes;
    }

    /** Has the indexes answer snapshots at or after a version, and returns them. */
    RingIndexes finish(long version) {
        for (RecordIndex index : indexes.all()) {
            index.publish();
            index.filled(version);
        }
        return indexes;
    }

    /** Returns what is reserved, which is the caller's now. */
    long takeReserved() {
        long taken = reservedBytes;
        reservedBytes = 0;
        return taken;
    }

    /** Gives back what is reserved. */
    @Override
    public void close() {
        budget.release(takeReserved());
    }
}
