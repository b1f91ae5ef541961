package io.rochedb.engine.schema;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A declared table over one ring or a family of rings.
 *
 * @param name the table's name; looked up ignoring case
 * @param rings its rings
 * @param columns its columns in order, those of the template among them
 * @param keys primary key (at most one) and UNIQUE constraints
 * @param checks CHECK constraints
 * @param comment text for people, or null
 */
public record TableDefinition(
        String name,
        RingTemplate rings,
        List<ColumnDefinition> columns,
        List<KeyConstraint> keys,
        List<CheckConstraint> checks,
        @Nullable String comment) {
    public TableDefinition {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
        checks = List.copyOf(checks);
    }

    /** Returns the column of a name, ignoring case. */
    public Optional<ColumnDefinition> column(String columnName) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(columnName))
                .findFirst();
    }

    /** Returns whether a column is a segment of the ring's name. */
    public boolean isRingColumn(ColumnDefinition column) {
        return rings.columns().stream().anyMatch(name -> name.equalsIgnoreCase(column.name()));
    }

    /** Returns the primary key. */
    public Optional<KeyConstraint> primaryKey() {
        return keys.stream().filter(KeyConstraint::primary).findFirst();
    }
}
