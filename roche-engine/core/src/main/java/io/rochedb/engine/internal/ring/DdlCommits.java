package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.schema.SchemaEdit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Commits of DDL statements, one after another: what takes long (looking at existing records, filling indexes) is done before the commit lock is taken,
 * what has changed meanwhile is caught up with under it. Thread-safe.
 */
public final class DdlCommits {
    private final Catalog catalog;
    private final Committer committer;
    private final RingDdl ddl;
    /** Held by the statement that runs: another must not see its half-built indexes. */
    private final ReentrantLock statement = new ReentrantLock();

    DdlCommits(Catalog catalog, Committer committer, RingDdl ddl) {
        this.catalog = catalog;
        this.committer = committer;
        this.ddl = ddl;
    }

    /** Commits a statement, all or nothing; returns the version, or -1 when it is to be worked out again: what it began with is not so any more. */
    public long commit(SchemaEdit edit, Wait wait) {
        statement.lock();
        try {
            IndexBuild indexes = new IndexBuild(catalog, catalog.budget(), edit);
            try {
                long lookedAt = lookAtExisting(edit);
                indexes.load();
                committer.locked(indexes::attach);
                indexes.fill();
                return committer.commit(new Change(edit, lookedAt, indexes), wait);
            } finally {
                committer.lockedAlways(indexes::close);
            }
        } finally {
            statement.unlock();
        }
    }

    /** Looks at all existing records, then at those written meanwhile; returns the version looked at. */
    private long lookAtExisting(SchemaEdit edit) {
        long lookedAt = -1;
        for (int round = 0; round < 2; round++) {
            try (Snapshots.Snapshot snapshot = committer.snapshots().open()) {
                ddl.lookAt(edit, lookedAt, snapshot.version());
                lookedAt = snapshot.version();
            }
        }
        return lookedAt;
    }

    private final class Change implements Committer.Change {
        private final SchemaEdit edit;
        private final long lookedAt;
        private final IndexBuild indexes;

        Change(SchemaEdit edit, long lookedAt, IndexBuild indexes) {
            this.edit = edit;
            this.lookedAt = lookedAt;
            this.indexes = indexes;
        }

        @Override
        public boolean check(long appended) {
            boolean current = ddl.check(edit, lookedAt);
            if (current) {
                indexes.complete(appended);
            }
            return current;
        }

        @Override
        public void apply(long version, long now, @Nullable Commit commit) {
            ddl.apply(edit, version, now, commit);
            indexes.taken();
        }
    }
}
