package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Commit.RowChange;
import io.rochedb.engine.internal.ring.Journal.Wait;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The order of commits: gives versions, applies commits to the ring tables, and says which version is visible. Thread-safe.
 *
 * <p>A commit is checked and applied as a whole under one short lock. The visible version is written last, so whoever reads it first and the
 * tables afterwards finds at least that version in them. Readers take no lock.
 */
public final class Committer {
    /** A commit is written as one batch, which has to fit one array. */
    private static final long COMMIT_BYTES_MAX = 1L << 30;

    private final EngineTime time;
    private final Snapshots snapshots;
    private final RingWriter writer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Long> pendingSync = new ArrayDeque<>();
    private @Nullable Journal journal;
    private long appended;
    private long lastWritten;
    private long schemaVersion;
    private volatile long visible;
    private volatile long publishedSchemaVersion;
    private volatile @Nullable RocheException failure;
    private volatile boolean closed;

    /** Starts after {@code version}. */
    public Committer(Catalog catalog, EngineTime time, long version, Totals totals) {
        this.time = time;
        appended = version;
        lastWritten = version;
        visible = version;
        snapshots = new Snapshots(() -> visible, time);
        writer = new RingWriter(catalog, totals);
    }

    /** Sets where commits are written; without it everything is in memory only. Called before the first commit. */
    public void journal(Journal to) {
        journal = to;
    }

    /** Returns the newest version readers see. */
    public long visible() {
        return visible;
    }

    /** Returns a number that grows with every new ring and every change of a field set. */
    public long schemaVersion() {
        return publishedSchemaVersion;
    }

    public Snapshots snapshots() {
        return snapshots;
    }

