package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.ScanStats;
import io.rochedb.jdbc.spi.Execution;
import org.jspecify.annotations.Nullable;

/**
 * One run of a statement by a server. Cancelling goes over a connection of its own when a thread waits for the run; else it is enough that
 * nobody reads on.
 */
final class RemoteExecution implements Execution {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final RemoteSession session;
    private final long timeoutMillis;
    private final long startNanos = System.nanoTime();
    private volatile boolean cancelled;
    private volatile @Nullable Asked asked;
    private volatile boolean waiting;
    private ScanStats stats = ScanStats.NONE;
    private @Nullable RemoteCursor cursor;

    /** A request, and the server it was sent to: after a reconnect the number alone is that of another. */
    record Asked(Dialer.Dialled server, long number) {}

    RemoteExecution(RemoteSession session, long timeoutMillis) {
        this.session = session;
        this.timeoutMillis = timeoutMillis;
    }

    /** Returns what is left of the time the run may take, at least a millisecond; 0 for no limit. */
    long leftMillis() {
        return timeoutMillis == 0 ? 0 : Math.max(1, timeoutMillis - (System.nanoTime() - startNanos) / NANOS_PER_MILLI);
    }

    /** Notes the request that runs it and is waited for; refused when the run was cancelled before. */
    void waitsFor(Asked request) {
        asked = request;
        // Before the look at what a canceller sets, who looks at this after: one of the two sees the other.
        waiting = true;
        checkNotCancelled();
    }

    @Nullable
    Asked asked() {
        return asked;
    }

    /** Notes whether a thread waits for the server. */
    void waits(boolean now) {
        waiting = now;
    }

    void checkNotCancelled() {
        if (cancelled) {
            throw new RemoteFailure(RemoteFailure.CANCELLED, "the statement was cancelled");
        }
    }

    void stats(ScanStats latest) {
        stats = latest;
    }

    void cursor(RemoteCursor opened) {
        cursor = opened;
    }

    @Override
    public void cancel() {
        cancelled = true;
        if (waiting) {
            session.cancel(asked);
        }
    }

    @Override
    public ScanStats stats() {
        RemoteCursor rows = cursor;
        if (rows != null && !rows.hasFinalStats()) {
            stats = session.stats(rows, stats);
        }
        return stats;
    }
}
