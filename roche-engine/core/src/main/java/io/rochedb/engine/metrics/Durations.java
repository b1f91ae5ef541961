package io.rochedb.engine.metrics;

import io.rochedb.engine.internal.SuppressForbidden;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts durations by their length, in buckets that end at 1, 2 and 5 times a power of ten, from 1 µs to 100 s. Thread-safe. */
public final class Durations {
    private static final long[] BOUNDS_NANOS = bounds();

    private final LongAdder[] buckets = new LongAdder[BOUNDS_NANOS.length + 1];
    private final LongAdder sumNanos = new LongAdder();

    Durations() {
        Arrays.setAll(buckets, i -> new LongAdder());
    }

    private static long[] bounds() {
        long[] bounds = new long[25];
        long decade = TimeUnit.MICROSECONDS.toNanos(1);
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = decade * (i % 3 == 0 ? 1 : i % 3 == 1 ? 2 : 5);
            decade *= i % 3 == 2 ? 10 : 1;
        }
        return bounds;
    }

    /** Returns the beginning of something, for {@link #recordSince}. */
    @SuppressForbidden("what is measured decides nothing")
    public static long begin() {
        return System.nanoTime();
    }

    /** Counts what has lasted until now. */
    @SuppressForbidden("what is measured decides nothing")
    public void recordSince(long begin) {
        record(System.nanoTime() - begin);
    }

    /** Counts one. */
    public void record(long nanos) {
        int found = Arrays.binarySearch(BOUNDS_NANOS, nanos);
        buckets[found < 0 ? -found - 1 : found].increment();
        sumNanos.add(nanos);
    }

    /** Returns how many have been counted. */
    public long count() {
        long count = 0;
        for (LongAdder bucket : buckets) {
            count += bucket.sum();
        }
        return count;
    }

    /** Returns the seconds of all of them together. */
    public double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }

    /** Returns the bound in seconds below or at which this share of them lies, 0 when there is none, and infinity beyond 100 s. */
    public double quantileSeconds(double share) {
        long rank = (long) Math.ceil(share * count());
        if (rank == 0) {
            return 0;
        }
        long below = 0;
        for (int i = 0; i < BOUNDS_NANOS.length; i++) {
            below += buckets[i].sum();
            if (below >= rank) {
                return boundSeconds(i);
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Returns how many buckets have a bound. */
    int bounded() {
        return BOUNDS_NANOS.length;
    }

    /** Returns the upper bound of a bucket, in seconds. */
    double boundSeconds(int bucket) {
        return BOUNDS_NANOS[bucket] / 1e9;
    }

    /** Returns how many are in a bucket. */
    long count(int bucket) {
        return buckets[bucket].sum();
    }
}
