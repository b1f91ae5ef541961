package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Catalog;
import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.DdlCommits;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.schema.SchemaChange;

/** DDL statements: worked out against what is declared, committed when that is still so, else worked out again. Stateless. */
final class SchemaChanges {
    /** How often a statement is worked out when others come first. */
    private static final int ATTEMPTS_MAX = 100;

    private SchemaChanges() {}

    /** Works a statement out against what is declared now. */
    static SchemaEdit edit(EmbeddedEngine engine, SchemaChange change, RingScope scope) {
        Catalog catalog = engine.catalog();
        Committer committer = engine.committer();
        SchemaEdit.Rings rings = new SchemaEdit.Rings() {
            @Override
            public boolean exists(String name) {
                RingState ring = catalog.byName(name);
                return ring != null && ring.existsAt(committer.appended());
            }

            @Override
            public boolean holdsRecords(String name) {
                RingState ring = catalog.byName(name);
                return ring != null && ring.recordsNow() > 0;
            }
        };
        return new SchemaEdit(catalog.schemas().newest(), change, scope, rings);
    }

    /** Refuses a caller who may not change what is declared. */
    static void requireAdministering(RingScope scope) {
        if (!scope.administers()) {
            throw new RocheException(
                    ErrorCode.INSUFFICIENT_PRIVILEGE, "only an ADMIN may change what is declared in the store");
        }
    }

    /** Applies and commits one statement; returns its version. */
    static long commit(EmbeddedEngine engine, SchemaChange change, RingScope scope, Wait wait, QueryMonitor monitor) {
        if (!SchemaEdit.needsWritingOnly(change)) {
            requireAdministering(scope);
        }
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            long version = commit(engine, edit(engine, change, scope), DdlCommits.Staged.NOTHING, wait, monitor);
            if (version >= 0) {
                return version;
            }
        }
        throw new RocheException(
                ErrorCode.SERIALIZATION_FAILURE,
                "other statements changed what is declared " + ATTEMPTS_MAX + " times meanwhile; run it again");
    }

    /** Commits a statement with what its transaction staged; returns the version, or -1 when it is to be worked out again. */
    static long commit(
            EmbeddedEngine engine, SchemaEdit edit, DdlCommits.Staged staged, Wait wait, QueryMonitor monitor) {
        long version = engine.committer().statements().commit(edit, staged, engine.limits(), wait, monitor);
        if (version >= 0) {
            engine.catalog().schemas().forget(engine.committer().upkeep().oldestNeeded());
        }
        return version;
    }
}
