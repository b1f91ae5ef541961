package io.rochedb.calcite;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.access.Role;
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

    /** Returns whether a plan of kind DDL is about users and grants. */
    default boolean changesAccess() {
        return false;
    }

    /** Refuses a session whose user's role does not let him run it; which rings he may see and write is checked where they are read and written. */
    default void requireAllowed(SessionInfo session) {
        Role role = session.role();
        if (kind() == Kind.DML && role == Role.READER) {
            throw new RocheException(
                    ErrorCode.INSUFFICIENT_PRIVILEGE, "user '" + session.user() + "' is a READER and may not write");
        }
        if (kind() == Kind.DDL && role != null && role != Role.ADMIN) {
            throw new RocheException(
                    ErrorCode.INSUFFICIENT_PRIVILEGE,
                    "user '" + session.user() + "' is a " + role
                            + ": only an ADMIN may change what is declared, and users and grants");
        }
    }

    /** Runs the plan. Parameters must already be of the types of {@link #parameters()} (internal representation) or null. */
    SqlResult execute(StatementContext context);

    /** Returns the SQL text with the chosen plan, for EXPLAIN and logs. */
    String explain();
}
