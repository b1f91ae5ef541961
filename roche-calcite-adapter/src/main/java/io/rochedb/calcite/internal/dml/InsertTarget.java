package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where new records go.
 *
 * @param name the table's name
 * @param ring the ring the table names, or null when a column does
 * @param table the declared table, or null; over a family of rings its ring columns say which
 * @param ringColumns the declared names of the ring columns, in order of their segments
 */
record InsertTarget(
        String name, @Nullable String ring, @Nullable TableDefinition table, List<String> ringColumns) {
    static InsertTarget of(ResolvedTable.Data table) {
        TableDefinition definition = table instanceof ResolvedTable.Declared declared ? declared.definition() : null;
        List<String> columns = new ArrayList<>();
        if (definition != null) {
            for (String column : definition.rings().columns()) {
                columns.add(definition.column(column).orElseThrow().name());
            }
        }
        return new InsertTarget(table.name(), table.onlyRing(), definition, List.copyOf(columns));
    }

    /** Returns the name of the declared table, or null. */
    @Nullable
    String declared() {
        return table == null ? null : table.name();
    }

    /** Returns whether the row's document is made of its columns, not given whole. */
    boolean hasFields() {
        return ring != null || table != null;
    }

    /**
     * Returns the ring of a new record.
     *
     * @param named the ring a column of the row gives, or null
     * @param segments the row's ring columns, by name
     * @param fallback ring of the connection, or null
     */
    String ring(@Nullable String named, Map<String, String> segments, @Nullable String fallback) {
        if (ring == null && table != null) {
            return ring(table, segments);
        }
        String into = ring != null ? ring : named != null ? named : fallback;
        if (into == null) {
            throw new RocheException(
                    ErrorCode.NOT_NULL_VIOLATION,
                    "column 'ring' cannot be NULL (name a ring, or connect with ring=… to have a default)");
        }
        return into;
    }

    private String ring(TableDefinition declared, Map<String, String> segments) {
        List<String> values = new ArrayList<>(ringColumns.size());
        for (String column : ringColumns) {
            String value = segments.get(column);
            if (value == null) {
                throw new RocheException(
                        ErrorCode.NOT_NULL_VIOLATION,
                        "column '" + column + "' of table '" + name
                                + "' cannot be NULL: it is a segment of the record's ring '" + declared.rings() + "'");
            }
            values.add(value);
        }
        return declared.rings().ring(values);
    }
}
