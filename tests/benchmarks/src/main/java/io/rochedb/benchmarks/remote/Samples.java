package io.rochedb.benchmarks.remote;

import java.util.Arrays;

/** Times of calls, the CPU time they took, and how much was done. */
final class Samples {
    private static final int CAPACITY = 1 << 12;

    private long[] nanos = new long[CAPACITY];
    private int timed;
    private long count;
    private long clientCpuNanos;
    private long serverCpuNanos;
    private long wallNanos;

    void add(long callNanos) {
        if (timed == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * timed);
        }
        nanos[timed++] = callNanos;
        count++;
    }

    /** Returns a stream of rows, of which only the mean is known. */
    static Samples ofRows(long rows, long lastedNanos) {
        Samples samples = new Samples();
        samples.count = rows;
        samples.nanos[samples.timed++] = lastedNanos / Math.max(1, rows);
        return samples;
    }

    void addAll(Samples others) {
        for (int i = 0; i < others.timed; i++) {
            add(others.nanos[i]);
        }
        count += others.count - others.timed;
        clientCpuNanos += others.clientCpuNanos;
    }

    void clientCpu(long more) {
        clientCpuNanos += more;
    }

    /** Notes a turn: how long it was, and what CPU time the server took meanwhile. */
    void turn(long lastedNanos, long serverNanos) {
        wallNanos += lastedNanos;
        serverCpuNanos += serverNanos;
    }

    /** Returns whether single calls were timed. */
    boolean isTimed() {
        return timed == count;
    }

    /** Returns the time below which a share of the calls stayed, in microseconds. */
    double micros(double share) {
        long[] sorted = Arrays.copyOf(nanos, timed);
        Arrays.sort(sorted);
        return sorted[Math.min(timed - 1, (int) (share * timed))] / 1e3;
    }

    /** Returns the CPU time of both ends a call, in microseconds. */
    double cpuMicros() {
        return (clientCpuNanos + serverCpuNanos) / 1e3 / count;
    }

    /** Returns the calls a second. */
    double perSecond() {
        return count * 1e9 / wallNanos;
    }
}
