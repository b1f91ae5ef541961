package io.rochedb.engine.internal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The vectors of one ring in flat arrays, in order of writing: normalised copies, and the original bits (the same array while all are equal).
 * One writer; a slot once written never changes.
 */
final class VectorSlots {
    static final VarHandle ROW = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int ARRAY_MAX = Integer.MAX_VALUE - 8;
    private static final int SLOTS_MIN = 4;

    private int dimension;
    private int count;
    private float[] normalised = {};
    private float[] originals = normalised;
    private int[] rows = {};

    int dimension() {
        return dimension;
    }

    int count() {
        return count;
    }

    float[] normalised() {
        return normalised;
    }

    float[] originals() {
        return originals;
    }

    int[] rows() {
        return rows;
    }

    long bytes() {
        return 4L * normalised.length + (originals == normalised ? 0 : 4L * originals.length) + 4L * rows.length;
    }

    /** Returns whether {@link #add} needs no new memory. */
    boolean fits(boolean bitsDiffer) {
        return count < rows.length && (!bitsDiffer || originals != normalised);
    }

    /** Returns an upper bound of the memory that adding so many slots takes. */
    long growthMax(int slots, int newDimension) {
        long capacity = capacity(count + (long) slots);
        return capacity * (8L * newDimension + 4) - bytes();
    }

    /** Returns whether one array can hold so many more slots. */
    boolean addressable(int slots, int newDimension) {
        return (count + (long) slots) * newDimension <= ARRAY_MAX;
    }

    private long capacity(long needed) {
        return needed <= rows.length ? rows.length : Math.max(SLOTS_MIN, Math.max(needed, count + (long) (count >> 1)));
    }

    /** Adds a vector for a row and returns its slot. The arrays may be others afterwards. */
    int add(int row, float[] newNormalised, float[] newOriginal) {
        dimension = newNormalised.length;
        if (count == rows.length) {
            grow();
        }
        if (newNormalised != newOriginal && originals == normalised) {
            originals = normalised.clone();
        }
        System.arraycopy(newNormalised, 0, normalised, count * dimension, dimension);
        if (originals != normalised) {
            System.arraycopy(newOriginal, 0, originals, count * dimension, dimension);
        }
        ROW.setRelease(rows, count, row + 1);
        return count++;
    }

    private void grow() {
        int capacity = (int) Math.min(capacity(count + 1L), ARRAY_MAX / Math.max(1, dimension));
        boolean shared = originals == normalised;
        normalised = Arrays.copyOf(normalised, capacity * dimension);
        originals = shared ? normalised : Arrays.copyOf(originals, capacity * dimension);
        rows = Arrays.copyOf(rows, capacity);
    }
}
