package io.rochedb.calcite;

import io.rochedb.engine.ReadView;
import java.util.List;
import java.util.Optional;

/**
 * A prepared statement: immutable, shared between threads and connections, executed any number of times.
 */
public interface RochePlan {
    /** What a statement does to its surroundings. */
    enum Kind {
        /** Returns rows, writes nothing. */
        QUERY,
        /** Writes records; has an update count. */
        DML,
        /** A CALL that returns rows and may write (its own transactions). */
        CALL,
        /** EXPLAIN PLAN or EXPLAIN ANALYZE: returns rows. */
        EXPLAIN,
        /** Changes the schema when it is executed, in a commit of its own: the session commits its transaction before. Update count 0. */
        DDL,
        /** Is about the transaction: the session does what {@link RochePlan#transactionControl()} says instead of executing the plan. */
        TRANSACTION
    }

    /** How a plan came to a statement: built now, taken from the cache, or a hand-written cursor taken from the cache. */
    enum CacheState {
        MISS,
        HIT,
        FAST
    }

    Kind kind();

    /** Returns the columns of the rows; empty for a plan without. */
    List<SqlColumn> columns();

    /** Returns the parameters in order of appearance. */
    List<SqlColumn> parameters();

    /** Returns whether the plan runs on hand-written cursors only. */
    boolean fast();

    /** Returns whether every ring, glob and table the plan names still has the columns it was planned with, as seen by this view. */
    boolean isCurrent(ReadView view);

    /** Returns what a plan of kind TRANSACTION asks of the session; empty for every other. */
    default Optional<TransactionControl> transactionControl() {
        return Optional.empty();
    }

    /** Runs the plan. Parameters must already be of the types of {@link #parameters()} (internal representation) or null. */
    SqlResult execute(StatementContext context);

    /** Returns the SQL text with the chosen plan, for EXPLAIN and logs. */
    String explain();
}
