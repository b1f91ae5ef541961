package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.jdbc.spi.Session.Isolation;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: whether there is one, what it sees, how it ends.
 *
 * <p>The lock is held while a statement runs in the transaction and while the transaction ends, which any thread may ask for.
 */
final class SessionTransaction {
    private final EngineHold hold;
    private final OpenCursors cursors;
    private final Supplier<Transaction> begin;
    private final ReentrantLock lock = new ReentrantLock();

    private boolean autoCommit = true;
    private Isolation isolation = Isolation.REPEATABLE_READ;
    private @Nullable Transaction open;

    /**
     * Creates the state of a session that commits by itself.
     *
     * @param begin begins a transaction of the engine as the session is then set
     */
    SessionTransaction(EngineHold hold, OpenCursors cursors, Supplier<Transaction> begin) {
        this.hold = hold;
        this.cursors = cursors;
        this.begin = begin;
    }

    /** Does something in the transaction, which is begun when there is none. */
    <T> T in(Work<T> work) {
        lock.lock();
        try {
            return work.run(current());
        } finally {
            lock.unlock();
        }
    }

    /** Something done in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        T run(Transaction transaction);
    }

    /** Returns the transaction, begun now when there is none, or when each statement shall see what is new and nothing is written yet. */
    private Transaction current() {
        hold.checkOpen();
        Transaction now = open;
        if (now != null && isolation == Isolation.READ_COMMITTED && now.isEmpty() && !cursors.anyOfTransaction()) {
            now.close();
            now = null;
        }
        if (now == null) {
            now = begin.get();
            open = now;
        }
        return now;
    }

    /** Returns the transaction if it has begun. */
    @Nullable
    Transaction ifOpen() {
        return open;
    }

    boolean isOpen() {
        return open != null;
    }

    boolean autoCommit() {
        return autoCommit;
    }

    void autoCommit(boolean on) {
        if (on && !autoCommit) {
            end(true);
        }
        autoCommit = on;
    }

    void commit() {
        checkManual("commit");
        end(true);
    }

    void rollback() {
        checkManual("rollback");
        end(false);
    }

    private void checkManual(String what) {
        if (autoCommit) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " needs setAutoCommit(false): every statement commits itself");
        }
    }

    private void end(boolean commit) {
        hold.enter();
        lock.lock();
        try {
            Transaction ending = open;
            open = null;
            cursors.closeOfTransaction();
            if (ending == null) {
                return;
            }
            try (ending) {
                if (commit) {
                    ending.commit();
                } else {
                    ending.rollback();
                }
            }
        } finally {
            lock.unlock();
            hold.leave();
        }
    }

    int savepoint() {
        checkManual("a savepoint");
        return hold.holding(() -> in(Transaction::mark));
    }

    void rollbackTo(int savepoint) {
        Transaction now = open;
        if (now == null) {
            throw new RocheException(ErrorCode.INVALID_TRANSACTION_STATE, "the savepoint's transaction has ended");
        }
        now.rollbackTo(savepoint);
    }

    Isolation isolation() {
        return isolation;
    }

    void isolation(Isolation newIsolation) {
        if (newIsolation != isolation) {
            checkOutside("the isolation");
            isolation = newIsolation;
        }
    }

    /** Refuses a change of settings that a transaction has begun with. */
    void checkOutside(String what) {
        if (isOpen()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " cannot change inside a transaction; commit or roll back");
        }
    }

    /** Closes the session's cursors and rolls back what is open, once whoever runs in the transaction has stopped; false when done before. */
    boolean close() {
        lock.lock();
        try {
            if (hold.isClosed()) {
                return false;
            }
            hold.close();
            cursors.closeAll();
            Transaction ending = open;
            open = null;
            if (ending != null) {
                ending.close();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
