package io.rochedb.engine.internal.index;

import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an index inside a ring is over: a key constraint of the ring's table, or a declared index.
 *
 * @param name name of the constraint or index
 * @param table the table whose constraint it is, or null for an index
 * @param columns what it is over; those of the ring's name are not among them, as they are one value in the ring
 * @param unique whether equal keys without a NULL are refused
 */
public record IndexShape(String name, @Nullable String table, List<Column> columns, boolean unique) {
    /**
     * A column of it.
     *
     * @param path member names from the document's root
     * @param form how its values are read
     */
    public record Column(List<String> path, KeyForm form) {
        public Column {
            path = List.copyOf(path);
        }

        /** Returns the path as people write it. */
        public String text() {
            return String.join(".", path);
        }
    }

    public IndexShape {
        columns = List.copyOf(columns);
    }

    /** Returns the shapes of a ring's indexes: its table's keys, then the declared indexes by name. */
    public static List<IndexShape> of(@Nullable RingSchema declared) {
        if (declared == null) {
            return List.of();
        }
        List<IndexShape> shapes = new ArrayList<>();
        declared.table().ifPresent(table -> {
            for (KeyConstraint key : table.keys()) {
                shapes.add(of(table, key));
            }
        });
        for (IndexDefinition index : declared.indexes()) {
            shapes.add(of(index));
        }
        return List.copyOf(shapes);
    }

    /** Returns the shape of a table's key inside one of its rings. */
    public static IndexShape of(TableDefinition table, KeyConstraint key) {
        List<Column> columns = new ArrayList<>();
        for (String name : key.columns()) {
            ColumnDefinition column = table.column(name).orElseThrow();
            if (!table.isRingColumn(column)) {
                columns.add(new Column(List.of(column.name()), KeyForm.of(column.type())));
            }
        }
        return new IndexShape(key.name(), table.name(), columns, true);
    }

    /** Returns the shape of a declared index. */
    public static IndexShape of(IndexDefinition index) {
        List<Column> columns = new ArrayList<>();
        for (IndexDefinition.IndexColumn column : index.columns()) {
            columns.add(new Column(column.path(), KeyForm.of(column.type())));
        }
        return new IndexShape(index.name(), null, columns, index.unique());
    }
}
