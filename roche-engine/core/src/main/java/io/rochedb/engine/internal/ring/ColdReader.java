package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.ring.RingLoader.StoredRow;
import io.rochedb.engine.model.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ring that is not in memory, at a version, under a transaction's staged rows: what was written lately from memory, the rest from disk, block
 * by block.
 *
 * <p>A handle stands for a seq, so a row can be asked for again: it is then read again. Arrays handed out stay as they are. Used by one thread.
 */
final class ColdReader implements RingReader {
    private static final RingOverlay.Staged[] NOTHING = {};
    /** Handles below this are seqs; from here on they are places in {@link #large}. */
    private static final int LARGE = 1 << 30;

    private static final int NOT_STAGED = -1;

    private final RingState ring;
    private final Incarnation of;
    private final RingTable table;
    private final RowArrays recent;
    private final long version;
    private final RingLoader.Pinned disk;
    private final RingOverlay.Staged[] staged;
    private final RingState.Counters delta;
    private RingState.@Nullable Counters counted;
    /** Seqs too large to be handles. */
    private long[] large = {};

    private int largeCount;

    // The row that was asked for last, or that a walk has come to.
    private int currentRow = NONE;
    private @Nullable RowData current;
    private boolean currentHasVector;

    ColdReader(RingState ring, Incarnation of, long version, @Nullable RingOverlay overlay, ColdReads cold) {
        this.ring = ring;
        this.of = of;
        this.version = version;
        // The pin first: what it does not show because it was not written then is in memory when that is looked at.
        disk = cold.source(of);
        table = of.table();
        recent = table.rows();
        if (recent.oldestVersion > version) {
            throw ColdGets.tooOld();
        }
        staged = overlay == null ? NOTHING : overlay.rows();
        delta = overlay == null ? RingState.Counters.ZERO : overlay.delta();
    }

    @Override
    public String ring() {
        return ring.name();
    }

    @Override
    public long ringKey() {
        return ring.key();
    }

    @Override
    public int dimension() {
        int fixed = of.dimension;
        for (int i = 0; fixed == 0 && i < staged.length; i++) {
            RowData row = staged[i].row();
            fixed = row == null || row.vector() == null ? 0 : row.vector().length;
        }
        return fixed;
    }

    private RingState.Counters counters() {
        RingState.Counters now = counted;
        if (now == null) {
            now = RingReads.countersAt(ring, version).plus(delta);
            counted = now;
        }
        return now;
    }

    @Override
    public long records() {
        return counters().records();
    }

    @Override
    public long vectorRecords() {
        return counters().vectorRecords();
    }

    // Handles.

    private int handle(long seq) {
        if (seq < LARGE) {
            return (int) seq;
        }
        if (largeCount == large.length) {
            large = Arrays.copyOf(large, Math.max(16, largeCount * 2));
        }
        large[largeCount] = seq;
        return LARGE + largeCount++;
    }

    @Override
    public long seq(int row) {
        return row < 0 ? staged[~row].seq() : row < LARGE ? row : large[row - LARGE];
    }

