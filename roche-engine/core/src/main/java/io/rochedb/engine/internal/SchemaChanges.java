package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Catalog;
import io.rochedb.engine.internal.ring.Committer;
import io.rochedb.engine.internal.ring.Journal.Wait;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.SchemaChange;

/** DDL statements: worked out against what is declared, committed when that is still so, else worked out again. Stateless. */
final class SchemaChanges {
    /** How often a statement is worked out when others come first. */
    private static final int ATTEMPTS_MAX = 100;

    private SchemaChanges() {}

    /** Applies and commits one statement; returns its version. */
    static long commit(EmbeddedEngine engine, SchemaChange change, RingScope scope, Wait wait) {
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
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            SchemaEdit edit = new SchemaEdit(catalog.schemas().newest(), change, scope, rings);
            long version = committer.statements().commit(edit, wait);
            if (version >= 0) {
                catalog.schemas().forget(committer.oldestNeeded());
                return version;
            }
        }
        throw new RocheException(
                ErrorCode.SERIALIZATION_FAILURE,
                "other statements changed what is declared " + ATTEMPTS_MAX + " times meanwhile; run it again");
    }
}
