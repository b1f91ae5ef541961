package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.internal.schema.SchemaEdit.RingAction;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Applies DDL statements to rings; every method is called under the commit lock. */
final class RingDdl {
    private final Catalog catalog;
    private final RingWriter writer;

    RingDdl(Catalog catalog, RingWriter writer) {
        this.catalog = catalog;
        this.writer = writer;
    }

    /**
     * Checks what must still be so; false when the catalog is another one than the edit was worked out against.
     *
     * @param lookedAt the version up to which existing records have been looked at
     */
    boolean check(SchemaEdit edit, RingScope scope, long lookedAt) {
        if (catalog.schemas().newest() != edit.base()) {
            return false;
        }
        for (String name : edit.freeNames()) {
            RingState ring = catalog.byName(name);
            if (ring != null && ring.exists()) {
                return false;
            }
        }
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Create create) {
                writer.missing(catalog.obtain(create.ring()));
            } else if (!(action instanceof RingAction.Drop drop && drop.keepParents())) {
                throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "rings cannot be dropped or truncated yet");
            }
        }
        check(edit, lookedAt, RingScans.NEWEST);
        return true;
    }

    /** Checks the records that were written after a version, up to another one, against what is declared about them. */
    void check(SchemaEdit edit, long since, long version) {
        SchemaCatalog declared = edit.catalog(version);
        for (TableDefinition table : edit.declared()) {
            RingSelector rings = new RingSelector.Glob(table.rings().glob());
            for (RingState ring : catalog.byName(rings, RingScope.ALL, RingState::exists)) {
                RingSchema schema = RingSchema.of(declared, ring.name(), null);
                if (schema != null && ring.changedAfter(since)) {
                    Consumer<RowData> check = row -> check(ring, schema, row);
                    if (since < 0) {
                        RingScans.all(ring, version, check);
                    } else {
                        RingScans.changed(ring, since, version, check);
                    }
                }
            }
        }
    }

    private static void check(RingState ring, RingSchema schema, RowData row) {
        try {
            schema.check(row.payload(), row.codec());
        } catch (RocheException e) {
            RecordId id = new RecordId(ring.key(), row.seq(), row.createdMillis(), row.epoch());
            throw new RocheException(
                    e.code(),
                    "record " + id.text() + " of ring '" + ring.name() + "' does not conform: " + e.getMessage(),
                    e);
        }
    }

    /** Applies a checked edit. */
    void apply(SchemaEdit edit, long version, long now, @Nullable Commit commit) {
        catalog.declare(edit.catalog(version), edit.globs());
        List<RingState> created = new ArrayList<>();
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Create create) {
                created.addAll(writer.create(catalog.obtain(create.ring()), version, now));
            }
        }
        if (commit != null) {
            commit.declare(edit.entries());
            for (RingState ring : created) {
                commit.add(writer.part(ring, List.of(), true, false));
            }
        }
    }
}
