package io.rochedb.jdbc.spi;

import io.rochedb.jdbc.ScanStats;

/**
 * One run of a statement, as seen from outside: it can be stopped, and it knows what it has cost.
 */
public interface Execution {
    /** Asks the run to stop. Any thread. */
    void cancel();

    /** Returns the counters so far; final after the cursor is closed. The thread that runs the statement. */
    ScanStats stats();
}
