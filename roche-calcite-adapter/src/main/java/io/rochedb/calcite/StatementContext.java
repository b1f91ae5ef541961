package io.rochedb.calcite;

import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.query.QueryMonitor;
import org.jspecify.annotations.Nullable;

/**
 * Everything one execution needs: where it reads, where it writes, what it costs, its parameters and its time.
 *
 * <p>Used by the thread that runs the statement. The caller owns view and transaction and closes them after the cursor.
 *
 * @param engine the engine
 * @param view what the statement reads; the transaction itself when one is open or the statement writes
 * @param transaction where the statement writes, or null for a statement that only reads
 * @param monitor counters, cancellation, limits
 * @param parameters values in internal representation (see {@link SqlCursor}), by index from 0
 * @param session the connection
 * @param statementMillis CURRENT_TIMESTAMP and default of {@code at_time}: one value a statement
 */
public record StatementContext(
        RocheEngine engine,
        ReadView view,
        @Nullable Transaction transaction,
        QueryMonitor monitor,
        @Nullable Object[] parameters,
        SessionInfo session,
        long statementMillis) {}
