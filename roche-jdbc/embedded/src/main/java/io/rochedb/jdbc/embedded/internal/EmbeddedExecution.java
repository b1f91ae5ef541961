package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.ScanLog;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.Execution;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement: the monitor its scans report to.
 */
final class EmbeddedExecution implements Execution {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final RunLimits limits;
    private final long timeoutMillis;
    private volatile boolean cancelled;
    private volatile QueryMonitor monitor;
    private final long startNanos = System.nanoTime();
    private RochePlan.CacheState planState = RochePlan.CacheState.MISS;
    private long startMillis;
    private volatile String sql = "";
    private volatile boolean ended;

    /** Creates a run with a time of its own, 0 for none. */
    EmbeddedExecution(RunLimits limits, long timeoutMillis) {
        this.limits = limits;
        this.timeoutMillis = timeoutMillis;
        this.monitor = limits.monitor(startNanos, timeoutMillis);
    }

    QueryMonitor monitor() {
        return monitor;
    }

    /** Starts the counters again for a repeated attempt; the deadline and a cancellation stay. */
    void restart() {
        monitor = limits.monitor(startNanos, timeoutMillis);
        if (cancelled) {
            monitor.cancel();
        }
    }

    void planState(RochePlan.CacheState state) {
        planState = state;
    }

    /** Notes what runs. */
    void begins(String text) {
        sql = text;
    }

    /** Returns what runs, or null when it has ended. */
    OpenSessions.@Nullable Running running() {
        return ended ? null : new OpenSessions.Running(sql, elapsedMillis(), monitor);
    }

    private double elapsedMillis() {
        return (System.nanoTime() - startNanos) / (double) NANOS_PER_MILLI;
    }

    /** Notes the time of the store at which the statement runs: the one value of its CURRENT_TIMESTAMP. */
    void startMillis(long millis) {
        startMillis = millis;
    }

    /** Puts the run, which has ended, into the log that sys.scans shows. */
    void log(long sessionId, String text) {
        ended = true;
        ScanLog.record(sessionId, text, monitor, planState, startMillis, elapsedMillis());
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
