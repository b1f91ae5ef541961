package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.TransactionControl;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.jdbc.spi.Notice;
import io.rochedb.jdbc.spi.Session.Isolation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Carries out statements about the transaction: BEGIN, COMMIT, ROLLBACK, SAVEPOINT, SET TRANSACTION.
 *
 * <p>What is wrong and harmless is a warning, as in PostgreSQL: a BEGIN inside a transaction, a COMMIT outside. What would not do what was
 * meant is an error.
 */
final class TransactionStatements {
    private static final String ACTIVE = "25001";
    private static final String NONE_ACTIVE = "25P01";

    private final SessionTransaction transaction;

    TransactionStatements(SessionTransaction transaction) {
        this.transaction = transaction;
    }

    /** Does it, and returns warnings. */
    List<Notice> run(TransactionControl control) {
        if (control instanceof TransactionControl.Begin begin) {
            return begin(begin);
        } else if (control instanceof TransactionControl.Commit) {
            return end(true);
        } else if (control instanceof TransactionControl.Rollback) {
            return end(false);
        } else if (control instanceof TransactionControl.Savepoint savepoint) {
            checkInside("SAVEPOINT");
            transaction.savepoint(savepoint.name());
        } else if (control instanceof TransactionControl.RollbackTo rollback) {
            checkInside("ROLLBACK TO SAVEPOINT");
            transaction.rollbackTo(rollback.name());
        } else if (control instanceof TransactionControl.Release release) {
            checkInside("RELEASE SAVEPOINT");
            transaction.release(release.name());
        } else if (control instanceof TransactionControl.SetTransaction set) {
            return set(set);
        }
        return List.of();
    }

    private List<Notice> begin(TransactionControl.Begin begin) {
        boolean inside = transaction.isOpen();
        Isolation isolation = isolation(begin.isolation());
        checkModes(isolation, begin.readOnly());
        if (!inside) {
            transaction.begin();
        }
        setOwn(isolation, begin.readOnly());
        return inside ? List.of(new Notice(ACTIVE, "there is already a transaction in progress")) : List.of();
    }

    private List<Notice> end(boolean commit) {
        boolean inside = transaction.isManual();
        transaction.end(commit);
        return inside ? List.of() : List.of(new Notice(NONE_ACTIVE, "there is no transaction in progress"));
    }

    private List<Notice> set(TransactionControl.SetTransaction set) {
        Isolation isolation = isolation(set.isolation());
        if (set.session()) {
            if (set.readOnly() != null) {
                transaction.laterReadOnly(set.readOnly());
            }
            if (isolation != null) {
                transaction.laterIsolation(isolation);
            }
            return List.of();
        }
        if (!transaction.isManual()) {
            return List.of(new Notice(NONE_ACTIVE, "SET TRANSACTION has no effect outside a transaction; BEGIN one"));
        }
        checkModes(isolation, set.readOnly());
        setOwn(isolation, set.readOnly());
        return List.of();
    }

    private void setOwn(@Nullable Isolation isolation, @Nullable Boolean readOnly) {
        if (readOnly != null) {
            transaction.ownReadOnly(readOnly);
        }
        if (isolation != null) {
            transaction.ownIsolation(isolation);
        }
    }

    /** Refuses to change what the transaction has read by already; that it shall write no more may be said at any time. */
    private void checkModes(@Nullable Isolation isolation, @Nullable Boolean readOnly) {
        if (transaction.ifOpen() == null) {
            return;
        }
        if (isolation != null && isolation != transaction.isolation()) {
            throw new RefusedException(
                    ACTIVE, "the isolation level must be set before the transaction's first statement");
        }
        if (readOnly != null && !readOnly && transaction.readOnly()) {
            throw new RefusedException(ACTIVE, "READ WRITE must be set before the transaction's first statement");
        }
    }

    private void checkInside(String what) {
        if (!transaction.isManual()) {
            throw new RefusedException(NONE_ACTIVE, what + " needs a transaction: BEGIN one, or setAutoCommit(false)");
        }
    }

    private static @Nullable Isolation isolation(TransactionControl.@Nullable Isolation asked) {
        if (asked == null) {
            return null;
        }
        return switch (asked) {
            // As PostgreSQL has it: what is asked for may see more of others' work, and need not.
            case READ_UNCOMMITTED, READ_COMMITTED -> Isolation.READ_COMMITTED;
            case REPEATABLE_READ -> Isolation.REPEATABLE_READ;
            case SERIALIZABLE ->
                throw new RocheException(
                        ErrorCode.FEATURE_NOT_SUPPORTED,
                        "SERIALIZABLE is not supported; REPEATABLE READ is a snapshot, of two writers of a record the first commits");
        };
    }
}
