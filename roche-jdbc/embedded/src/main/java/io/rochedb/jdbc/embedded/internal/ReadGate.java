package io.rochedb.jdbc.embedded.internal;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides who releases what one thread reads and any thread may close: the closer, or the reader when it is in the middle of a row.
 *
 * <p>Thread-safe; the right to release is given exactly once.
 */
final class ReadGate {
    private static final int IDLE = 0;
    private static final int READING = 1;
    private static final int CLOSE_ASKED = 2;
    private static final int CLOSED = 3;

    private final AtomicInteger state = new AtomicInteger(IDLE);

    /** Begins to read a row; returns false when closed. */
    boolean begin() {
        return state.compareAndSet(IDLE, READING);
    }

    /** Ends reading a row; returns whether the caller must release now. */
    boolean end() {
        if (state.compareAndSet(READING, IDLE)) {
            return false;
        }
        state.set(CLOSED);
        return true;
    }

    /** Closes; returns whether the caller must release now. */
    boolean close() {
        while (state.get() < CLOSE_ASKED) {
            // Both fail when the reader comes or goes between the two.
            if (state.compareAndSet(IDLE, CLOSED)) {
                return true;
            }
            if (state.compareAndSet(READING, CLOSE_ASKED)) {
                return false;
            }
        }
        return false;
    }

    /** Returns whether someone has been told to release. */
    boolean isClosed() {
        return state.get() == CLOSED;
    }
}
