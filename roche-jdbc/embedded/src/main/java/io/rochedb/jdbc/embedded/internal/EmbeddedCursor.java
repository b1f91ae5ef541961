package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.spi.Cursor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a run and the snapshot they are read from; a snapshot of a transaction is the transaction's.
 *
 * <p>Closing from another thread while a row is being read takes effect when that row is there.
 */
final class EmbeddedCursor implements Cursor {
    private static final int IDLE = 0;
    private static final int READING = 1;
    private static final int CLOSE_ASKED = 2;
    private static final int CLOSED = 3;

    private final EmbeddedSession session;
    private final EmbeddedExecution execution;
    private final String sql;
    private final SqlCursor rows;
    private final @Nullable ReadView ownedView;
    private final boolean ofTransaction;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    EmbeddedCursor(
            EmbeddedSession session,
            EmbeddedExecution execution,
            String sql,
            SqlCursor rows,
            @Nullable ReadView ownedView,
            boolean ofTransaction) {
        this.session = session;
        this.execution = execution;
        this.sql = sql;
        this.rows = rows;
        this.ownedView = ownedView;
        this.ofTransaction = ofTransaction;
    }

    /** Returns whether the rows end with the session's transaction. */
    boolean ofTransaction() {
        return ofTransaction;
    }

    EmbeddedExecution execution() {
        return execution;
    }

    @Override
    public boolean next() {
        if (!state.compareAndSet(IDLE, READING)) {
            throw closedException();
        }
        try {
            execution.monitor().check();
            boolean more = rows.next();
            session.checkTokens(execution);
            return more;
        } finally {
            if (!state.compareAndSet(READING, IDLE)) {
                finish();
            }
        }
    }

    @Override
    public @Nullable Object get(int column) {
        if (state.get() == CLOSED) {
            throw closedException();
        }
        return rows.get(column);
    }

    private RocheException closedException() {
        return new RocheException(
                ErrorCode.INVALID_TRANSACTION_STATE,
                ofTransaction ? "the rows ended with their transaction" : "the rows were closed by another thread");
    }

    @Override
    public void close() {
        while (true) {
            if (state.compareAndSet(IDLE, CLOSED)) {
                finish();
                return;
            }
            if (state.compareAndSet(READING, CLOSE_ASKED) || state.get() >= CLOSE_ASKED) {
                return;
            }
            // The reader came or went between the two.
        }
    }

    private void finish() {
        state.set(CLOSED);
        try {
            rows.close();
        } finally {
            try {
                if (ownedView != null) {
                    ownedView.close();
                }
            } finally {
                session.cursorClosed(this, sql);
            }
        }
    }
}
