package io.rochedb.engine.internal;

import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.internal.schema.SchemaCatalog;
import io.rochedb.engine.internal.schema.SchemaEdit;
import io.rochedb.engine.query.QueryMonitor;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What a transaction declares by its commit. Used by one thread. */
final class OwnDeclaration {
    /** Versions of catalogs that are not committed: no commit has one of these, and no two have the same. */
    private static final AtomicLong PROVISIONAL_VERSIONS = new AtomicLong();

    private final SchemaEdit edit;
    private final QueryMonitor monitor;
    private final SchemaCatalog catalog;
    /** What will be declared about the rings written so far. */
    private final Map<RingState, RingSchema> schemas = new HashMap<>();

    OwnDeclaration(SchemaEdit edit, QueryMonitor monitor) {
        this.edit = edit;
        this.monitor = monitor;
        catalog = edit.catalog(PROVISIONAL_VERSIONS.decrementAndGet());
    }

    SchemaEdit edit() {
        return edit;
    }

    /** Returns what is asked, while the commit looks at records, whether to stop. */
    QueryMonitor monitor() {
        return monitor;
    }

    /** Returns what will be declared. */
    SchemaCatalog catalog() {
        return catalog;
    }

    /** Returns what will be declared about a ring, or null. */
    @Nullable
    RingSchema schemaOf(RingState ring) {
        return schemas.computeIfAbsent(ring, one -> RingSchema.of(catalog, one.name(), one.schema()));
    }
}
