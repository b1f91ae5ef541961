package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.jdbc.spi.Session.Isolation;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of a session: whether there is one, what it sees, how it ends.
 *
 * <p>There is one from the first statement on when auto-commit is off, and from BEGIN on when it is on. The lock is held while a statement
 * runs in the transaction and while the transaction ends, which any thread may ask for.
 */
final class SessionTransaction {
    private final EngineHold hold;
    private final OpenCursors cursors;
    private final Supplier<Transaction> begin;
    private final Runnable checkAccess;
    private final boolean readOnlyForGood;
    private final ReentrantLock lock = new ReentrantLock();
    private final Savepoints savepoints = new Savepoints();

    private boolean autoCommit = true;
    private Isolation isolation = Isolation.REPEATABLE_READ;
    private boolean readOnly;
    /** Whether BEGIN has begun the transaction, in auto-commit. */
    private boolean begun;
    /** What SET TRANSACTION and BEGIN have said about this transaction only, or null. */
    private @Nullable Isolation ownIsolation;

    private @Nullable Boolean ownReadOnly;
    private volatile @Nullable Transaction open;
    private volatile long ended;

    /**
     * Creates the state of a session that commits by itself.
     *
     * @param readOnlyForGood whether nothing can make the session write
     * @param begin begins a transaction of the engine as the session is then set
     * @param checkAccess refuses, and rolls back, what the user may not commit any more; asked before every commit
     */
    SessionTransaction(
            EngineHold hold,
            OpenCursors cursors,
            boolean readOnlyForGood,
            Supplier<Transaction> begin,
            Runnable checkAccess) {
        this.hold = hold;
        this.cursors = cursors;
        this.readOnlyForGood = readOnlyForGood;
        this.readOnly = readOnlyForGood;
        this.begin = begin;
        this.checkAccess = checkAccess;
    }

    // ---- running in it ----

    /** Does something that nobody may end the transaction in. */
    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            hold.checkOpen();
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the transaction a statement runs in, begun when there is none; called under the lock. */
    Transaction forStatement() {
        Transaction now = open;
        if (now == null) {
            return obtain();
        }
        if (isolation() == Isolation.READ_COMMITTED && !cursors.anyOfTransaction()) {
            now.refresh();
        }
        return now;
    }

    private Transaction obtain() {
        Transaction now = open;
        if (now == null) {
            now = begin.get();
            open = now;
        }
        return now;
    }

    /** Returns the transaction if its snapshot has been taken. */
    @Nullable
    Transaction ifOpen() {
        return open;
    }

    /** Has the transaction, if one is open, see and write other rings. */
    void rescope(RingScope scope) {
        lock.lock();
        try {
            Transaction now = open;
            if (now != null) {
                now.rescope(scope);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether statements run in a transaction that somebody has to end. */
    boolean isManual() {
        return !autoCommit || begun;
    }

    /** Returns whether a transaction has begun and is not ended. */
    boolean isOpen() {
        return open != null || begun;
    }

    /** Returns how many transactions have ended. */
    long ended() {
        return ended;
    }

    // ---- beginning and ending ----

    /** Begins a transaction that the next commit or rollback ends. */
    void begin() {
        begun = autoCommit;
    }

    boolean autoCommit() {
        return autoCommit;
    }

    void autoCommit(boolean on) {
        if (on != autoCommit) {
            end(true);
            autoCommit = on;
        }
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
        if (!isManual()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " needs setAutoCommit(false) or BEGIN: every statement commits itself");
        }
    }

    /** Ends the transaction, if any, and its cursors; it is over even when committing fails. */
    void end(boolean commit) {
        hold.enter();
        lock.lock();
        try {
            if (commit) {
                checkAccess.run();
            }
            Transaction ending = open;
            if (isOpen()) {
                ended++;
            }
            open = null;
            begun = false;
            ownIsolation = null;
            ownReadOnly = null;
            savepoints.clear();
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

    // ---- savepoints ----

    long savepoint(@Nullable String name) {
        checkManual("a savepoint");
        return hold.holding(() -> locked(() -> savepoints.add(name, obtain().mark())));
    }

    void rollbackTo(long savepoint) {
        locked(() -> undo(savepoints.backTo(savepoint)));
    }

    void rollbackTo(String name) {
        locked(() -> undo(savepoints.backTo(name)));
    }

    private int undo(int mark) {
        obtain().rollbackTo(mark);
        return mark;
    }

    void release(long savepoint) {
        locked(() -> savepoints.release(savepoint));
    }

    void release(String name) {
        locked(() -> savepoints.release(name));
    }

    // ---- what it sees and may do ----

    /** Returns the level of the transaction, or of the next one. */
    Isolation isolation() {
        Isolation own = ownIsolation;
        return own != null ? own : isolation;
    }

    /** Sets the level of every later transaction; refused inside one. */
    void isolation(Isolation wanted) {
        if (wanted != isolation || ownIsolation != null) {
            checkOutside("the isolation");
            isolation = wanted;
            ownIsolation = null;
        }
    }

    /** Sets the level of every later transaction. */
    void laterIsolation(Isolation wanted) {
        isolation = wanted;
    }

    /** Sets the level of this transaction only, which has not read yet, or of the next. */
    void ownIsolation(Isolation wanted) {
        ownIsolation = wanted;
    }

    /** Returns whether the transaction, or the next one, may not write. */
    boolean readOnly() {
        Boolean own = ownReadOnly;
        return readOnly || (own != null && own);
    }

    /** Refuses writes of every later transaction, or accepts them again; refused inside one. */
    void readOnly(boolean wanted) {
        if (wanted != readOnly) {
            checkOutside("read-only");
            laterReadOnly(wanted);
        }
    }

    /** Refuses writes of the session, or accepts them again. */
    void laterReadOnly(boolean wanted) {
        if (!wanted && readOnlyForGood) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION, "the connection was opened with readOnly=true and stays so");
        }
        readOnly = wanted;
    }

    /** Refuses writes of this transaction only, or accepts them again where the session does. */
    void ownReadOnly(boolean wanted) {
        if (!wanted && readOnly) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION, "the connection is read-only, and so is every transaction of it");
        }
        ownReadOnly = wanted;
    }

    /** Refuses a change of settings that a transaction has begun with. */
    void checkOutside(String what) {
        if (isOpen()) {
            throw new RocheException(
                    ErrorCode.INVALID_TRANSACTION_STATE,
                    what + " cannot change inside a transaction; commit or roll back");
        }
    }
}
