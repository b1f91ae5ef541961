package io.rochedb.engine.internal.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The newest row of each seq of a ring: a dense array from the lowest seq, or sorted pairs when seqs are too sparse for that.
 *
 * <p>One writer, any number of readers. An entry is published with release and read with acquire, so that a reader who finds a row
 * also sees its contents. {@link #put} returns another index when this one cannot hold the seq in place; positions ascend with seq.
 */
final class SeqIndex {
    private static final VarHandle ENTRY = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle COUNT;
    private static final int INITIAL = 4;
    /** A dense array may be this many times larger than the entries in it, once it is longer than {@link #SPARSE_MIN}. */
    private static final int SPARSE_FACTOR = 16;

    private static final int SPARSE_MIN = 1024;

    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(SeqIndex.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long base;
    private final long @Nullable [] seqs;
    /** Row + 1; 0 for none. */
    private final int[] entries;
    /** Sparse: number of pairs in use. Dense: number of seqs present, known to the writer only. */
    private int count;

    private SeqIndex(long base, long @Nullable [] seqs, int[] entries, int count) {
        this.base = base;
        this.seqs = seqs;
        this.entries = entries;
        this.count = count;
    }

    static SeqIndex empty() {
        return new SeqIndex(0, null, new int[0], 0);
    }

    /** Returns an index of its own with the same contents: readers of this one see no row that is put into the other. */
    SeqIndex fork() {
        return new SeqIndex(base, seqs == null ? null : seqs.clone(), entries.clone(), count);
    }

    /** Returns the newest row of the seq, -1 for none. */
    int row(long seq) {
        int position = position(seq);
        return position < 0 ? -1 : rowAt(position);
    }

    private int position(long seq) {
        if (seqs == null) {
            long offset = seq - base;
            return offset >= 0 && offset < entries.length ? (int) offset : -1;
        }
        int found = Arrays.binarySearch(seqs, 0, (int) COUNT.getAcquire(this), seq);
        return found < 0 ? -1 : found;
    }

    /** Returns how many positions a walk has to visit. */
    int positions() {
        return seqs == null ? entries.length : (int) COUNT.getAcquire(this);
    }

    /** Returns the newest row at a position, -1 for none. */
    int rowAt(int position) {
        return (int) ENTRY.getAcquire(entries, position) - 1;
    }

    /** Returns a seq beyond those there is room for. */
    long end() {
        return seqs == null ? base + entries.length : count == 0 ? 0 : seqs[count - 1] + 1;
    }

    long bytes() {
        return 4L * entries.length + (seqs == null ? 0 : 8L * seqs.length);
    }

    /** Returns what an index of so many entries below a seq takes at most. */
    static long bytesMax(int count, long nextSeq) {
        return 8L * Math.min(nextSeq, (long) SPARSE_FACTOR * (count + 1L) + SPARSE_MIN);
    }

    /** Returns what so many more entries from one seq to another take at most. */
    long growthMax(int more, long first, long last) {
        if (seqs != null) {
            long used = (int) COUNT.getAcquire(this);
            return used + more <= entries.length ? 0 : 12L * entries.length + 24L * more;
        }
        int length = entries.length;
        if (length > 0 && first >= base && last < base + length) {
            return 0;
        }
        long low = length == 0 ? first : Math.min(base, first);
        long needed = Math.max(length == 0 ? last : base + length - 1, last) - low + 1;
        boolean maybeSparse = needed > SPARSE_MIN && needed > (long) SPARSE_FACTOR * (count + 1L);
        long dense = maybeSparse ? Math.min(needed, SPARSE_MIN + (long) SPARSE_FACTOR * (count + more + 1L)) : needed;
        return 4L * Math.max(dense, Math.max(INITIAL, length * 2L)) + (maybeSparse ? 24L * (count + more) : 0);
    }

    /** Returns whether {@link #put} can hold the seq without growing. */
    boolean fits(long seq) {
        if (position(seq) >= 0) {
            return true;
        }
        return seqs != null && count < entries.length && (count == 0 || seq > seqs[count - 1]);
    }

    /** Makes the row the newest of the seq; returns the index that holds it. */
    SeqIndex put(long seq, int row) {
        int position = position(seq);
        if (position >= 0) {
            count += seqs == null && entries[position] == 0 ? 1 : 0;
            ENTRY.setRelease(entries, position, row + 1);
            return this;
        }
        return seqs == null ? growDense(seq, row) : growSparse(seqs, seq, row);
    }

    private SeqIndex growDense(long seq, int row) {
        long low = entries.length == 0 ? seq : Math.min(base, seq);
        long high = Math.max(entries.length == 0 ? seq : base + entries.length - 1, seq);
        long needed = high - low + 1;
        if (needed > SPARSE_MIN && needed > (long) SPARSE_FACTOR * (count + 1)) {
            return toSparse().put(seq, row);
        }
        int length = (int) Math.min(
                Integer.MAX_VALUE - 8, Math.max(needed, Math.max(INITIAL, seq < base ? 0 : entries.length * 2L)));
        int[] grown = new int[length];
        System.arraycopy(entries, 0, grown, entries.length == 0 ? 0 : (int) (base - low), entries.length);
        return new SeqIndex(low, null, grown, count).put(seq, row);
    }

    private SeqIndex toSparse() {
        int capacity = Math.max(INITIAL, count * 2);
        long[] keys = new long[capacity];
        int[] rows = new int[capacity];
        int used = 0;
        for (int i = 0; i < entries.length; i++) {
            if (entries[i] != 0) {
                keys[used] = base + i;
                rows[used++] = entries[i];
            }
        }
        return new SeqIndex(0, keys, rows, used);
    }

    private SeqIndex growSparse(long[] keys, long seq, int row) {
        if (count < keys.length && (count == 0 || seq > keys[count - 1])) {
            keys[count] = seq;
            entries[count] = row + 1;
            COUNT.setRelease(this, count + 1);
            return this;
        }
        int at = -(Arrays.binarySearch(keys, 0, count, seq) + 1);
        int capacity = count < keys.length ? keys.length : Math.max(INITIAL, keys.length * 2);
        long[] newKeys = Arrays.copyOf(keys, capacity);
        int[] newRows = Arrays.copyOf(entries, capacity);
        System.arraycopy(keys, at, newKeys, at + 1, count - at);
        System.arraycopy(entries, at, newRows, at + 1, count - at);
        newKeys[at] = seq;
        newRows[at] = row + 1;
        return new SeqIndex(0, newKeys, newRows, count + 1);
    }
}
