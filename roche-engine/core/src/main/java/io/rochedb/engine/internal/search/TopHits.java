package io.rochedb.engine.internal.search;

import io.rochedb.engine.internal.ring.RingReader;
import java.util.Arrays;

/**
 * The best rows seen so far, at most a fixed number: higher keys first, ties by id (unsigned ring key, then seq).
 *
 * <p>A heap with the worst hit at its root while it is filled; {@link #sort} then puts the hits in order. Memory grows with the hits, not
 * with the number allowed.
 */
final class TopHits {
    private static final int START = 16;

    private final long capacity;
    private double[] keys = new double[START];
    private long[] seqs = new long[START];
    private int[] rows = new int[START];
    private RingReader[] readers = new RingReader[START];
    private int size;

    TopHits(long capacity) {
        this.capacity = capacity;
    }

    int size() {
        return size;
    }

    double key(int index) {
        return keys[index];
    }

    int row(int index) {
        return rows[index];
    }

    RingReader reader(int index) {
        return readers[index];
    }

    /** Returns a key below which nothing is taken any more. */
    double bound() {
        if (capacity == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return size < capacity ? Double.NEGATIVE_INFINITY : keys[0];
    }

    /** Returns whether a hit would be kept. */
    boolean admits(double key, RingReader reader, int row) {
        if (size < capacity) {
            return true;
        }
        return capacity > 0 && !isWorse(key, reader.ringKey(), reader.seq(row), keys[0], readers[0].ringKey(), seqs[0]);
    }

    /** Adds a hit that is {@linkplain #admits admitted}. */
    void add(double key, RingReader reader, int row) {
        if (size < capacity) {
            if (size == keys.length) {
                grow();
            }
            set(size, key, reader, row, reader.seq(row));
            int at = size++;
            while (at > 0 && isWorse(at, (at - 1) / 2)) {
                swap(at, (at - 1) / 2);
                at = (at - 1) / 2;
            }
        } else {
            set(0, key, reader, row, reader.seq(row));
            sink(size);
        }
    }

    /** Puts the hits in order, best first. Nothing can be added afterwards. */
    void sort() {
        for (int end = size - 1; end > 0; end--) {
            swap(0, end);
            sink(end);
        }
    }

    private void sink(int end) {
        int at = 0;
        while (true) {
            int child = 2 * at + 1;
            if (child >= end) {
                return;
            }
            if (child + 1 < end && isWorse(child + 1, child)) {
                child++;
            }
            if (!isWorse(child, at)) {
                return;
            }
            swap(at, child);
            at = child;
        }
    }

    private boolean isWorse(int a, int b) {
        return isWorse(keys[a], readers[a].ringKey(), seqs[a], keys[b], readers[b].ringKey(), seqs[b]);
    }

    private static boolean isWorse(double keyA, long ringA, long seqA, double keyB, long ringB, long seqB) {
        if (keyA != keyB) {
            return keyA < keyB;
        }
        int byRing = Long.compareUnsigned(ringA, ringB);
        return byRing != 0 ? byRing > 0 : seqA > seqB;
    }

    private void set(int at, double key, RingReader reader, int row, long seq) {
        keys[at] = key;
        readers[at] = reader;
        rows[at] = row;
        seqs[at] = seq;
    }

    private void swap(int a, int b) {
        double key = keys[a];
        RingReader reader = readers[a];
        int row = rows[a];
        long seq = seqs[a];
        set(a, keys[b], readers[b], rows[b], seqs[b]);
        set(b, key, reader, row, seq);
    }

    private void grow() {
        int length = size * 2;
        keys = Arrays.copyOf(keys, length);
        seqs = Arrays.copyOf(seqs, length);
        rows = Arrays.copyOf(rows, length);
        readers = Arrays.copyOf(readers, length);
    }
}
