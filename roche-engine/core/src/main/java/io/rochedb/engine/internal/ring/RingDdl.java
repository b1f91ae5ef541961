package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.internal.schema.SchemaEdit.RingAction;
import io.rochedb.engine.model.RingScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies DDL statements to rings; every method is called under the commit lock. */
final class RingDdl {
    private final Catalog catalog;
    private final RingWriter writer;

    RingDdl(Catalog catalog, RingWriter writer) {
        this.catalog = catalog;
        this.writer = writer;
    }

    /** Checks what must still be so; false when the catalog is another one than the edit was worked out against. */
    boolean check(SchemaEdit edit, RingScope scope) {
        if (catalog.schemas().newest() != edit.base()) {
            return false;
        }
        for (RingAction action : edit.actions()) {
            if (action instanceof RingAction.Create create) {
                writer.missing(catalog.obtain(create.ring()));
            } else if (!(action instanceof RingAction.Drop drop && drop.keepParents())) {
                throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "rings cannot be dropped or truncated yet");
            }
        }
        return true;
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
