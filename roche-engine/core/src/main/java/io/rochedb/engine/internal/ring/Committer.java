package io.rochedb.engine.internal.ring;

import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.ring.Commit.RowChange;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.schema.RingSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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
    private final StagedWriter staged;
    private final DdlCommits statements;
    private final Upkeep upkeep;
    private final Residency residency;
    private final CommitOrder order;
    private final ReentrantLock lock;
    private @Nullable Journal journal;

    /** Starts after {@code version}. */
    public Committer(Catalog catalog, EngineTime time, long version, Totals totals) {
        this.time = time;
        order = new CommitOrder(version);
        lock = order.lock();
        snapshots = new Snapshots(order::visible, time);
        writer = new RingWriter(catalog, totals);
        staged = new StagedWriter(writer);
        RingDdl ddl = new RingDdl(catalog, writer);
        upkeep = new Upkeep(order, snapshots, ddl);
        residency = catalog.residency();
        residency.attach(order, upkeep, catalog.all());
        statements = new DdlCommits(catalog, this, ddl, staged, time);
    }

    /** Sets where commits are written; without it everything is in memory only. Called before the first commit. */
    public void journal(Journal to) {
        journal = to;
        upkeep.journaled();
        residency.journal(to);
    }

    /** Returns the newest version readers see. */
    public long visible() {
        return order.visible();
    }

    /** Returns a number that grows with every new ring and every change of a field set. */
    public long schemaVersion() {
        return order.schemaVersion();
    }

    public Snapshots snapshots() {
        return snapshots;
    }

    /** Returns what gives up what nobody reads any more. */
    public Upkeep upkeep() {
        return upkeep;
    }

    /** Returns the newest version given to a commit. */
    public long appended() {
        lock.lock();
        try {
            return order.appended();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses every later commit: the engine is being closed. */
    public void close() {
        lock.lock();
        try {
            order.close();
        } finally {
            lock.unlock();
        }
    }

    /** Makes the engine read-only after a failed write: nothing after the last written commit is visible, nothing more is accepted. */
    public void fail(RocheException cause) {
        lock.lock();
        try {
            order.fail(cause);
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the engine is read-only, or null. */
    public @Nullable RocheException failure() {
        return order.failure();
    }

    /** Called by the journal, in order: commits up to this version are written, and synced where they wait for that. */
    public void written(long version) {
        lock.lock();
        try {
            order.written(version);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts one new record, whose seq, time and epoch are given here; returns the row, or null when something else is declared about the ring than
     * the draft was checked against.
     */
    public @Nullable RowData put(RingState ring, Draft draft, @Nullable RingSchema schema, Wait asked) {
        for (int attempt = 1; ; attempt++) {
            try {
                return putOnce(ring, draft, schema, asked);
            } catch (RocheException e) {
                residency.awaitRoom(e, attempt);
            }
        }
    }

    private @Nullable RowData putOnce(RingState ring, Draft draft, @Nullable RingSchema schema, Wait asked) {
        // Read before the lock is taken, as it takes long.
        RingIndexes indexesBefore = ring.indexes();
        @Nullable
        IndexKey[] keysBefore = indexesBefore.isEmpty() ? null : indexesBefore.keys(draft.payload(), draft.codec());
        Journal log = journal;
        long bytes = draft.bytes();
        residency.prepare(2 * bytes);
        boolean ahead = log != null && asked == Wait.NONE && log.admit(1, bytes);
        Wait wait = asked == Wait.NONE && !ahead ? Wait.WRITTEN : asked;
        boolean queued = false;
        RowData row;
        long version;
        lock.lock();
        try {
            order.requireWritable();
            if (ring.schema() != schema) {
                return null;
            }
            wait = order.visibleToItself(wait);
            long now = time.now();
            row = draft.row(ring.takeSeq(), now, ring.epoch(), now);
            RingWriter.requireDimension(ring, draft.dimension());
            writer.missing(ring);
            RingTable table = ring.tableToWrite();
            version = order.next();
            Commit commit = log == null ? null : new Commit(version, ahead ? 1 : 0, ahead ? bytes : 0);
            RingIndexes indexes = table.indexes();
            @Nullable
            IndexKey[] keys = indexes == indexesBefore ? keysBefore : indexes.isEmpty() ? null : indexes.keys(row);
            if (keys != null) {
                UniqueKeys.requireFree(ring, indexes, keys, row);
            }
            boolean fits = keys == null && table.fits(row);
            RoomToWrite room = fits ? null : RoomToWrite.of(ring, row, keys == null ? 0 : RingIndexes.bytes(keys));
            try {
                publish(version, commit, wait, apply(ring, row, keys, version, now, commit));
                queued = true;
            } catch (Throwable e) {
                order.halfApplied(e);
                throw e;
            } finally {
                if (room != null) {
                    room.settle();
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
        RingOverlay.Staged written = new RingOverlay.Staged(row, row.seq(), false, 0, false);
        boolean fieldsChanged = writer.write(ring, written, keys, version, now, changes);
        ring.tableToWrite().indexes().publish();
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
                order.waitsForSync(version);
            }
            log.append(commit, wait);
        }
        order.given(version, schemaChanged);
    }

    /** Commits what a transaction staged, all or nothing; returns the version. {@link Upkeep#ended} is to be told once its snapshot is closed. */
    public long commit(
            Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion, Wait asked) {
        for (int attempt = 1; ; attempt++) {
            try {
                return commitOnce(overlays, settings, snapshotVersion, asked);
            } catch (RocheException e) {
                residency.awaitRoom(e, attempt);
            }
        }
    }

    private long commitOnce(
            Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion, Wait asked) {
        residency.prepare(overlays);
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
            order.requireWritable();
            wait = order.visibleToItself(wait);
            refusedAfter = order.appended();
            staged.validate(overlays, settings, snapshotVersion);
            refusedAfter = 0;
            long now = time.now();
            version = order.next();
            Commit commit = log == null ? null : new Commit(version, ahead ? operations : 0, ahead ? bytes : 0);
            RoomToWrite room = RoomToWrite.of(overlays);
            try {
                publish(version, commit, wait, staged.apply(overlays, settings, version, now, commit));
                queued = true;
            } catch (Throwable e) {
                order.halfApplied(e);
                throw e;
            } finally {
                room.settle();
            }
            upkeep.committed(overlays);
        } finally {
            lock.unlock();
            if (log != null && ahead && !queued) {
                log.release(operations, bytes);
            }
            awaitVisible(log, refusedAfter);
        }
        if (log != null && wait != Wait.NONE) {
            log.await(version);
        }
        return version;
    }

    /** Waits until everything that has been committed by now is visible: also what is being applied. */
    public void awaitVisible() {
        awaitVisible(journal, appended());
    }

    /** What refused a commit may not be visible yet: another attempt before that would be refused again. */
    private void awaitVisible(@Nullable Journal log, long refusedAfter) {
        if (log != null && refusedAfter > order.visible()) {
            log.await(refusedAfter);
        }
    }

    /** Throws what {@link #commit} would throw now because of what others committed after the snapshot. */
    public void check(Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        lock.lock();
        try {
            staged.validate(overlays, settings, snapshotVersion);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the commits of DDL statements. */
    public DdlCommits statements() {
        return statements;
    }

    /** Commits what a DDL statement does; returns the version, or -1 when its check asks for it. */
    long commit(DdlChange change, Wait wait) {
        Journal log = journal;
        Collection<RingOverlay> written;
        long refusedAfter = 0;
        long version;
        lock.lock();
        try {
            order.requireWritable();
            refusedAfter = order.appended();
            if (!change.check(refusedAfter)) {
                return -1;
            }
            refusedAfter = 0;
            version = order.next();
            Commit commit = log == null ? null : new Commit(version, 0, 0);
            try {
                change.apply(version, time.now(), commit);
                publish(version, commit, wait, true);
            } catch (Throwable e) {
                order.halfApplied(e);
                throw e;
            } finally {
                written = change.settle();
            }
            upkeep.reclaim(written);
        } finally {
            lock.unlock();
            awaitVisible(log, refusedAfter);
        }
        if (log != null) {
            log.await(version);
        }
        upkeep.forgetEnded();
        return version;
    }

    /** Does something at the newest version given, which nothing follows meanwhile. */
    void locked(LongConsumer work) {
        lock.lock();
        try {
            order.requireWritable();
            work.accept(order.appended());
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
            if (order.isWritable()) {
                Commit commit = new Commit(order.next(), 0, 0);
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
}
