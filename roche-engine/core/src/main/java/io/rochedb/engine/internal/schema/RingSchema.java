package io.rochedb.engine.internal.schema;

import io.rochedb.engine.model.Codec;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is declared about one ring. Immutable.
 *
 * <p>A ring keeps the same object for as long as nothing declared about it changes: a write that was checked against one is still right when the ring
 * has it at the commit.
 */
public final class RingSchema {
    private final String ring;
    private final @Nullable TableRules rules;
    private final List<String> segments;
    private final List<IndexDefinition> indexes;

    private RingSchema(String ring, @Nullable TableRules rules, List<IndexDefinition> indexes) {
        this.ring = ring;
        this.rules = rules;
        List<String> values = rules == null ? null : rules.table().rings().values(ring);
        segments = values == null ? List.of() : List.copyOf(values);
        this.indexes = List.copyOf(indexes);
    }

    /** Returns what a catalog declares about a ring, {@code known} when that is still so, null when it is nothing. */
    public static @Nullable RingSchema of(SchemaCatalog catalog, String ring, @Nullable RingSchema known) {
        TableRules rules = catalog.rules(ring);
        List<IndexDefinition> indexes = catalog.indexesOf(ring);
        if (rules == null && indexes.isEmpty()) {
            return null;
        }
        boolean same = known != null && known.rules == rules && known.indexes.equals(indexes);
        return same ? known : new RingSchema(ring, rules, indexes);
    }

    /** Returns the ring's name. */
    public String ring() {
        return ring;
    }

    /** Returns the table the ring belongs to. */
    public Optional<TableDefinition> table() {
        return Optional.ofNullable(rules).map(TableRules::table);
    }

    /** Returns the primary key and unique constraints of its table. */
    public List<KeyConstraint> keys() {
        return rules == null ? List.of() : rules.table().keys();
    }

    /** Returns the secondary indexes that its records are in. */
    public List<IndexDefinition> indexes() {
        return indexes;
    }

    /** Checks a record that is to be written; throws what is wrong with it. */
    public void check(byte[] payload, Codec codec) {
        conform(payload, codec, -1);
    }

    /** Checks a new record and returns its payload with the defaults of what it does not name; the same array when there are none. */
    public byte[] complete(byte[] payload, Codec codec, long nowMillis) {
        return conform(payload, codec, nowMillis);
    }

    /**
     * Checks a record that is there and returns its payload with the defaults of columns that are NULL in it; the same array when there are none.
     *
     * @param columns names of the columns that get their default
     */
    public byte[] fill(byte[] payload, Codec codec, Set<String> columns, long nowMillis) {
        if (rules == null) {
            return payload;
        }
        DocumentCheck check = rules.take();
        byte[] filled = check.fill(payload, codec, columns, nowMillis);
        check.check(ring, segments, filled, codec, -1);
        rules.giveBack(check);
        return filled;
    }

    private byte[] conform(byte[] payload, Codec codec, long nowMillis) {
        if (rules == null) {
            return payload;
        }
        DocumentCheck check = rules.take();
        byte[] conforming = check.check(ring, segments, payload, codec, nowMillis);
        rules.giveBack(check);
        return conforming;
    }
}
