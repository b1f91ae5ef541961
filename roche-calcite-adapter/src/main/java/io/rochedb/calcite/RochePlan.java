package io.rochedb.calcite;

import io.rochedb.engine.ReadView;
import java.util.List;

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
        EXPLAIN
    }

    /** How a plan came to a statement: built now, taken from the cache, or a hand-written cursor taken from the cache. */
    enum CacheState {
        MISS,
        HIT,
        FAST
    }

    Kind kind();

    /** Returns the columns of the rows; empty for DML. */
    List<SqlColumn> columns();

    /** Returns the parameters in order of appearance. */
    List<SqlColumn> parameters();

    /** Returns whether the plan runs on hand-written cursors only. */
    boolean fast();

    /** Returns whether every ring, glob and table the plan names still has the columns it was planned with, as seen by this view. */
    boolean isCurrent(ReadView view);

    /** Runs the plan. Parameters must already be of the types of {@link #parameters()} (internal representation) or null. */
    SqlResult execute(StatementContext context);

    /** Returns the SQL text with the chosen plan, for EXPLAIN and logs. */
    String explain();
}
