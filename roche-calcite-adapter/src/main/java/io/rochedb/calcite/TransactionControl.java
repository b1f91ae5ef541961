package io.rochedb.calcite;

import org.jspecify.annotations.Nullable;

/** A statement about the transaction itself, such as COMMIT: the session that owns the transaction carries it out. */
public sealed interface TransactionControl {
    /** Isolation levels a statement can ask for. */
    enum Isolation {
        READ_UNCOMMITTED,
        READ_COMMITTED,
        REPEATABLE_READ,
        SERIALIZABLE
    }

    /**
     * BEGIN, START TRANSACTION.
     *
     * @param isolation the level asked for, or null for the session's
     * @param readOnly whether the transaction may not write, or null for the session's rule
     */
    record Begin(@Nullable Isolation isolation, @Nullable Boolean readOnly) implements TransactionControl {}

    /** COMMIT, END. */
    record Commit() implements TransactionControl {}

    /** ROLLBACK, ABORT. */
    record Rollback() implements TransactionControl {}

    /** SAVEPOINT; names ignore case, and a newer savepoint hides an older one of its name. */
    record Savepoint(String name) implements TransactionControl {}

    /** ROLLBACK TO SAVEPOINT: the savepoint itself stays. */
    record RollbackTo(String name) implements TransactionControl {}

    /** RELEASE SAVEPOINT. */
    record Release(String name) implements TransactionControl {}

    /**
     * SET TRANSACTION, or SET SESSION CHARACTERISTICS AS TRANSACTION.
     *
     * @param isolation the level asked for, or null to leave it
     * @param readOnly whether writing is refused, or null to leave it
     * @param session whether it holds for all later transactions of the session, not only for the current one
     */
    record SetTransaction(
            @Nullable Isolation isolation, @Nullable Boolean readOnly, boolean session) implements TransactionControl {}
}
