package io.rochedb.engine.internal.ring;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Commits of DDL statements, one after another: what takes long (looking at existing records, filling indexes) is done before the commit lock is taken,
 * what has changed meanwhile is caught up with under it. What a statement writes into records is of the same commit. Thread-safe.
 */
public final class DdlCommits {
    private static final long LOOK_MILLIS = 20;
    /** Under the commit lock nothing is stopped any more. */
    private static final QueryMonitor UNSTOPPED = new QueryMonitor();

    private final Catalog catalog;
    private final Committer committer;
    private final RingDdl ddl;
    private final StagedWriter writer;
    private final EngineTime time;
    /** Held by the statement that runs: another must not see its half-built indexes. */
    private final ReentrantLock statement = new ReentrantLock();

    DdlCommits(Catalog catalog, Committer committer, RingDdl ddl, StagedWriter writer, EngineTime time) {
        this.catalog = catalog;
        this.committer = committer;
        this.ddl = ddl;
        this.writer = writer;
        this.time = time;
    }

    /**
     * What a transaction that declares something has staged.
     *
     * @param snapshotVersion the version it reads at
     */
    public record Staged(Collection<RingOverlay> overlays, Collection<RingSettings> settings, long snapshotVersion) {
        /** Nothing. */
        public static final Staged NOTHING = new Staged(List.of(), List.of(), 0);
    }

    /**
     * Commits a statement with what its transaction staged, all or nothing; returns the version, or -1 when it is to be worked out again: what it began with is
     * not so any more.
     */
    public long commit(SchemaEdit edit, Staged staged, EngineOptions.Limits limits, Wait wait, QueryMonitor monitor) {
        takeTurn(monitor);
        try (ExistingRecords existing =
                new ExistingRecords(ddl, catalog.budget(), edit, staged.overlays(), limits, time.now())) {
            if (!ddl.isCurrent(edit)) {
                return -1;
            }
            IndexBuild indexes = new IndexBuild(catalog, catalog.budget(), edit);
            try {
                long lookedAt = lookAt(existing, monitor);
                indexes.load(monitor);
                committer.locked(indexes::attach);
                indexes.fill(monitor);
                return committer.commit(new Change(edit, staged, existing, lookedAt, indexes), wait);
            } finally {
                committer.lockedAlways(indexes::close);
            }
        } finally {
            statement.unlock();
        }
    }

    private void takeTurn(QueryMonitor monitor) {
        try {
            while (!statement.tryLock(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                monitor.check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RocheException(ErrorCode.QUERY_CANCELLED, "the statement was interrupted", e);
        }
    }

    /** Looks at all existing records, then at those written meanwhile; returns the version looked at. */
    private long lookAt(ExistingRecords existing, QueryMonitor monitor) {
        long lookedAt = -1;
        for (int round = 0; round < 2; round++) {
            try (Snapshots.Snapshot snapshot = committer.snapshots().open()) {
                existing.look(lookedAt, snapshot.version(), monitor);
                lookedAt = snapshot.version();
            }
        }
        return lookedAt;
    }

    private final class Change implements DdlChange {
        private final SchemaEdit edit;
        private final Staged staged;
        private final ExistingRecords existing;
        private final long lookedAt;
        private final IndexBuild indexes;
        private final List<RingOverlay> written = new ArrayList<>();
        private @Nullable RoomToWrite reserved;

        Change(SchemaEdit edit, Staged staged, ExistingRecords existing, long lookedAt, IndexBuild indexes) {
            this.edit = edit;
            this.staged = staged;
            this.existing = existing;
            this.lookedAt = lookedAt;
            this.indexes = indexes;
        }

        @Override
        public boolean check(long appended) {
            if (!ddl.check(edit)) {
                return false;
            }
            existing.look(lookedAt, RingScans.NEWEST, UNSTOPPED);
            writer.validate(staged.overlays(), staged.settings(), staged.snapshotVersion());
            indexes.complete(appended);
            written.addAll(staged.overlays());
            written.addAll(existing.rewritten());
            written.forEach(UniqueKeys::requireFree);
            reserved = RoomToWrite.of(written);
            return true;
        }

        @Override
        public void apply(long version, long now, @Nullable Commit commit) {
            ddl.apply(edit, version, now, commit);
            indexes.taken();
            writer.apply(written, staged.settings(), version, now, commit);
        }

        @Override
        public Collection<RingOverlay> settle() {
            if (reserved != null) {
                reserved.settle();
            }
            return written;
        }
    }
}
