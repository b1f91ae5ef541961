package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.sql.UpsertNode;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.Schema;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** What may be there once only in a declared table: its keys and unique indexes. */
final class UniqueKeys {
    /** A key or unique index: the indexes of its columns in the table; those of the ring's name are among them. */
    private record Unique(String name, boolean primary, int[] columns) {}

    private final TableDefinition table;
    private final List<Unique> all = new ArrayList<>();

    UniqueKeys(TableDefinition table, Schema schema) {
        this.table = table;
        for (KeyConstraint key : table.keys()) {
            all.add(new Unique(key.name(), key.primary(), columns(key.columns())));
        }
        for (IndexDefinition index : schema.indexes()) {
            int[] columns = index.unique() && index.rings().equals(table.rings().glob()) ? columns(index) : null;
            if (columns != null) {
                all.add(new Unique(index.name(), false, columns));
            }
        }
    }

    /** Returns the columns of each key a statement means; without a target DO NOTHING means all of them, DO UPDATE the primary key. */
    List<int[]> meant(UpsertNode upsert, boolean updates) {
        SqlNodeList written = upsert.keys();
        SqlIdentifier constraint = upsert.constraint();
        if (written == null && constraint == null && !updates) {
            return all.stream().map(Unique::columns).toList();
        }
        for (Unique unique : all) {
            boolean meant = constraint != null
                    ? unique.name.equalsIgnoreCase(constraint.getSimple())
                    : written == null ? unique.primary : same(written, unique.columns);
            if (meant) {
                return List.of(unique.columns);
            }
        }
        throw new RocheException(ErrorCode.UNDEFINED_OBJECT, missing(written, constraint));
    }

    private String missing(@Nullable SqlNodeList written, @Nullable SqlIdentifier constraint) {
        if (constraint != null) {
            return "table '" + table.name() + "' has no key '" + constraint.getSimple() + "' for ON CONFLICT";
        }
        return written == null
                ? "table '" + table.name() + "' has no primary key for ON CONFLICT"
                : "table '" + table.name() + "' has no key of the columns " + ChangePlanner.names(written)
                        + " for ON CONFLICT";
    }

    private boolean same(SqlNodeList written, int[] columns) {
        List<String> names = ChangePlanner.names(written);
        return names.size() == columns.length
                && Arrays.stream(columns)
                        .mapToObj(column -> table.columns().get(column).name())
                        .allMatch(column -> names.stream().anyMatch(column::equalsIgnoreCase));
    }

    private int[] columns(List<String> names) {
        return names.stream().mapToInt(this::column).toArray();
    }

    /** Returns the columns of an index and those of the ring it is in, or null when it is over something inside a column. */
    private int @Nullable [] columns(IndexDefinition index) {
        List<String> names = new ArrayList<>(table.rings().columns());
        for (IndexDefinition.IndexColumn column : index.columns()) {
            Optional<?> known = table.column(column.path().get(0));
            if (column.path().size() != 1 || known.isEmpty()) {
                return null;
            }
            names.add(column.path().get(0));
        }
        return columns(names);
    }

    private int column(String name) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new IllegalStateException("no column '" + name + "' in table '" + table.name() + "'");
    }
}
