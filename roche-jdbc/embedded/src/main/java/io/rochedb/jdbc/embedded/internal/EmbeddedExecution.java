package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.RochePlan;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.Execution;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement: the monitor its scans report to.
 */
final class EmbeddedExecution implements Execution {
    static final long NANOS_PER_MILLI = 1_000_000L;

    private final RunLimits limits;
    private final long timeoutMillis;
    private volatile boolean cancelled;
    private volatile QueryMonitor monitor;
    private final long startNanos = System.nanoTime();
    private final StatementEvent event = new StatementEvent();
    private @Nullable RochePlan plan;
    private RochePlan.CacheState planState = RochePlan.CacheState.MISS;
    private @Nullable String failedWith;
    private long startMillis;
    private volatile String sql = "";
    private volatile boolean ended;

    /** Creates a run with a time of its own, 0 for none. */
    EmbeddedExecution(RunLimits limits, long timeoutMillis) {
        this.limits = limits;
        this.timeoutMillis = timeoutMillis;
        this.monitor = limits.monitor(startNanos, timeoutMillis);
        event.begin();
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

    /** Notes by what plan it runs, and how that was come by. */
    void planned(RochePlan by, RochePlan.CacheState state) {
        plan = by;
        planState = state;
    }

    /** Returns the plan it ran by last, or null when it came to none. */
    @Nullable
    RochePlan plan() {
        return plan;
    }

    RochePlan.CacheState planState() {
        return planState;
    }

    /** Notes what it failed with. */
    void failed(Throwable failure) {
        failedWith = StatementLog.sqlState(failure);
    }

    /** Returns the SQLSTATE of what it failed with, or null. */
    @Nullable
    String failedWith() {
        return failedWith;
    }

    StatementEvent event() {
        return event;
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

    long startMillis() {
        return startMillis;
    }

    /** Ends it and returns how long it ran, in nanoseconds. */
    long end() {
        ended = true;
        event.end();
        return System.nanoTime() - startNanos;
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
