package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexProbe;
import io.rochedb.engine.model.Codec;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The rows of one ring's table at a version, under a transaction's staged rows. */
final class TableReader implements RingReader {
    private static final RingOverlay.Staged[] NOTHING = {};

    private final RingState ring;
    private final RowArrays rows;
    private final long version;
    private final int slots;
    private final RingOverlay.Staged[] staged;
    private final RingState.Counters delta;
    private final RingIndexes indexes;
    private final @Nullable StagedKeys stagedKeys;
    private RingState.@Nullable Counters counted;

    /** Opens a reader; the version must be held by a registered snapshot, or be read before this call. */
    TableReader(RingState ring, RingTable table, long version, @Nullable RingOverlay overlay) {
        this.ring = ring;
        rows = table.rows();
        stagedKeys = overlay == null ? null : overlay.keys();
        indexes = table.indexes();
        this.version = version;
        this.slots = rows.slotCount();
        this.staged = overlay == null ? NOTHING : overlay.rows();
        this.delta = overlay == null ? RingState.Counters.ZERO : overlay.delta();
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
        if (rows.dimension > 0 || staged.length == 0) {
            return rows.dimension;
        }
        for (RingOverlay.Staged one : staged) {
            RowData row = one.row();
            if (row != null && row.vector() != null) {
                return row.vector().length;
            }
        }
        return 0;
    }

    RingState.Counters counters() {
        RingState.Counters now = counted;
        if (now == null) {
            RingState.Counters base = ring.countersAt(version);
            now = (base == null ? RingReads.count(rows, version) : base).plus(delta);
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

    @Override
    public Rows rows(boolean descending) {
        return descending ? new Descending() : new Ascending();
    }

    /** Committed and staged rows merged: a staged state hides the committed row of its seq. */
    private final class Ascending implements RingReader.Rows {
        private final int positions = rows.index.positions();
        private int position;
        private int nextStaged;

        @Override
        public int next() {
            while (true) {
                int base = -1;
                while (position < positions) {
                    base = rows.visible(rows.index.rowAt(position), version);
                    if (base >= 0) {
                        break;
                    }
                    position++;
                }
                if (nextStaged < staged.length && (base < 0 || staged[nextStaged].seq() <= rows.seq(base))) {
                    int handle = nextStaged++;
                    position += base >= 0 && staged[handle].seq() == rows.seq(base) ? 1 : 0;
                    if (staged[handle].row() == null) {
                        continue;
                    }
                    return ~handle;
                }
                position++;
                return base < 0 ? NONE : base;
            }
        }
    }

    private final class Descending implements RingReader.Rows {
        private int position = rows.index.positions() - 1;
        private int nextStaged = staged.length - 1;

        @Override
        public int next() {
            while (true) {
                int base = -1;
                while (position >= 0) {
                    base = rows.visible(rows.index.rowAt(position), version);
                    if (base >= 0) {
                        break;
                    }
                    position--;
                }
                if (nextStaged >= 0 && (base < 0 || staged[nextStaged].seq() >= rows.seq(base))) {
                    int handle = nextStaged--;
                    position -= base >= 0 && staged[handle].seq() == rows.seq(base) ? 1 : 0;
                    if (staged[handle].row() == null) {
                        continue;
                    }
                    return ~handle;
                }
                position--;
                return base < 0 ? NONE : base;
            }
        }
    }

    @Override
    public boolean hasIndexes() {
        return !indexes.isEmpty();
    }

    @Override
    public @Nullable Rows rows(IndexProbe probe, boolean descending, long wanted) {
        if (indexes.isEmpty() || (staged.length > 0 && stagedKeys == null)) {
            return null;
        }
        RingIndexes.Found found = indexes.find(probe, version, ring.recordsNow(), wanted);
        if (found == null) {
            return null;
        }
        long[] seqs = found.seqs();
        if (stagedKeys != null) {
            long[] own = stagedKeys.collect(found.match().shape(), found.match().spans());
            if (own == null) {
                return null;
            }
            seqs = LongStream.concat(Arrays.stream(seqs), Arrays.stream(own))
                    .sorted()
                    .distinct()
                    .toArray();
        }
        return new Candidates(seqs, descending);
    }

    /** The visible rows of some seqs. */
    private final class Candidates implements RingReader.Rows {
        private final long[] seqs;
        private final boolean descending;
        private int next;

        Candidates(long[] seqs, boolean descending) {
            this.seqs = seqs;
            this.descending = descending;
        }

        @Override
        public int next() {
            while (next < seqs.length) {
                int row = row(seqs[descending ? seqs.length - 1 - next : next]);
                next++;
                if (row != NONE) {
                    return row;
                }
            }
            return NONE;
        }
    }

    @Override
    public int row(long seq) {
        int at = stagedAt(seq);
        if (at >= 0) {
            return staged[at].row() == null ? NONE : ~at;
        }
        int row = rows.visibleSeq(seq, version);
        return row < 0 ? NONE : row;
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
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private RowData staged(int row) {
        return Objects.requireNonNull(staged[~row].row());
    }

    @Override
    public long seq(int row) {
        return row >= 0 ? rows.seq(row) : staged[~row].seq();
    }

    @Override
    public long createdMillis(int row) {
        return row >= 0 ? rows.createdMillis(row) : staged(row).createdMillis();
    }

    @Override
    public int epoch(int row) {
        return row >= 0 ? rows.epoch(row) : staged(row).epoch();
    }

    @Override
    public Codec codec(int row) {
        return row >= 0 ? rows.codec(row) : staged(row).codec();
    }

    @Override
    public long writtenAtMillis(int row) {
        return row >= 0 ? rows.writtenMillis(row) : staged(row).writtenMillis();
    }

    @Override
    public byte[] payloadArray(int row) {
        return row >= 0 ? rows.payloadArray(row) : staged(row).payload();
    }

    @Override
    public int payloadOffset(int row) {
        return row >= 0 ? rows.payloadOffset(row) : 0;
    }

    @Override
    public int payloadLength(int row) {
        return row >= 0 ? rows.payloadLength(row) : staged(row).payload().length;
    }

    @Override
    public boolean hasVector(int row) {
        return row >= 0 ? rows.slot(row) >= 0 : staged(row).vector() != null;
    }

    @Override
    public float @Nullable [] vector(int row) {
        if (row >= 0) {
            return rows.vector(row);
        }
        float[] original = staged(row).vector();
        return original == null ? null : original.clone();
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public float[] normalisedSlots() {
        return rows.normalised;
    }

    @Override
    public float[] originalSlots() {
        return rows.originals;
    }

    @Override
    public int rowOfSlot(int slot) {
        int row = (int) VectorSlots.ROW.getAcquire(rows.slotRows, slot) - 1;
        if (row < 0 || !rows.has(row) || rows.begin(row) > version || rows.end(row) <= version) {
            return NONE;
        }
        return staged.length > 0 && stagedAt(rows.seq(row)) >= 0 ? NONE : row;
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
        return Objects.requireNonNull(staged(row).normalised());
    }

    @Override
    public float[] stagedOriginal(int row) {
        return Objects.requireNonNull(staged(row).vector());
    }
}
