package io.rochedb.engine.internal.schema;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is declared about one ring. Immutable.
 *
 * <p>A ring keeps the same object for as long as nothing declared about it changes: a write that was checked against one is still right when the ring
 * has it at the commit.
 */
public final class RingSchema {
    private final String ring;
    private final @Nullable TableDefinition table;
    private final List<IndexDefinition> indexes;

    private RingSchema(String ring, @Nullable TableDefinition table, List<IndexDefinition> indexes) {
        this.ring = ring;
        this.table = table;
        this.indexes = List.copyOf(indexes);
    }

    /** Returns what a catalog declares about a ring, {@code known} when that is still so, null when it is nothing. */
    public static @Nullable RingSchema of(SchemaCatalog catalog, String ring, @Nullable RingSchema known) {
        TableDefinition table = catalog.owner(ring);
        List<IndexDefinition> indexes = new ArrayList<>();
        for (IndexDefinition index : catalog.indexesByKey().values()) {
            if (RingSelectors.matches(new RingSelector.Glob(index.rings()), ring)) {
                indexes.add(index);
            }
        }
        if (table == null && indexes.isEmpty()) {
            return null;
        }
        boolean same = known != null && known.table == table && known.indexes.equals(indexes);
        return same ? known : new RingSchema(ring, table, indexes);
    }

    /** Returns the ring's name. */
    public String ring() {
        return ring;
    }

    /** Returns the table the ring belongs to. */
    public Optional<TableDefinition> table() {
        return Optional.ofNullable(table);
    }

    /** Returns the primary key and unique constraints of its table. */
    public List<KeyConstraint> keys() {
        return table == null ? List.of() : table.keys();
    }

    /** Returns the secondary indexes that its records are in. */
    public List<IndexDefinition> indexes() {
        return indexes;
    }
}
