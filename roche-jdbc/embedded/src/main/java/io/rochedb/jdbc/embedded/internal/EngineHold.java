package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.RocheSql;
import io.rochedb.calcite.ScanLog;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The engine as one session, its runs and its cursors hold it: given back when none of them is left.
 *
 * <p>Thread-safe: a close by another thread waits for no run, and takes the engine away from none.
 */
final class EngineHold {
    private final Lease lease;
    private final long sessionId;
    private final AtomicInteger holders = new AtomicInteger(1);
    private volatile boolean closed;

    EngineHold(Lease lease, long sessionId) {
        this.lease = lease;
        this.sessionId = sessionId;
    }

    RocheEngine engine() {
        return lease.engine();
    }

    RocheSql sql() {
        return lease.sql();
    }

    /** Adds a holder; refused when the session is closed. */
    void enter() {
        holders.incrementAndGet();
        if (closed) {
            leave();
            throw closedException();
        }
    }

    /** Adds a holder on behalf of one that holds. */
    void share() {
        holders.incrementAndGet();
    }

    void leave() {
        if (holders.decrementAndGet() == 0) {
            ScanLog.forget(sessionId);
            OpenSessions.remove(sessionId);
            lease.release();
        }
    }

    /** Does something with the engine that a close by another thread must wait for. */
    <T> T holding(Supplier<T> work) {
        enter();
        try {
            return work.get();
        } finally {
            leave();
        }
    }

    /** Refuses holders from now on; the session's own hold is given back by {@link #leave}. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    void checkOpen() {
        if (closed) {
            throw closedException();
        }
    }

    private static RocheException closedException() {
        return new RocheException(ErrorCode.CONNECTION_CLOSED, "the connection is closed");
    }
}
