package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.ScanLog;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.Execution;

/**
 * One run of a statement: the monitor its scans report to.
 */
final class EmbeddedExecution implements Execution {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final long deadlineNanos;
    private final long maxScanned;
    private final long memoryMaxBytes;
    private volatile boolean cancelled;
    private volatile QueryMonitor monitor;
    private final long startNanos = System.nanoTime();
    private RochePlan.CacheState planState = RochePlan.CacheState.MISS;
    private long startMillis;

    EmbeddedExecution(long timeoutMillis, long maxScanned, long memoryMaxBytes) {
        this.deadlineNanos = timeoutMillis == 0 ? Long.MAX_VALUE : startNanos + timeoutMillis * NANOS_PER_MILLI;
        this.maxScanned = maxScanned;
        this.memoryMaxBytes = memoryMaxBytes;
        this.monitor = newMonitor();
    }

    private QueryMonitor newMonitor() {
        QueryMonitor fresh = new QueryMonitor();
        if (deadlineNanos != Long.MAX_VALUE) {
            fresh.deadlineNanos(deadlineNanos);
        }
        fresh.maxScanned(maxScanned);
        fresh.memoryMaxBytes(memoryMaxBytes);
        return fresh;
    }

    QueryMonitor monitor() {
        return monitor;
    }

    /** Starts the counters again for a repeated attempt; the deadline and a cancellation stay. */
    void restart() {
        monitor = newMonitor();
        if (cancelled) {
            monitor.cancel();
        }
    }

    void planState(RochePlan.CacheState state) {
        planState = state;
    }

    /** Notes the time of the store at which the statement runs: the one value of its CURRENT_TIMESTAMP. */
    void startMillis(long millis) {
        startMillis = millis;
    }

    /** Puts the run, which has ended, into the log that sys.scans shows. */
    void log(long sessionId, String sql) {
        double elapsedMillis = (System.nanoTime() - startNanos) / (double) NANOS_PER_MILLI;
        ScanLog.record(sessionId, sql, monitor, planState, startMillis, elapsedMillis);
    }

    @Override
    public void cancel() {
        cancelled = true;
        monitor.cancel();
    }

    @Override
    public ScanStats stats() {
        QueryMonitor m = monitor;
        return new ScanStats(
                m.ringsKnown(),
                m.ringsRouted(),
                m.ringsPruned(),
                m.recordsScanned(),
                m.recordsSkipped(),
                m.vectorsScanned(),
                m.vectorsSkipped(),
                m.bytesScanned(),
                m.rowsReturned(),
                m.estimatedTokens(),
                m.candidateReduction(),
                switch (planState) {
                    case MISS -> "miss";
                    case HIT -> "hit";
                    case FAST -> "fast";
                });
    }
}
