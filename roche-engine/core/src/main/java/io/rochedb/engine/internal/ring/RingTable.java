package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The row table of one ring in memory. One writer (under the commit lock); readers take {@link #rows()} after the version they read at.
 *
 * <p>A row is visible from its begin version to before its end version. The reclaimer builds new arrays without the rows no snapshot needs; readers keep
 * the old ones.
 */
final class RingTable {
    private static final int FIRST_SEGMENT_ROWS = 4;
    /** Below this many dead rows a table is not rewritten. */
    private static final int DEAD_ROWS_MIN = 4096;
    /** Below this many bytes of dead payload neither. */
    private static final long DEAD_BYTES_MIN = 4 << 20;

    private final MemoryBudget budget;
    private PayloadArena arena = new PayloadArena();
    private VectorSlots slots = new VectorSlots();
    private int rowCount;
    private int deadRows;
    private long payloadBytes;
    private long deadBytes;
    /** Not before that many are dead: the last look found that snapshots still need most of them. */
    private int nextReclaimDeadRows;

    private int capacity;
    private long chargedBytes;
    private long chargedIndexBytes;
    private boolean discarded;
    private volatile RingIndexes indexes = RingIndexes.NONE;
    private volatile RowArrays rows = new RowArrays(new long[0][], SeqIndex.empty(), arena.chunks(), slots, 0);

    RingTable(MemoryBudget budget) {
        this.budget = budget;
    }

    /** Reads a stored ring in; its rows have been there since before every version of this process. */
    static RingTable load(RingState ring, Incarnation of, MemoryBudget budget, RingLoader.Source source) {
        RingState.Counters stored = of.countersNow();
        RingTable table = new RingTable(budget);
        int rows = (int) Math.min(Integer.MAX_VALUE - 8, stored.records());
        int vectors = (int) Math.min(Integer.MAX_VALUE - 8, stored.vectorRecords());
        long estimate =
                table.reserve(ring.name(), rows, stored.payloadBytes(), 0, vectors, of.dimension, "loading ring '");
        IndexFilling filling = new IndexFilling(ring.name(), budget, ring.indexShapes());
        boolean complete = false;
        try {
            source.forEach(row -> {
                table.append(row, 0);
                filling.add(row);
            });
            table.requireComplete(ring.name(), stored);
            table.take(filling.finish(0), filling.takeReserved());
            complete = true;
        } finally {
            filling.close();
            table.settle(estimate);
            if (!complete) {
                table.discard();
            }
        }
        return table;
    }

    /** Refuses rows that are not those the ring's counters were stored with: some of them have been lost. */
    private void requireComplete(String ring, RingState.Counters stored) {
        RingState.Counters loaded = new RingState.Counters(rowCount, slots.count(), payloadBytes);
        if (!loaded.equals(stored)) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED,
                    "ring '" + ring + "' was stored with " + text(stored) + ", but the store holds " + text(loaded)
                            + "; restore it from a backup or a dump");
        }
    }

    private static String text(RingState.Counters counters) {
        return counters.records() + " records, " + counters.vectorRecords() + " vectors and " + counters.payloadBytes()
                + " payload bytes";
    }

    RowArrays rows() {
        return rows;
    }

    RingIndexes indexes() {
        return indexes;
    }

    boolean isEmpty() {
        return rowCount == 0;
    }

    /** Has other indexes from now on, for which so many bytes are reserved beyond those of the ones it had. */
    void take(RingIndexes newIndexes, long reservedBytes) {
        indexes = newIndexes;
        settleIndexes(reservedBytes);
    }

    /** Has the indexes of these shapes from now on: those it has, and empty ones while it is empty itself. */
    void keepIndexes(List<IndexShape> shapes) {
        List<RecordIndex> kept = new ArrayList<>();
        for (IndexShape shape : shapes) {
            RecordIndex known = indexes.find(shape);
            if (known == null && !isEmpty()) {
                throw new IllegalStateException("index '" + shape.name() + "' was not built");
            }
            kept.add(known == null ? new RecordIndex(shape) : known);
        }
        take(RingIndexes.of(kept), 0);
    }

    /** Charges what the indexes take by now, and gives back what was reserved for them. */
    void settleIndexes(long reservedBytes) {
        long bytes = discarded ? 0 : indexes.bytes();
        if (bytes != chargedIndexBytes || reservedBytes != 0) {
            budget.release(reservedBytes - (bytes - chargedIndexBytes));
            chargedIndexBytes = bytes;
        }
    }

    long chargedBytes() {
        return chargedBytes;
    }

    /** What a group of rows will need in a ring without indexes. */
    long reserve(String ring, int newRows, long payloadBytes, int newVectors, int dimension) {
        return reserve(ring, newRows, payloadBytes, 0, newVectors, dimension);
    }

    /** What a group of rows and their index entries will need: reserved before the first of them is appended, so that appending cannot fail. */
    long reserve(String ring, int newRows, long payloadBytes, long indexBytes, int newVectors, int dimension) {
        return reserve(ring, newRows, payloadBytes, indexBytes, newVectors, dimension, "writing ring '");
    }

    private long reserve(
            String ring, int newRows, long payloadBytes, long indexBytes, int newVectors, int dimension, String what) {
        if (newRows > Integer.MAX_VALUE - 8 - rowCount || !slots.addressable(newVectors, dimension)) {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    "ring '" + ring
                            + "' is full: one ring holds at most 2^31 rows and 2^31 vector components; spread the records over more rings");
        }
        long estimate = estimate(newRows, payloadBytes, newVectors, dimension) + indexBytes;
        budget.reserve(estimate, what + ring + "'");
        return estimate;
    }

    private long estimate(int newRows, long payloadBytes, int newVectors, int dimension) {
        long neededRows = (long) rowCount + newRows;
        long moreRows = neededRows <= capacity ? 0 : Math.min(RowArrays.SEGMENT_ROWS, neededRows) + newRows;
        return RowArrays.WORDS * 8L * moreRows
                + 4L * rows.index.positions()
                + 8L * newRows
                + arena.growthMax(payloadBytes)
                + (newVectors == 0 ? 0 : slots.growthMax(newVectors, dimension));
    }

    /** Returns whether {@link #append} of this row needs no new memory. */
    boolean fits(RowData row) {
        return rowCount < capacity
                && arena.fits(row.payload().length)
                && rows.index.fits(row.seq())
                && (row.vector() == null || slots.fits(row.vector() != row.normalised()));
    }

    /** Charges what has been allocated since the last call, and gives the estimate back. */
    void settle(long estimate) {
        RowArrays now = rows;
        long bytes = capacity * 8L * RowArrays.WORDS + now.index.bytes() + arena.bytes() + slots.bytes();
        budget.release(estimate - (bytes - chargedBytes));
        chargedBytes = bytes;
    }

    /** Gives everything back. */
    void discard() {
        budget.release(chargedBytes + chargedIndexBytes);
        chargedBytes = 0;
        chargedIndexBytes = 0;
        discarded = true;
    }

    /** Appends a row version; the row it replaces, if any, ends at the same version. */
    void append(RowData row, long version) {
        RowArrays now = rows;
        int at = rowCount;
        long[][] segments = now.segments;
        if (at == capacity) {
            segments = grow(segments);
        }
        int previous = now.index.row(row.seq());
        long location = arena.append(row.payload());
        int slot = -1;
        float[] normalised = row.normalised();
        float[] original = row.vector();
        if (normalised != null && original != null) {
            slot = slots.add(at, normalised, original);
        }
        long[] words = segments[at >>> RowArrays.SEGMENT_SHIFT];
        int base = (at & (RowArrays.SEGMENT_ROWS - 1)) * RowArrays.WORDS;
        words[base] = version;
        words[base + 1] = Long.MAX_VALUE;
        words[base + 2] = row.writtenMillis() << 16 | row.epoch();
        words[base + 3] = row.createdMillis() << 16 | row.codec().code();
        words[base + 4] = location;
        words[base + 5] = (long) row.payload().length << 32 | (previous + 1);
        words[base + 6] = row.seq();
        words[base + 7] = slot + 1;
        rowCount++;
        payloadBytes += row.payload().length;
        if (previous >= 0 && now.end(previous) == Long.MAX_VALUE) {
            // In the new segments: a reader of the old ones is at an older version, for which the row has not ended.
            RowArrays.end(segments, previous, version);
            died(now, previous);
        }
        // Readers of older segments must not be led to a row those do not have.
        SeqIndex index = (segments == now.segments ? now.index : now.index.fork()).put(row.seq(), at);
        if (index != now.index
                || segments != now.segments
                || arena.chunks() != now.chunks
                || slots.rows() != now.slotRows
                || slots.originals() != now.originals) {
            rows = new RowArrays(segments, index, arena.chunks(), slots, now.oldestVersion);
        }
    }

    /** Makes room for a row: a larger first segment, or another segment, in place while the array of segments has room. */
    private long[][] grow(long[][] segments) {
        if (capacity < RowArrays.SEGMENT_ROWS) {
            int next = capacity == 0 ? FIRST_SEGMENT_ROWS : Math.min(RowArrays.SEGMENT_ROWS, capacity * 2);
            long[] first = capacity == 0
                    ? new long[next * RowArrays.WORDS]
                    : Arrays.copyOf(segments[0], next * RowArrays.WORDS);
            capacity = next;
            return new long[][] {first};
        }
        int segment = capacity >>> RowArrays.SEGMENT_SHIFT;
        long[][] into = segment < segments.length ? segments : Arrays.copyOf(segments, segments.length * 2);
        into[segment] = new long[RowArrays.SEGMENT_ROWS * RowArrays.WORDS];
        capacity += RowArrays.SEGMENT_ROWS;
        return into;
    }

    /** Ends the current row of a seq. */
    void delete(long seq, long version) {
        RowArrays now = rows;
        int row = now.index.row(seq);
        RowArrays.end(now.segments, row, version);
        died(now, row);
    }

    private void died(RowArrays now, int row) {
        deadRows++;
        deadBytes += now.payloadLength(row);
    }

    /** Returns whether rewriting the table would free much. */
    boolean worthReclaiming() {
        boolean rowsDead = deadRows > DEAD_ROWS_MIN && deadRows > rowCount - deadRows;
        boolean bytesDead = deadBytes > DEAD_BYTES_MIN && deadBytes > payloadBytes - deadBytes;
        return (rowsDead || bytesDead) && deadRows >= nextReclaimDeadRows;
    }

    /**
     * Rewrites the table without the rows that no reader at or after the version can see, when that frees at least half of the dead ones
     * and there is memory for the copy; otherwise leaves it as it is.
     */
    void reclaim(long oldestVersion) {
        RowArrays old = rows;
        int kept = 0;
        long keptBytes = 0;
        int vectors = 0;
        for (int row = 0; row < rowCount; row++) {
            if (old.end(row) > oldestVersion) {
                kept++;
                keptBytes += old.payloadLength(row);
                vectors += old.slot(row) >= 0 ? 1 : 0;
            }
        }
        RingTable fresh = new RingTable(budget);
        long estimate = fresh.estimate(kept, keptBytes, vectors, old.dimension);
        if (rowCount - kept < deadRows / 2 || !budget.tryReserve(estimate)) {
            postponeReclaim();
            return;
        }
        boolean complete = false;
        try {
            for (int row = 0; row < rowCount; row++) {
                if (old.end(row) > oldestVersion) {
                    fresh.append(copy(old, row), old.begin(row));
                    RowArrays.end(fresh.rows.segments, fresh.rowCount - 1, old.end(row));
                }
            }
            complete = true;
        } finally {
            fresh.settle(estimate);
            if (!complete) {
                fresh.discard();
                postponeReclaim();
            }
        }
        budget.release(chargedBytes);
        take(fresh, oldestVersion);
    }

    private void postponeReclaim() {
        nextReclaimDeadRows = deadRows + deadRows / 2 + 1;
    }

    private void take(RingTable fresh, long oldestVersion) {
        RowArrays now = fresh.rows;
        RowArrays taken = new RowArrays(now.segments, now.index, now.chunks, fresh.slots, oldestVersion);
        arena = fresh.arena;
        slots = fresh.slots;
        rowCount = fresh.rowCount;
        capacity = fresh.capacity;
        chargedBytes = fresh.chargedBytes;
        payloadBytes = fresh.payloadBytes;
        deadRows = 0;
        deadBytes = 0;
        nextReclaimDeadRows = 0;
        for (int row = 0; row < rowCount; row++) {
            if (now.end(row) != Long.MAX_VALUE) {
                died(now, row);
            }
        }
        rows = taken;
    }

    private static RowData copy(RowArrays old, int row) {
        float[] normalised = old.normalisedVector(row);
        float[] original = old.originals == old.normalised ? normalised : old.vector(row);
        if (normalised != null && original != normalised && Arrays.equals(normalised, original)) {
            original = normalised;
        }
        return new RowData(
                old.seq(row),
                old.createdMillis(row),
                old.epoch(row),
                old.codec(row),
                old.writtenMillis(row),
                old.payload(row),
                original,
                normalised,
                DocumentShape.NONE);
    }
}