    private int stagedAt(long seq) {
        int low = 0;
        int high = staged.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = Long.compare(staged[middle].seq(), seq);
            if (order == 0) {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return NOT_STAGED;
    }

    private int stand(int handle, RowData row, boolean hasVector) {
        currentRow = handle;
        current = row;
        currentHasVector = hasVector;
        return handle;
    }

    private int standOnRecent(int row) {
        RowData data = table.rowsWith(recent).data(row);
        return stand(handle(data.seq()), data, data.vector() != null);
    }

    @Override
    public int row(long seq) {
        int at = stagedAt(seq);
        if (at != NOT_STAGED) {
            return staged[at].row() == null ? NONE : ~at;
        }
        RowData found = find(seq);
        return found == null ? NONE : stand(handle(seq), found, found.vector() != null);
    }

    /** Returns the committed record, with its vector. */
    private @Nullable RowData find(long seq) {
        int newest = recent.index.row(seq);
        if (newest >= 0) {
            int row = recent.visible(newest, version);
            return row < 0 ? null : table.rowsWith(recent).data(row);
        }
        return disk.record(ring, seq, true);
    }

    private RowData at(int row) {
        if (row < 0) {
            return Objects.requireNonNull(staged[~row].row());
        }
        RowData now = current;
        if (now == null || row != currentRow) {
            now = Objects.requireNonNull(find(seq(row)));
            stand(row, now, now.vector() != null);
        }
        return now;
    }

    // Walks.

    @Override
    public Rows rows(boolean descending) {
        return new Walk(descending);
    }

    /** Staged rows, rows in memory and rows on disk merged: a record that is in the former hides those of the latter. */
    private final class Walk implements Rows {
        private final boolean descending;
        private final int positions = recent.index.positions();
        private int nextStaged;
        private int position;
        private List<StoredRow> chunk = List.of();
        private int inChunk;
        private long from;
        private boolean diskDone;

        Walk(boolean descending) {
            this.descending = descending;
            nextStaged = descending ? staged.length - 1 : 0;
            position = descending ? positions - 1 : 0;
            from = descending ? Long.MAX_VALUE : 0;
        }

        /** Returns the next record on disk, not taking it, or null. */
        private @Nullable StoredRow peekDisk() {
            if (inChunk == chunk.size() && !diskDone) {
                chunk = disk.rows(ring, from, descending);
                inChunk = 0;
                diskDone = chunk.isEmpty();
                if (!diskDone) {
                    long last = chunk.get(chunk.size() - 1).row().seq();
                    from = descending ? last - 1 : last + 1;
                    diskDone = from < 0;
                }
            }
            return inChunk < chunk.size() ? chunk.get(inChunk) : null;
        }

        /** Returns the newest row of the next record in memory, not taking it, or -1. */
        private int peekRecent() {
            for (; position >= 0 && position < positions; position += descending ? -1 : 1) {
                int newest = recent.index.rowAt(position);
                if (newest >= 0) {
                    return newest;
                }
            }
            return -1;
        }

        private boolean isBefore(long a, long b) {
            return descending ? a > b : a < b;
        }

        @Override
        public int next() {
            while (true) {
                StoredRow stored = peekDisk();
                int newest = peekRecent();
                boolean fromStaged = nextStaged >= 0 && nextStaged < staged.length;
                if (stored == null && newest < 0 && !fromStaged) {
                    return NONE;
                }
                long end = descending ? -1 : Long.MAX_VALUE;
                long onDisk = stored == null ? end : stored.row().seq();
                long inMemory = newest < 0 ? end : recent.seq(newest);
                long own = fromStaged ? staged[nextStaged].seq() : end;
                long seq = isBefore(onDisk, inMemory) ? onDisk : inMemory;
                seq = isBefore(own, seq) ? own : seq;
                inChunk += seq == onDisk ? 1 : 0;
                position += seq != inMemory ? 0 : descending ? -1 : 1;
                if (seq == own) {
                    int at = nextStaged;
                    nextStaged += descending ? -1 : 1;
                    if (staged[at].row() != null) {
                        return ~at;
                    }
                } else if (seq == inMemory) {
                    int row = recent.visible(newest, version);
                    if (row >= 0) {
                        return standOnRecent(row);
                    }
                } else if (stored != null) {
                    return stand(handle(seq), stored.row(), stored.hasVector());
                }
            }
        }
    }

    // Rows.

    @Override
    public long createdMillis(int row) {
        return at(row).createdMillis();
    }

    @Override
    public int epoch(int row) {
        return at(row).epoch();
    }

    @Override
    public Codec codec(int row) {
        return at(row).codec();
    }

    @Override
    public long writtenAtMillis(int row) {
        return at(row).writtenMillis();
    }

    @Override
    public byte[] payloadArray(int row) {
        return at(row).payload();
    }

    @Override
    public int payloadOffset(int row) {
        return 0;
    }

    @Override
    public int payloadLength(int row) {
        return at(row).payload().length;
    }

    @Override
    public boolean hasVector(int row) {
        RowData data = at(row);
        return row < 0 ? data.vector() != null : currentHasVector;
    }

    @Override
    public float @Nullable [] vector(int row) {
        RowData data = at(row);
        if (data.vector() == null && row >= 0 && currentHasVector) {
            data = Objects.requireNonNull(find(seq(row)));
            stand(row, data, true);
        }
        float[] vector = data.vector();
        return vector == null ? null : vector.clone();
    }

    // Vectors.

    @Override
    public Vectors vectors(boolean normalised, int max) {
        return new ColdVectors(
                ring, disk, recent, version, normalised, max, seq -> stagedAt(seq) != NOT_STAGED, this::handle);
    }

    @Override
    public int slots() {
        return 0;
    }

    @Override
    public float[] normalisedSlots() {
        return new float[0];
    }

    @Override
    public float[] originalSlots() {
        return new float[0];
    }

    @Override
    public int rowOfSlot(int slot) {
        return NONE;
    }

    @Override
    public int[] stagedVectorRows() {
        int[] found = new int[staged.length];
        int count = 0;
        for (int i = 0; i < staged.length; i++) {
            RowData row = staged[i].row();
            if (row != null && row.vector() != null) {
                found[count++] = ~i;
            }
        }
        return Arrays.copyOf(found, count);
    }

    @Override
    public float[] stagedNormalised(int row) {
        return Objects.requireNonNull(at(row).normalised());
    }

    @Override
    public float[] stagedOriginal(int row) {
        return Objects.requireNonNull(at(row).vector());
    }
}
