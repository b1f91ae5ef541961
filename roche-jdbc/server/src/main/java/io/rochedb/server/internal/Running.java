package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.Execution;
import org.jspecify.annotations.Nullable;

/** The run a session is at, and those that were cancelled before they came: a cancellation takes another way and may be faster. Thread-safe. */
final class Running {
    private static final int AHEAD_MAX = 16;

    private final Recent<Long, Boolean> cancelledAhead = new Recent<>(AHEAD_MAX);
    private long request;
    private long lastRequest;
    private @Nullable Execution execution;
    private boolean stopped;

    synchronized Execution begins(long number, Execution begun) {
        request = number;
        lastRequest = number;
        execution = begun;
        if (stopped || cancelledAhead.remove(number) != null) {
            begun.cancel();
        }
        return begun;
    }

    synchronized void ended() {
        request = 0;
        execution = null;
    }

    /** Returns the run that is not ended, or null. */
    synchronized @Nullable Execution last() {
        return execution;
    }

    synchronized void cancel(long number) {
        if (number == request && execution != null) {
            execution.cancel();
        } else if (number > lastRequest) {
            cancelledAhead.put(number, true);
        }
    }

    /** Stops the run, and those to come. */
    synchronized void cancelAll() {
        stopped = true;
        if (execution != null) {
            execution.cancel();
        }
    }
}
