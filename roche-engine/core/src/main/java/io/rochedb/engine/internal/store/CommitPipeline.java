package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.events.CommitGroupEvent;
import io.rochedb.engine.internal.ring.Commit;
import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.Journal;
import io.rochedb.engine.metrics.Durations;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The thread that writes commits to the log store, in order, in groups; a commit is never split. Thread-safe.
 *
 * <p>A group closes at {@value #GROUP_OPERATIONS} operations, {@value #GROUP_MICROS} µs after its first commit, or at once when somebody waits for it. It is
 * synced when a commit in it asks for that. After a failed write nothing more is written: the engine becomes read-only.
 */
public final class CommitPipeline implements Journal {
    static final int GROUP_OPERATIONS = 128;
    static final long GROUP_MICROS = 1_000;
    static final int AHEAD_OPERATIONS = 256;
    static final long AHEAD_BYTES = 1 << 20;
    private static final long GROUP_BYTES_MAX = 16 << 20;

    private record Entry(Commit commit, Wait until) {}

    private final LogStore store;
    private final Committer committer;
    private final BatchEncoder encoder;
    private final PipelineMetrics metrics;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition progress = lock.newCondition();
    private final Deque<Entry> queue = new ArrayDeque<>();
    /** Made beforehand: told to those who wait when there is no memory left to say more. */
    private final RocheException broken =
            new RocheException(ErrorCode.IO_ERROR, "the thread that writes commits has ended; open the store again");

    private final Thread thread;
    private long queuedOperations;
    private int waiters;
    private int aheadOperations;
    private long aheadBytes;
    private long written;
    private boolean idle;
    private boolean closing;
    private @Nullable RocheException failure;

    /** Starts after {@code version}. */
    public CommitPipeline(
            LogStore store, Committer committer, BatchEncoder encoder, long version, PipelineMetrics metrics) {
        this.metrics = metrics;
        this.store = store;
        this.committer = committer;
        this.encoder = encoder;
        written = version;
        thread = new Thread(this::run, "roche-commit-pipeline");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public boolean admit(int operations, long bytes) {
        if (operations > AHEAD_OPERATIONS || bytes > AHEAD_BYTES) {
            return false;
        }
        lock.lock();
        try {
            while (failure == null
                    && (aheadOperations + operations > AHEAD_OPERATIONS || aheadBytes + bytes > AHEAD_BYTES)) {
                progress.awaitUninterruptibly();
            }
            aheadOperations += operations;
            aheadBytes += bytes;
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void release(int operations, long bytes) {
        lock.lock();
        try {
            aheadOperations -= operations;
            aheadBytes -= bytes;
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void append(Commit commit, Wait wait) {
        lock.lock();
        try {
            queue.addLast(new Entry(commit, wait));
            queuedOperations += commit.operations();
            waiters += wait == Wait.NONE ? 0 : 1;
            if (idle || waiters > 0 || queuedOperations >= GROUP_OPERATIONS) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void await(long version) {
        lock.lock();
        try {
            while (written < version && failure == null) {
                progress.awaitUninterruptibly();
            }
            RocheException cause = failure;
            if (written < version && cause != null) {
                throw new RocheException(cause.code(), "the commit could not be written: " + cause.getMessage(), cause);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Has everything up to a version written without delay, and waits for it. */
    void flush(long version) {
        lock.lock();
        waiters++;
        work.signal();
        lock.unlock();
        try {
            await(version);
        } finally {
            lock.lock();
            waiters--;
            lock.unlock();
        }
    }

    /** Syncs what is written; when that fails, nobody knows what is on disk, and the engine becomes read-only. */
    void sync() {
        requireNotFailed();
        try {
            store.sync();
        } catch (RocheException e) {
            fail(e);
            throw e;
        }
    }

    private void requireNotFailed() {
        lock.lock();
        try {
            RocheException cause = failure;
            if (cause != null) {
                throw new RocheException(
                        cause.code(), "the store is read-only since a write failed: " + cause.getMessage(), cause);
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        boolean ended = false;
        try {
            List<Entry> group = new ArrayList<>();
            while (take(group)) {
                write(group);
                group.clear();
            }
            ended = true;
        } catch (RocheException e) {
            fail(e);
            ended = true;
        } catch (Throwable e) {
            fail(new RocheException(ErrorCode.IO_ERROR, "writing a group of commits failed: " + e, e));
            ended = true;
        } finally {
            if (!ended) {
                fail(broken);
            }
        }
    }

    /** Waits for a group to close and takes it; false when closing and nothing is left. */
    private boolean take(List<Entry> group) {
        lock.lock();
        try {
            while (queue.isEmpty()) {
                if (closing || failure != null) {
                    return false;
                }
                idle = true;
                work.awaitUninterruptibly();
                idle = false;
            }
            long left = TimeUnit.MICROSECONDS.toNanos(GROUP_MICROS);
            while (left > 0 && waiters == 0 && !closing && queuedOperations < GROUP_OPERATIONS) {
                left = awaitWork(left);
            }
            long bytes = 0;
            while (!queue.isEmpty() && bytes < GROUP_BYTES_MAX) {
                Entry entry = queue.removeFirst();
                bytes += entry.commit.bytes();
                queuedOperations -= entry.commit.operations();
                waiters -= entry.until == Wait.NONE ? 0 : 1;
                group.add(entry);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private long awaitWork(long nanos) {
        try {
            return work.awaitNanos(nanos);
        } catch (InterruptedException e) {
            // The thread is nobody's to interrupt; what has arrived is written now.
            return 0;
        }
    }

    private void write(List<Entry> group) {
        boolean sync = false;
        int operations = 0;
        for (Entry entry : group) {
            encoder.add(entry.commit);
            operations += entry.commit.operations();
            sync |= entry.until == Wait.SYNCED;
        }
        LogBatch batch = encoder.finish();
        int bytes = batch.bytes();
        CommitGroupEvent event = new CommitGroupEvent();
        event.begin();
        long start = Durations.begin();
        store.write(batch, sync);
        metrics.written(group.size(), operations, bytes, sync, start);
        event.end();
        encoder.clear();
        // A sync that failed meanwhile may have lost what this batch builds on.
        requireNotFailed();
        long version = group.get(group.size() - 1).commit.version();
        committer.written(version);
        if (event.shouldCommit()) {
            event.commits = group.size();
            event.operations = operations;
            event.bytes = bytes;
            event.synced = sync;
            event.version = version;
            event.commit();
        }
        lock.lock();
        try {
            written = version;
            for (Entry entry : group) {
                aheadOperations -= entry.commit.admittedOperations();
                aheadBytes -= entry.commit.admittedBytes();
            }
            progress.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void fail(RocheException cause) {
        try {
            committer.fail(cause);
        } finally {
            lock.lock();
            try {
                if (failure == null) {
                    failure = cause;
                }
                queue.clear();
                progress.signalAll();
                work.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Writes what is queued and ends the thread; false when a write has failed. No commit may be appended after it. */
    boolean close() {
        lock.lock();
        try {
            closing = true;
            work.signal();
        } finally {
            lock.unlock();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        lock.lock();
        try {
            return failure == null;
        } finally {
            lock.unlock();
        }
    }
}
