package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.ring.Commit.RowChange;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.schema.RingSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The order of commits: gives versions, applies commits to the ring tables, and says which version is visible. Thread-safe.
 *
 * <p>A commit is checked and applied as a whole under one short lock. The visible version is written last, so whoever reads it first and the
 * tables afterwards finds at least that version in them. Readers take no lock.
 */
public final class Committer {
    private final EngineTime time;
    private final Snapshots snapshots;
    private final RingWriter writer;
    private final RingDdl ddl;
    private final DdlCommits statements;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Long> pendingSync = new ArrayDeque<>();
    private @Nullable Journal journal;
    private long appended;
    private volatile long lastWritten;
    private long schemaVersion;
    private volatile long visible;
    private volatile long publishedSchemaVersion;
    private volatile @Nullable RocheException failure;
    /** After a failed write: what is visible no longer advances. */
    private boolean frozen;

    private volatile boolean closed;
    /** Made beforehand: the failure when there is no memory left to say more. */
    private final RocheException halfApplied =
            new RocheException(ErrorCode.INTERNAL_ERROR, "a commit could not be applied; open the store again");

    /** Starts after {@code version}. */
    public Committer(Catalog catalog, EngineTime time, long version, Totals totals) {
        this.time = time;
        appended = version;
        lastWritten = version;
        visible = version;
        snapshots = new Snapshots(() -> visible, time);
        writer = new RingWriter(catalog, totals);
        ddl = new RingDdl(catalog, writer);
        statements = new DdlCommits(catalog, this, ddl);
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
            if (!frozen) {
                frozen = true;
                visible = Math.min(visible, lastWritten);
            }
            if (failure == null) {
                failure = cause;
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes the engine read-only after a commit that was applied in part. Its version is never given, so what it left in the tables stays
     * invisible; commits before it become visible as they are written.
     */
    private void halfApplied(Throwable cause) {
        if (failure == null) {
            failure = halfApplied;
            ErrorCode code = cause instanceof RocheException known ? known.code() : ErrorCode.INTERNAL_ERROR;
            failure = new RocheException(code, "applying a commit failed: " + cause, cause);
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
        if (!frozen) {
            Long pending = pendingSync.peekFirst();
            visible = pending == null ? appended : pending - 1;
        }
    }

    /**
     * Puts one new record, whose seq, time and epoch are given here; returns the row, or null when something else is declared about the ring than
     * the draft was checked against.
     */
    public @Nullable RowData put(RingState ring, Draft draft, @Nullable RingSchema schema, Wait asked) {
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
            if (ring.schema() != schema) {
                return null;
            }
            wait = visibleToItself(wait);
            long now = time.now();
            row = draft.row(ring.takeSeq(), now, ring.epoch(), now);
            RingWriter.requireDimension(ring, draft.dimension());
            writer.missing(ring);
            RingTable table = ring.table();
            version = appended + 1;
            Commit commit = log == null ? null : new Commit(version, ahead ? 1 : 0, ahead ? bytes : 0);
            RingIndexes indexes = table.indexes();
            @Nullable IndexKey[] keys = indexes.isEmpty() ? null : indexes.keys(row);
            if (keys != null) {
                UniqueKeys.requireFree(ring, indexes, keys, row);
            }
            boolean fits = keys == null && table.fits(row);
            int vectors = draft.dimension() == 0 ? 0 : 1;
            long indexBytes = keys == null ? 0 : RingIndexes.bytes(keys);
            long estimate = fits
                    ? 0
                    : table.reserve(ring.name(), 1, row.payload().length, indexBytes, vectors, draft.dimension());
            try {
                publish(version, commit, wait, apply(ring, row, keys, version, now, commit));
                queued = true;
            } catch (Throwable e) {
                halfApplied(e);
                throw e;
            } finally {
                if (!fits) {
                    table.settle(estimate);
                    table.settleIndexes(0);
                }
            }
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

    /** A commit that waits for nothing is visible to the caller only when no commit before it waits for its sync: else it waits too. */
    private Wait visibleToItself(Wait wait) {
        return wait == Wait.NONE && !pendingSync.isEmpty() ? Wait.WRITTEN : wait;
    }

    private boolean apply(
            RingState ring,
            RowData row,
            @Nullable IndexKey @Nullable [] keys,
            long version,
            long now,
            @Nullable Commit commit) {
        boolean isNew = !ring.exists();
        List<RingState> created = isNew ? writer.create(ring, version, now) : List.of();
        List<RowChange> changes = commit == null ? null : new ArrayList<>(1);
        boolean fieldsChanged = writer.write(ring, row.seq(), row, keys, version, now, changes);
        ring.table().indexes().publish();
        if (commit != null && changes != null) {
            commit.add(writer.part(ring, changes, isNew, fieldsChanged));
            addCreated(commit, created, ring);
        }
        return isNew || fieldsChanged;
    }

    private void addCreated(Commit commit, List<RingState> created, RingState except) {
        for (RingState ring : created) {
            if (ring != except) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
    }

    /** Queues a commit and gives its version; once it is queued nothing fails. */
    private void publish(long version, @Nullable Commit commit, Wait wait, boolean schemaChanged) {
        Journal log = journal;
        if (log != null && commit != null) {
            if (wait == Wait.SYNCED) {
                pendingSync.addLast(version);
            }
            log.append(commit, wait);
        }
        appended = version;
        if (schemaChanged) {
            publishedSchemaVersion = ++schemaVersion;
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
        if (log != null && asked == Wait.NONE) {
            for (RingOverlay overlay : overlays) {
                operations += overlay.size();
                bytes += overlay.bytes();
            }
            ahead = log.admit(operations, bytes);
        }
        Wait wait = asked == Wait.NONE && !ahead ? Wait.WRITTEN : asked;
        boolean queued = false;
        long refusedAfter = 0;
        long version;
        lock.lock();
        try {
            requireWritable();
            wait = visibleToItself(wait);
            refusedAfter = appended;
            validate(overlays, settings, snapshotVersion);
            refusedAfter = 0;
            long now = time.now();
            version = appended + 1;
            Commit commit = log == null ? null : new Commit(version, ahead ? operations : 0, ahead ? bytes : 0);
            long[] estimates = RingWriter.reserve(overlays);
            try {
                publish(version, commit, wait, apply(overlays, settings, version, now, commit));
                queued = true;
            } catch (Throwable e) {
                halfApplied(e);
                throw e;
            } finally {
                RingWriter.settle(overlays, estimates);
            }
            reclaim(overlays);
        } finally {
            lock.unlock();
            if (log != null && ahead && !queued) {
                log.release(operations, bytes);
            }
            if (log != null && refusedAfter > visible) {
                // What refused it may not be visible yet: another attempt before that would be refused again.
                log.await(refusedAfter);
            }
        }
        if (log != null && wait != Wait.NONE) {
            log.await(version);
        }
        return version;
    }

    /** Throws what {@link #commit} would throw now because of what others committed after the snapshot. */
    public void check(Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        lock.lock();
        try {
            validate(overlays, settings, snapshotVersion);
        } finally {
            lock.unlock();
        }
    }

    private void validate(Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        for (RingOverlay overlay : overlays) {
            RingWriter.validate(overlay, snapshotVersion);
            writer.missing(overlay.ring());
        }
        for (RingSettings setting : settings) {
            RingWriter.requireNotEnded(setting.ring(), snapshotVersion);
            writer.missing(setting.ring());
            if (!setting.extendsPeriods()) {
                throw new RocheException(
                        ErrorCode.SERIALIZATION_FAILURE,
                        "ring '" + setting.ring().name()
                                + "' was created or got another period by a transaction that committed first; run the transaction again");
            }
        }
    }

    private boolean apply(
            Collection<RingOverlay> overlays,
            Collection<RingSettings> settings,
            long version,
            long now,
            @Nullable Commit commit) {
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
                created.addAll(writer.create(overlay.ring(), version, RingWriter.earliest(overlay, now)));
            }
        }
        changed.addAll(created);
        boolean schemaChanged = !created.isEmpty();
        for (RingOverlay overlay : overlays) {
            schemaChanged |= writer.apply(
                    overlay,
                    version,
                    now,
                    commit,
                    changed.remove(overlay.ring()) || !overlay.ring().exists());
        }
        if (commit != null) {
            for (RingState ring : changed) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
        return schemaChanged;
    }

    /** What a DDL statement does, under the commit lock. */
    interface Change {
        /** Throws what refuses it; false when it is to be worked out again. */
        boolean check(long appended);

        /** Does it; after {@link #check} this does not fail. */
        void apply(long version, long now, @Nullable Commit commit);
    }

    /** Returns the commits of DDL statements. */
    public DdlCommits statements() {
        return statements;
    }

    /** Commits what a DDL statement does; returns the version, or -1 when its check asks for it. */
    long commit(Change change, Wait wait) {
        Journal log = journal;
        long version;
        lock.lock();
        try {
            requireWritable();
            if (!change.check(appended)) {
                return -1;
            }
            version = appended + 1;
            Commit commit = log == null ? null : new Commit(version, 0, 0);
            try {
                change.apply(version, time.now(), commit);
                publish(version, commit, wait, true);
            } catch (Throwable e) {
                halfApplied(e);
                throw e;
            }
        } finally {
            lock.unlock();
        }
        if (log != null) {
            log.await(version);
        }
        forgetEnded();
        return version;
    }

    /** Does something at the newest version given, which nothing follows meanwhile. */
    void locked(LongConsumer work) {
        lock.lock();
        try {
            requireWritable();
            work.accept(appended);
        } finally {
            lock.unlock();
        }
    }

    /** Does something while no commit is applied, even when none can be any more. */
    void lockedAlways(Runnable work) {
        lock.lock();
        try {
            work.run();
        } finally {
            lock.unlock();
        }
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
                publish(commit.version(), commit, Wait.WRITTEN, false);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives up what dropped and emptied rings held and nobody reads any more. */
    public void forgetEnded() {
        // Whoever holds the lock may do it as well, or the next who closes a view.
        if (ddl.hasEnded() && lock.tryLock()) {
            try {
                ddl.forget(oldestNeeded());
            } finally {
                lock.unlock();
            }
        }
    }

    /** Returns the oldest version that anyone reads, or that may become the visible one again. */
    public long oldestNeeded() {
        // The visible version falls back to the last written one when a write fails: that one must stay whole.
        long needed = journal == null ? Long.MAX_VALUE : lastWritten;
        return Math.min(needed, snapshots.oldestVersion());
    }

    private void reclaim(Collection<RingOverlay> overlays) {
        for (RingOverlay overlay : overlays) {
            RingState ring = overlay.ring();
            if (ring.table().indexes().worthPurging()) {
                ring.table().indexes().purge(oldestNeeded());
                ring.table().settleIndexes(0);
            }
            if (ring.table().worthReclaiming()) {
                try {
                    ring.table().reclaim(oldestNeeded());
                } catch (RuntimeException | Error e) {
                    // The commit stands. The table is as it was, and looked at again when more of it is dead.
                    continue;
                }
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
