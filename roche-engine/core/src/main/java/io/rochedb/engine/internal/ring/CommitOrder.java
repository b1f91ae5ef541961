package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Journal.Wait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which versions commits have been given, which are written, which is visible, and whether another can be given. Changed by whoever holds its lock, the commit
 * lock; what is only asked needs no lock, but for the newest version given.
 */
final class CommitOrder {
    private final ReentrantLock lock = new ReentrantLock();
    /** Versions that become visible once they are synced, in order. */
    private final Deque<Long> pendingSync = new ArrayDeque<>();

    private long appended;
    private volatile long lastWritten;
    private volatile long visible;
    private long newSchemaVersion;
    private volatile long schemaVersion;
    private volatile @Nullable RocheException failure;
    /** After a failed write: what is visible no longer advances. */
    private boolean frozen;

    private boolean closed;
    /** Made beforehand: the failure when there is no memory left to say more. */
    private final RocheException halfApplied =
            new RocheException(ErrorCode.INTERNAL_ERROR, "a commit could not be applied; open the store again");

    /** Starts after a version. */
    CommitOrder(long version) {
        appended = version;
        lastWritten = version;
        visible = version;
    }

    /** Returns the commit lock. */
    ReentrantLock lock() {
        return lock;
    }

    /** Returns the newest version readers see. */
    long visible() {
        return visible;
    }

    /** Returns the newest version that is written. */
    long lastWritten() {
        return lastWritten;
    }

    /** Returns a number that grows with every new ring and every change of a field set. */
    long schemaVersion() {
        return schemaVersion;
    }

    /** Returns the newest version given to a commit. */
    long appended() {
        return appended;
    }

    /** Returns the version that the next commit is given. */
    long next() {
        return appended + 1;
    }

    /** Notes that a commit's version becomes visible only once it is synced: before it is {@link #given}. */
    void waitsForSync(long version) {
        pendingSync.addLast(version);
    }

    /** Notes that a commit has its version. */
    void given(long version, boolean schemaChanged) {
        appended = version;
        if (schemaChanged) {
            schemaVersion = ++newSchemaVersion;
        }
        advance();
    }

    /** Notes, in order, that commits up to this version are written, and synced where they wait for that. */
    void written(long version) {
        lastWritten = version;
        while (!pendingSync.isEmpty() && pendingSync.peekFirst() <= version) {
            pendingSync.removeFirst();
        }
        advance();
    }

    /** Makes visible what is before the first commit that still waits for its sync. */
    private void advance() {
        if (!frozen) {
            Long pending = pendingSync.peekFirst();
            visible = pending == null ? appended : pending - 1;
        }
    }

    /** A commit that waits for nothing is visible to the caller only when no commit before it waits for its sync: else it waits too. */
    Wait visibleToItself(Wait wait) {
        return wait == Wait.NONE && !pendingSync.isEmpty() ? Wait.WRITTEN : wait;
    }

    /** Gives no version any more after a failed write; nothing after the last written one is visible. */
    void fail(RocheException cause) {
        if (!frozen) {
            frozen = true;
            visible = Math.min(visible, lastWritten);
        }
        if (failure == null) {
            failure = cause;
        }
    }

    /**
     * Gives no version any more after a commit that was applied in part. Its version is never given, so what it left in the tables stays
     * invisible; commits before it become visible as they are written.
     */
    void halfApplied(Throwable cause) {
        if (failure == null) {
            failure = halfApplied;
            ErrorCode code = cause instanceof RocheException known ? known.code() : ErrorCode.INTERNAL_ERROR;
            failure = new RocheException(code, "applying a commit failed: " + cause, cause);
        }
    }

    /** Returns why no version is given any more, or null. */
    @Nullable
    RocheException failure() {
        return failure;
    }

    /** Gives no version any more. */
    void close() {
        closed = true;
    }

    boolean isWritable() {
        return failure == null && !closed;
    }

    void requireWritable() {
        RocheException cause = failure;
        if (cause != null) {
            throw new RocheException(
                    cause.code(), "the store is read-only since a write failed: " + cause.getMessage(), cause);
        }
        if (closed) {
            throw new RocheException(ErrorCode.CONNECTION_CLOSED, "the engine is closed");
        }
    }
}
