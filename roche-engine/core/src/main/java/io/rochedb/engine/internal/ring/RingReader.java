package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexProbe;
import io.rochedb.engine.model.Codec;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one ring that one read view sees: the committed rows of its snapshot, with the transaction's own writes on top.
 *
 * <p>A row is an {@code int} handle, valid for this reader only: 0 and above a committed row, below 0 a row the view's transaction has
 * staged; {@link #NONE} is no row. The reader is fixed when it is made: later writes of the transaction are not seen. Nothing is copied, so arrays
 * handed out are borrowed: do not change or keep them. Used by one thread; several readers of one ring may run in parallel.
 */
public interface RingReader {
    /** No row. */
    int NONE = Integer.MIN_VALUE;

    /** Returns the ring's canonical name. */
    String ring();

    long ringKey();

    /** Returns the dimension of the ring's vectors, 0 while it has none. */
    int dimension();

    /** Returns how many records this view sees, from metadata when that is exact, else by counting. */
    long records();

    /** Returns how many of them carry a vector. */
    long vectorRecords();

    /** Opens a walk over the visible rows, by seq. */
    Rows rows(boolean descending);

    /** Returns whether the ring has an index, so that asking for a walk through one is worth the trouble. */
    default boolean hasIndexes() {
        return false;
    }

    /**
     * Opens a walk, by seq, over the visible rows that an index leads to: at least those that satisfy the probe's predicate. Null when no index
     * answers, or a walk over all rows is expected to be as cheap.
     *
     * @param wanted how many rows that satisfy the predicate are asked for at most
     */
    default @Nullable Rows rows(IndexProbe probe, boolean descending, long wanted) {
        return null;
    }

    /** Returns the visible row of a seq, or {@link #NONE}. */
    int row(long seq);

    /** A walk over rows. */
    interface Rows {
        /** Returns the next row, {@link RingReader#NONE} at the end. */
        int next();
    }

    long seq(int row);

    long createdMillis(int row);

    int epoch(int row);

    Codec codec(int row);

    long writtenAtMillis(int row);

    /** Returns the array that holds the row's payload from {@link #payloadOffset}, {@link #payloadLength} bytes. */
    byte[] payloadArray(int row);

    int payloadOffset(int row);

    int payloadLength(int row);

    boolean hasVector(int row);

    /** Returns a copy of the vector's original bits, or null. */
    float @Nullable [] vector(int row);

    /**
     * Returns how many vector slots the committed rows have; a slot's row may be dead or not visible here, see {@link #rowOfSlot}.
     * Slots are in order of writing.
     */
    int slots();

    /** Returns the normalised vectors: slot {@code s} at {@code s * dimension()}. Longer than needed. */
    float[] normalisedSlots();

    /** Returns the original bits in the same layout; the same array as {@link #normalisedSlots} while all are bitwise equal. */
    float[] originalSlots();

    /** Returns the row of a slot when this view sees it, else {@link #NONE}: each visible committed row with a vector has one slot. */
    int rowOfSlot(int slot);

    /**
     * Opens a walk over the vectors of the visible committed rows, each once: normalised, or with their original bits.
     *
     * @param max how many are looked at at once
     */
    default Vectors vectors(boolean normalised, int max) {
        return new SlotBlocks(this, normalised, max);
    }

    /** Vectors in blocks, one behind another in an array. */
    interface Vectors {
        /** Moves to the next block; false at the end. */
        boolean next();

        /** Returns the array; do not change or keep it. */
        float[] components();

        /** Returns where in the array the block begins. */
        int offset();

        /** Returns how many vectors the block has. */
        int count();

        /** Returns the row of a vector of the block when this view sees it, else {@link RingReader#NONE}. */
        int row(int i);
    }

    /** Returns the staged rows (handles below 0) that carry a vector, by seq; empty outside a transaction. */
    int[] stagedVectorRows();

    /** Returns the normalised vector of a staged row. */
    float[] stagedNormalised(int row);

    /** Returns the original bits of a staged row's vector. */
    float[] stagedOriginal(int row);
}