    /** Returns the newest version given to a commit. */
    public long appended() {
        lock.lock();
        try {
            return appended;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses every later commit: the engine is being closed. */
    public void close() {
        lock.lock();
        closed = true;
        lock.unlock();
    }

    /** Makes the engine read-only after a failed write: nothing after the last written commit is visible, nothing more is accepted. */
    public void fail(RocheException cause) {
        lock.lock();
        try {
            if (failure == null) {
                failure = cause;
                visible = Math.min(visible, lastWritten);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the engine is read-only, or null. */
    public @Nullable RocheException failure() {
        return failure;
    }

    /** Called by the journal, in order: commits up to this version are written, and synced where they wait for that. */
    public void written(long version) {
        lock.lock();
        try {
            lastWritten = version;
            while (!pendingSync.isEmpty() && pendingSync.peekFirst() <= version) {
                pendingSync.removeFirst();
            }
            advance();
        } finally {
            lock.unlock();
        }
    }

    /** Makes visible what is before the first commit that still waits for its sync. */
    private void advance() {
        if (failure == null) {
            Long pending = pendingSync.peekFirst();
            visible = pending == null ? appended : pending - 1;
        }
    }

    /** Puts one new record, whose seq, time and epoch are given here; returns the row. */
    public RowData put(RingState ring, Draft draft, Wait asked) {
        ring.touch();
        Journal log = journal;
        long bytes = draft.bytes();
        boolean ahead = log != null && asked == Wait.NONE && log.admit(1, bytes);
        Wait wait = asked == Wait.NONE && !ahead ? Wait.WRITTEN : asked;
        boolean queued = false;
        RowData row;
        long version;
        lock.lock();
        try {
            requireWritable();
            long now = time.now();
            row = draft.row(ring.takeSeq(), now, ring.epoch(), now);
            RingWriter.requireDimension(ring, draft.dimension());
            RingTable table = ring.table();
            boolean fits = table.fits(row);
            long estimate = fits
                    ? 0
                    : table.reserve(
                            ring.name(), 1, row.payload().length, draft.dimension() == 0 ? 0 : 1, draft.dimension());
            version = appended + 1;
            boolean isNew = !ring.exists();
            List<RingState> created = isNew ? writer.create(ring, version, now) : List.of();
            List<RowChange> changes = log == null ? null : new ArrayList<>(1);
            boolean fieldsChanged = writer.write(ring, row.seq(), row, version, now, changes);
            if (!fits) {
                table.settle(estimate);
            }
            if (log != null && changes != null) {
                Commit commit = new Commit(version, ahead ? 1 : 0, ahead ? bytes : 0);
                commit.add(writer.part(ring, changes, isNew, fieldsChanged));
                addCreated(commit, created, ring);
                queued = true;
                log.append(commit, wait);
            }
            publish(version, wait, isNew || fieldsChanged);
        } finally {
            lock.unlock();
            if (log != null && ahead && !queued) {
                log.release(1, bytes);
            }
        }
        if (log != null && wait != Wait.NONE) {
            log.await(version);
        }
        return row;
    }

    private void addCreated(Commit commit, List<RingState> created, RingState except) {
        for (RingState ring : created) {
            if (ring != except) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
    }

    private void publish(long version, Wait wait, boolean schemaChanged) {
        appended = version;
        if (schemaChanged) {
            publishedSchemaVersion = ++schemaVersion;
        }
        if (wait == Wait.SYNCED && journal != null) {
            pendingSync.addLast(version);
        }
        advance();
    }

    /** Commits what a transaction staged, all or nothing; returns the version. */
    public long commit(
            Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion, Wait asked) {
        Journal log = journal;
        int operations = 0;
        long bytes = 0;
        boolean ahead = false;
        if (log != null) {
            for (RingOverlay overlay : overlays) {
                operations += overlay.size();
                bytes += overlay.bytes();
            }
            requireOneBatch(bytes);
            ahead = asked == Wait.NONE && log.admit(operations, bytes);
        }
        Wait wait = asked == Wait.NONE && !ahead ? Wait.WRITTEN : asked;
        boolean queued = false;
        long version;
        lock.lock();
        try {
            requireWritable();
            check(overlays, settings, snapshotVersion);
            long[] estimates = reserve(overlays);
            version = appended + 1;
            Commit commit = log == null ? null : new Commit(version, ahead ? operations : 0, ahead ? bytes : 0);
            boolean schemaChanged = apply(overlays, settings, estimates, version, commit);
            if (log != null && commit != null) {
                queued = true;
                log.append(commit, wait);
            }
            publish(version, wait, schemaChanged);
            reclaim(overlays);
        } finally {
            lock.unlock();
            if (log != null && ahead && !queued) {
                log.release(operations, bytes);
            }
        }
        if (log != null && wait != Wait.NONE) {
            log.await(version);
        }
        return version;
    }

    private static void requireOneBatch(long bytes) {
        if (bytes > COMMIT_BYTES_MAX) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD,
                    "a transaction writes at most " + COMMIT_BYTES_MAX + " bytes, this one " + bytes
                            + "; commit more often");
        }
    }

    private static void check(
            Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        for (RingOverlay overlay : overlays) {
            RingWriter.validate(overlay, snapshotVersion);
        }
        for (RingSettings setting : settings) {
            if (!setting.extendsPeriods()) {
                throw new RocheException(
                        ErrorCode.SERIALIZATION_FAILURE,
                        "ring '" + setting.ring().name()
                                + "' was created or got another period by a transaction that committed first; run the transaction again");
            }
        }
    }

    private static long[] reserve(Collection<RingOverlay> overlays) {
        long[] estimates = new long[overlays.size()];
        int done = 0;
        boolean complete = false;
        try {
            for (RingOverlay overlay : overlays) {
                estimates[done] = RingWriter.reserve(overlay);
                done++;
            }
            complete = true;
            return estimates;
        } finally {
            if (!complete) {
                int undo = 0;
                for (RingOverlay overlay : overlays) {
                    if (undo < done) {
                        overlay.ring().table().settle(estimates[undo++]);
                    }
                }
            }
        }
    }

    private boolean apply(
            Collection<RingOverlay> overlays,
            Collection<RingSettings> settings,
            long[] estimates,
            long version,
            @Nullable Commit commit) {
        long now = time.now();
        Set<RingState> changed = new HashSet<>();
        Set<RingState> created = new HashSet<>();
        for (RingSettings setting : settings) {
            created.addAll(writer.create(
                    setting.ring(), version, setting.createdMillis() < 0 ? now : setting.createdMillis()));
            setting.ring().set(setting);
            changed.add(setting.ring());
        }
        for (RingOverlay overlay : overlays) {
            if (overlay.writesRows()) {
                created.addAll(writer.create(overlay.ring(), version, now));
            }
        }
        changed.addAll(created);
        boolean schemaChanged = !created.isEmpty();
        int i = 0;
        for (RingOverlay overlay : overlays) {
            schemaChanged |= writer.apply(
                    overlay,
                    version,
                    now,
                    commit,
                    changed.remove(overlay.ring()) || !overlay.ring().exists());
            overlay.ring().table().settle(estimates[i++]);
        }
        if (commit != null) {
            for (RingState ring : changed) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
        return schemaChanged;
    }

    /** Makes the seqs that a rolled-back transaction took durable, so that they are not given again. */
    public void abandon(Collection<RingOverlay> overlays) {
        Journal log = journal;
        if (log == null || overlays.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            if (failure == null && !closed) {
                Commit commit = new Commit(appended + 1, 0, 0);
                for (RingOverlay overlay : overlays) {
                    commit.add(writer.part(
                            overlay.ring(), List.of(), !overlay.ring().exists(), false));
                }
                log.append(commit, Wait.WRITTEN);
                publish(appended + 1, Wait.WRITTEN, false);
            }
        } finally {
            lock.unlock();
        }
    }

    private void reclaim(Collection<RingOverlay> overlays) {
        for (RingOverlay overlay : overlays) {
            RingState ring = overlay.ring();
            if (ring.table().worthReclaiming()) {
                // The visible version falls back to the last written one when a write fails: that one must stay whole.
                long needed = journal == null ? Long.MAX_VALUE : lastWritten;
                ring.table().reclaim(ring.name(), Math.min(needed, snapshots.oldestVersion()));
            }
        }
    }

    private void requireWritable() {
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
