package io.rochedb.jdbc.spi;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection behind the JDBC classes: transaction, ring scope, open cursors.
 *
 * <p>Used by one thread at a time, but for {@link #abort}, {@link #close} and {@link #isValid}. Failures are unchecked and explained by
 * {@link Connector#explain}.
 */
public interface Session {
    /** What statements of a transaction see of others' commits. */
    enum Isolation {
        /** Each statement sees what was committed before it began. */
        READ_COMMITTED,
        /** All statements see what was committed before the first began. */
        REPEATABLE_READ
    }

    /** Returns the version of the product that runs the statements. */
    String productVersion();

    /** Returns the label of the user. */
    String user();

    /** Returns what the user should know about how the store was opened. */
    List<String> warnings();

    /** Returns a handle of a text; nothing is checked before it is described or run. */
    SessionStatement statement(String sql);

    /** Returns a new run that stops by itself after a time; 0 for no limit. */
    Execution newExecution(long timeoutMillis);

    /** Runs entries in one transaction until the first that fails; see {@link BatchOutcome}. */
    BatchOutcome executeBatch(List<BatchEntry> entries, Execution execution);

    boolean autoCommit();

    /** Switches auto-commit; switching it on commits what is open. */
    void autoCommit(boolean on);

    /** Commits; refused in auto-commit unless BEGIN has begun a transaction. */
    void commit();

    /** Discards; refused in auto-commit unless BEGIN has begun a transaction. */
    void rollback();

    /** Returns whether a transaction has begun and is not ended. */
    boolean inTransaction();

    /** Returns the number, used once in this process, of a new savepoint of the transaction; refused where {@link #commit} is. */
    long savepoint(@Nullable String name);

    /** Undoes what was written since the savepoint, and ends those after it; refused when it has ended. */
    void rollbackTo(long savepoint);

    /** Ends a savepoint and those after it, and keeps what was written; refused when it has ended. */
    void release(long savepoint);

    Isolation isolation();

    /** Sets the isolation of the next transaction; refused inside one. */
    void isolation(Isolation isolation);

    boolean readOnly();

    /** Refuses writes from now on, or accepts them again; refused inside a transaction. */
    void readOnly(boolean readOnly);

    /**
     * Narrows every later statement to a ring and its subtree; empty for no ring at all; null for the scope the connection was opened
     * with. Refused inside a transaction and outside the connection's own scope.
     */
    void ring(@Nullable String ring);

    /** Returns the schema of names without one. */
    String schema();

    /** Looks names without a schema up in another one from the next statement on; the name is one that exists, in lower case. */
    void schema(String schema);

    /** Asks whatever runs the statements whether it still does. */
    boolean isValid(int timeoutSeconds);

    /** Sets how long an answer over a network may take; 0 for any time. A session without a network has nothing to set. */
    default void networkTimeout(int millis) {}

    /** Returns how many transactions of the session have ended, each with its cursors. */
    default long transactionsEnded() {
        return 0;
    }

    /** Stops the statement that runs, or whose rows are read, and goes on; returns whether there was one. Any thread. */
    default boolean cancelRunning() {
        return false;
    }

    /** Returns whether it was closed, by whomever. Any thread. */
    default boolean isClosed() {
        return false;
    }

    /** Stops what runs, then closes. Any thread. */
    void abort();

    /** Rolls back what is open and closes every cursor; harmless when repeated. */
    void close();

    /** Returns something this kind of session offers beyond JDBC. */
    <T> Optional<T> extension(Class<T> type);
}
