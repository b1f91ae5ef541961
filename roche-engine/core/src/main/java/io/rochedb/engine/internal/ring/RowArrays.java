package io.rochedb.engine.internal.ring;

import io.rochedb.engine.model.Codec;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The arrays of one ring's row table, as published together: what a reader takes once and then reads without looking back.
 *
 * <p>A row is {@value #WORDS} longs, one cache line, in a segment of at most {@value #SEGMENT_ROWS} rows: one miss per row where separate
 * columns would cost one per column. RowArrays are appended; only the end version of a row changes later.
 * <pre>
 *   0 begin version      1 end version (Long.MAX_VALUE while current)
 *   2 written ms &lt;&lt; 16 | epoch      3 created ms &lt;&lt; 16 | codec
 *   4 chunk &lt;&lt; 32 | offset          5 payload length &lt;&lt; 32 | previous row + 1
 *   6 seq                           7 vector slot + 1
 * </pre>
 */
final class RowArrays {
    static final int WORDS = 8;
    static final int SEGMENT_SHIFT = 12;
    static final int SEGMENT_ROWS = 1 << SEGMENT_SHIFT;
    private static final int SEGMENT_MASK = SEGMENT_ROWS - 1;
    private static final long LOW = 0xFFFFFFFFL;

    final long[][] segments;
    final SeqIndex index;
    final byte[][] chunks;
    private final VectorSlots slots;
    final int dimension;
    final float[] normalised;
    final float[] originals;
    /** Row + 1 of each vector slot. */
    final int[] slotRows;
    /** The oldest version these rows can still answer for. */
    final long oldestVersion;

    RowArrays(long[][] segments, SeqIndex index, byte[][] chunks, VectorSlots slots, long oldestVersion) {
        this.segments = segments;
        this.index = index;
        this.chunks = chunks;
        this.slots = slots;
        dimension = slots.dimension();
        normalised = slots.normalised();
        originals = slots.originals();
        slotRows = slots.rows();
        this.oldestVersion = oldestVersion;
    }

    /** Returns how many vector slots these arrays hold by now; every vector visible before these rows were taken is among them. */
    int slotCount() {
        return Math.min(slots.count(), slotRows.length);
    }

    private long word(int row, int word) {
        return segments[row >>> SEGMENT_SHIFT][(row & SEGMENT_MASK) * WORDS + word];
    }

    /** Returns whether a row lies in these segments; one that does not was written after they were published. */
    boolean has(int row) {
        int segment = row >>> SEGMENT_SHIFT;
        return segment < segments.length
                && segments[segment] != null
                && (row & SEGMENT_MASK) * WORDS < segments[segment].length;
    }

    long begin(int row) {
        return word(row, 0);
    }

    long end(int row) {
        return word(row, 1);
    }

    static void end(long[][] segments, int row, long version) {
        segments[row >>> SEGMENT_SHIFT][(row & SEGMENT_MASK) * WORDS + 1] = version;
    }

    long writtenMillis(int row) {
        return word(row, 2) >>> 16;
    }

    int epoch(int row) {
        return (int) word(row, 2) & 0xFFFF;
    }

    long createdMillis(int row) {
        return word(row, 3) >>> 16;
    }

    Codec codec(int row) {
        return Codec.ofCode((int) word(row, 3) & 0xFF);
    }

    byte[] payloadArray(int row) {
        return chunks[(int) (word(row, 4) >>> 32)];
    }

    int payloadOffset(int row) {
        return (int) word(row, 4);
    }

    int payloadLength(int row) {
        return (int) (word(row, 5) >>> 32);
    }

    /** Returns the row this one replaced, -1 for none. */
    int previous(int row) {
        return (int) (word(row, 5) & LOW) - 1;
    }

    long seq(int row) {
        return word(row, 6);
    }

    /** Returns the row's vector slot, -1 for none. */
    int slot(int row) {
        return (int) word(row, 7) - 1;
    }

    /** Returns the newest row at or before the given newest one that the version sees, -1 for none. */
    int visible(int newest, long version) {
        int row = newest;
        while (row >= 0 && begin(row) > version) {
            row = previous(row);
        }
        return row >= 0 && end(row) > version ? row : -1;
    }

    /** Returns the row of the seq that the version sees, -1 for none. */
    int visibleSeq(long seq, long version) {
        return visible(index.row(seq), version);
    }

    /** Returns the versions of a record from its newest row back to the first that began at or before a version, oldest first. */
    int[] versions(int newest, long version) {
        int count = 0;
        for (int row = newest; row >= 0; row = begin(row) <= version ? -1 : previous(row)) {
            count++;
        }
        int[] versions = new int[count];
        for (int row = newest; count > 0; row = previous(row)) {
            versions[--count] = row;
        }
        return versions;
    }

    byte[] payload(int row) {
        int length = payloadLength(row);
        byte[] copy = new byte[length];
        System.arraycopy(payloadArray(row), payloadOffset(row), copy, 0, length);
        return copy;
    }

    /** Returns a copy of the original bits of a row's vector, or null. */
    float @Nullable [] vector(int row) {
        return copyOf(originals, slot(row));
    }

    /** Returns a copy of a row's normalised vector, or null. */
    float @Nullable [] normalisedVector(int row) {
        return copyOf(normalised, slot(row));
    }

    private float @Nullable [] copyOf(float[] from, int slot) {
        if (slot < 0) {
            return null;
        }
        float[] copy = new float[dimension];
        System.arraycopy(from, slot * dimension, copy, 0, dimension);
        return copy;
    }

    /** Returns a row as one that can be appended to another table. */
    RowData data(int row) {
        float[] normal = normalisedVector(row);
        float[] original = originals == normalised ? normal : vector(row);
        if (normal != null && original != normal && Arrays.equals(normal, original)) {
            original = normal;
        }
        return new RowData(
                seq(row),
                createdMillis(row),
                epoch(row),
                codec(row),
                writtenMillis(row),
                payload(row),
                original,
                normal,
                DocumentShape.NONE);
    }
}
