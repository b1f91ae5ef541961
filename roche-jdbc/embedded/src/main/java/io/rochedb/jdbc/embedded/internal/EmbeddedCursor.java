package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.spi.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a run and the snapshot they are read from; a snapshot of a transaction is the transaction's.
 *
 * <p>Closing from another thread while a row is being read takes effect when that row is there.
 */
final class EmbeddedCursor implements Cursor {
    private final EmbeddedSession session;
    private final EmbeddedExecution execution;
    private final String sql;
    private final SqlCursor rows;
    private final @Nullable ReadView ownedView;
    private final boolean ofTransaction;
    private final ReadGate gate = new ReadGate();

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
        if (!gate.begin()) {
            throw closedException();
        }
        try {
            execution.monitor().check();
            boolean more = rows.next();
            session.checkTokens(execution);
            return more;
        } catch (RuntimeException | Error e) {
            execution.failed(e);
            throw e;
        } finally {
            if (gate.end()) {
                finish();
            }
        }
    }

    @Override
    public @Nullable Object get(int column) {
        if (gate.isClosed()) {
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
        if (gate.close()) {
            finish();
        }
    }

    private void finish() {
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
