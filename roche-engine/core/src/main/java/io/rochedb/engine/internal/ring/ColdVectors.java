package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.ring.RingLoader.StoredVector;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;

/** The vectors of a ring that is not in memory, at a version, block by block: those on disk by seq, then those in memory. Used by one thread. */
final class ColdVectors implements RingReader.Vectors {
    private static final int FIRST_BLOCK = 64;

    private final RingState ring;
    private final RingLoader.Pinned disk;
    private final RowArrays recent;
    private final long version;
    private final boolean normalised;
    private final int max;
    private final LongPredicate hidden;
    private final LongToIntFunction handles;
    private final int slots;
    private final long[] seqs;
    private float[] components = {};
    private int dimension;
    private long from;
    private int nextSlot;
    private int count;

    /**
     * Begins.
     *
     * @param recent what is in memory
     * @param max how many vectors a block has at most
     * @param hidden of which seqs none is wanted
     * @param handles the handle of a seq's row
     */
    ColdVectors(
            RingState ring,
            RingLoader.Pinned disk,
            RowArrays recent,
            long version,
            boolean normalised,
            int max,
            LongPredicate hidden,
            LongToIntFunction handles) {
        this.ring = ring;
        this.disk = disk;
        this.recent = recent;
        this.version = version;
        this.normalised = normalised;
        this.max = max;
        this.hidden = hidden;
        this.handles = handles;
        slots = recent.slotCount();
        seqs = new long[max];
    }

    @Override
    public boolean next() {
        count = 0;
        while (count == 0 && from >= 0) {
            List<StoredVector> read = disk.vectors(ring, from, max);
            from = read.isEmpty() ? -1 : read.get(read.size() - 1).seq() + 1;
            for (StoredVector one : read) {
                if (!isAmongSlots(one.seq())) {
                    float[] vector = one.vector();
                    add(one.seq(), normalised ? Drafts.normalise(ring.name(), vector, Integer.MAX_VALUE) : vector);
                }
            }
        }
        while (count < max && from < 0 && nextSlot < slots) {
            int row = (int) VectorSlots.ROW.getAcquire(recent.slotRows, nextSlot) - 1;
            if (row >= 0 && recent.has(row) && recent.begin(row) <= version && recent.end(row) > version) {
                float[] vector = normalised ? recent.normalisedVector(row) : recent.vector(row);
                add(recent.seq(row), Objects.requireNonNull(vector));
            }
            nextSlot++;
        }
        return count > 0;
    }

    /** Returns whether memory has the record; not when it got there since, as the record that is being changed: then the disk has the same. */
    private boolean isAmongSlots(long seq) {
        int newest = recent.index.row(seq);
        int row = newest < 0 ? -1 : recent.visible(newest, version);
        return newest >= 0 && (row < 0 || recent.slot(row) < slots);
    }

    private void add(long seq, float[] vector) {
        if (hidden.test(seq)) {
            return;
        }
        dimension = vector.length;
        if (components.length < (count + 1) * dimension) {
            components = Arrays.copyOf(components, Math.min(max, Math.max(count * 2, FIRST_BLOCK)) * dimension);
        }
        System.arraycopy(vector, 0, components, count * dimension, dimension);
        seqs[count++] = seq;
    }

    @Override
    public float[] components() {
        return components;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int row(int i) {
        return handles.applyAsInt(seqs[i]);
    }
}
