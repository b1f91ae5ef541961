package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The row table of one ring in memory. One writer (under the commit lock); readers take {@link #rows()} after the version they read at.
 *
 * <p>A row is visible from its begin version to before its end version. The reclaimer builds new arrays without the rows no snapshot needs; readers keep
 * the old ones.
 */
final class RingTable {
    private static final int FIRST_SEGMENT_ROWS = 4;
    private static final int[] NO_ROWS = {};
    /** Below this many dead rows a table is not rewritten. */
    private static final int DEAD_ROWS_MIN = 4096;
    /** Below this many bytes of dead payload neither. */
    private static final long DEAD_BYTES_MIN = 4 << 20;

    private final MemoryBudget budget;
    private final boolean whole;
    private final boolean shared;
    private PayloadArena arena = new PayloadArena();
    private VectorSlots slots = new VectorSlots();
    private int rowCount;
    private int deadRows;
    private int deadVectors;
    private long payloadBytes;
    private long deadBytes;
    /** Not before that many are dead: the last look found that snapshots still need most of them. */
    private int nextReclaimDeadRows;

    private int capacity;
    private long chargedBytes;
    private long chargedIndexBytes;
    private boolean discarded;
    private volatile RingIndexes indexes = RingIndexes.NONE;
    private volatile RowArrays rows;

    /** Makes an empty table of a ring without records. */
    RingTable(MemoryBudget budget) {
        this(budget, true, false, 0);
    }

    private RingTable(MemoryBudget budget, boolean whole, boolean shared, long oldestVersion) {
        this.budget = budget;
        this.whole = whole;
        this.shared = shared;
        rows = new RowArrays(new long[0][], SeqIndex.empty(), arena.chunks(), slots, oldestVersion);
    }

    /** Returns an empty table of every record of a ring, for readers at or after a version. */
    static RingTable whole(MemoryBudget budget, long oldestVersion) {
        return new RingTable(budget, true, false, oldestVersion);
    }

    /** Returns an empty table of what is written into a ring from now on: the rest of it, which readers at or after a version see, is on disk. */
    static RingTable partial(MemoryBudget budget, long oldestVersion) {
        return new RingTable(budget, false, false, oldestVersion);
    }

    /** Returns a partial table of nothing, which may stand for many rings: nothing is written into it. */
    static RingTable nothing(MemoryBudget budget, long oldestVersion) {
        return new RingTable(budget, false, true, oldestVersion);
    }

    /** Returns whether a record that is not here does not exist; else it is what the disk has. */
    boolean isWhole() {
        return whole;
    }

    /** Returns whether it stands for several rings. */
    boolean isShared() {
        return shared;
    }

    /** Returns what its current rows amount to. */
    RingState.Counters counters() {
        return new RingState.Counters(rowCount - deadRows, slots.count() - deadVectors, payloadBytes - deadBytes);
    }

    RowArrays rows() {
        return rows;
    }

    /**
     * Returns arrays that hold a row found through some that were taken from this table before. In a partial table what a record was is added when the record is
     * changed, so a reader may find a row that is newer than its arrays, and whose number stays; in a whole one it sees none.
     */
    RowArrays rowsWith(RowArrays found) {
        return whole ? found : rows;
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

    /** Returns what it takes, its indexes included: about, when it is not asked under the commit lock. */
    long residentBytes() {
        return chargedBytes + chargedIndexBytes;
    }

    /** What a group of rows with new seqs will need in a ring without indexes. */
    long reserve(String ring, int newRows, long payloadBytes, int newVectors, int dimension) {
        RowsToCome rows = new RowsToCome(this);
        rows.add(newRows, payloadBytes, newVectors);
        return reserve(ring, rows, 0, dimension);
    }

    /** What a group of rows and their index entries will need: reserved before the first of them is appended, so that appending cannot fail. */
    long reserve(String ring, RowsToCome coming, long indexBytes, int dimension) {
        requireAddressable(ring, coming.rows(), coming.vectors(), dimension);
        long estimate = rowBytesMax(coming.rows())
                + coming.payloadGrowth()
                + vectorBytesMax(coming.vectors(), dimension)
                + coming.indexGrowth(rows.index)
                + indexBytes;
        budget.reserve(estimate, "writing ring '" + ring + "'");
        return estimate;
    }

    PayloadArena.Growth payloadGrowth() {
        return arena.growth();
    }

    /** Refuses more rows and vectors than one table can hold. */
    void requireAddressable(String ring, int newRows, int newVectors, int dimension) {
        if (newRows > Integer.MAX_VALUE - 8 - rowCount || !slots.addressable(newVectors, dimension)) {
            throw new RocheException(
                    ErrorCode.OUT_OF_MEMORY_BUDGET,
                    "ring '" + ring
                            + "' is full: one ring holds at most 2^31 rows and 2^31 vector components; spread the records over more rings");
        }
    }

    /** Returns about what so many more rows take at most, but for their places by seq. */
    long estimate(int newRows, long payloadBytes, int newVectors, int dimension) {
        return rowBytesMax(newRows) + arena.growthMax(payloadBytes) + vectorBytesMax(newVectors, dimension);
    }

    private long rowBytesMax(int newRows) {
        long neededRows = (long) rowCount + newRows;
        long moreRows = neededRows <= capacity ? 0 : Math.min(RowArrays.SEGMENT_ROWS, neededRows) + newRows;
        return RowArrays.WORDS * 8L * moreRows;
    }

    private long vectorBytesMax(int newVectors, int dimension) {
        return newVectors == 0 ? 0 : slots.growthMax(newVectors, dimension);
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
        long bytes = bytes();
        budget.release(estimate - (bytes - chargedBytes));
        chargedBytes = bytes;
    }

    private long bytes() {
        return capacity * 8L * RowArrays.WORDS + rows.index.bytes() + arena.bytes() + slots.bytes();
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
        if (segments != now.segments
                || arena.chunks() != now.chunks
                || slots.rows() != now.slotRows
                || slots.originals() != now.originals) {
            // Before the row can be found: whoever finds it by older arrays, which may not hold all of it, then finds
            // these.
            // Readers of older segments must not be led to a row those do not have.
            SeqIndex index = segments == now.segments ? now.index : now.index.fork();
            now = new RowArrays(segments, index, arena.chunks(), slots, now.oldestVersion);
            rows = now;
        }
        SeqIndex index = now.index.put(row.seq(), at);
        if (index != now.index) {
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

    /** Ends the newest row of a seq, which is current. */
    void delete(long seq, long version) {
        RowArrays now = rows;
        int row = now.index.row(seq);
        RowArrays.end(now.segments, row, version);
        died(now, row);
    }

    private void died(RowArrays now, int row) {
        deadRows++;
        deadVectors += now.slot(row) >= 0 ? 1 : 0;
        deadBytes += now.payloadLength(row);
    }

    /** Appends a row of another table as it is there, ended or not. Rows of one seq come in their order. */
    void appendAsItIs(RowArrays from, int row) {
        append(from.data(row), from.begin(row));
        if (from.end(row) != Long.MAX_VALUE) {
            delete(from.seq(row), from.end(row));
        }
    }

    /**
     * Returns a partial table of the records of which a reader at or after a version may see what the disk does not show, with the versions they see; null
     * when that is not much less. It takes over what this one is charged. Under the commit lock; this one is not written into any more.
     */
    @Nullable
    RingTable newerThan(long version) {
        RowArrays old = rows;
        RingTable fresh = partial(budget, Math.max(version, old.oldestVersion));
        int positions = old.index.positions();
        for (int i = 0; i < positions; i++) {
            for (int row : neededAfter(version, old.index.rowAt(i))) {
                fresh.appendAsItIs(old, row);
            }
            if (fresh.rowCount > rowCount / 2 || fresh.payloadBytes > payloadBytes / 2) {
                return null;
            }
        }
        if (fresh.bytes() > chargedBytes / 4 * 3) {
            return null;
        }
        discard();
        fresh.settle(0);
        return fresh;
    }

    private int[] neededAfter(long version, int newest) {
        boolean newer = newest >= 0
                && (rows.begin(newest) > version || (rows.end(newest) != Long.MAX_VALUE && rows.end(newest) > version));
        return newer ? rows.versions(newest, version) : NO_ROWS;
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
        RingTable fresh = new RingTable(budget, whole, false, oldestVersion);
        long estimate = fresh.estimate(kept, keptBytes, vectors, old.dimension) + old.index.bytes();
        if (rowCount - kept < deadRows / 2 || !budget.tryReserve(estimate)) {
            postponeReclaim();
            return;
        }
        boolean complete = false;
        try {
            for (int row = 0; row < rowCount; row++) {
                if (old.end(row) > oldestVersion) {
                    fresh.append(old.data(row), old.begin(row));
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
        deadVectors = 0;
        deadBytes = 0;
        nextReclaimDeadRows = 0;
        for (int row = 0; row < rowCount; row++) {
            if (now.end(row) != Long.MAX_VALUE) {
                died(now, row);
            }
        }
        rows = taken;
    }
}
