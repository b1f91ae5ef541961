package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.function.ColumnType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The types of a statement's parameters, collected while its parts are planned. Used by one thread. */
public final class ParameterTypes {
    private final List<@Nullable SqlColumn> found = new ArrayList<>();

    /** Notes the type of the parameter of this index. */
    public void set(int index, ColumnType type) {
        put(index, type.column("?" + (index + 1), true));
    }

    /** Notes what the parameter of this index is bound as. */
    public void set(int index, SqlColumn parameter) {
        put(index, parameter);
    }

    /** Notes what a planned part of the statement says of its parameters: one entry an index, ANY where it does not use one. */
    public void addAll(List<SqlColumn> parameters) {
        for (int i = 0; i < parameters.size(); i++) {
            put(i, parameters.get(i));
        }
    }

    private void put(int index, SqlColumn parameter) {
        while (found.size() <= index) {
            found.add(null);
        }
        SqlColumn known = found.get(index);
        if (known == null || known.typeName().equals(ColumnType.ANY.text())) {
            found.set(index, parameter);
        }
    }

    /** Returns the parameters in order; one of which nothing is known is ANY. */
    public List<SqlColumn> columns() {
        List<SqlColumn> columns = new ArrayList<>(found.size());
        for (int i = 0; i < found.size(); i++) {
            SqlColumn known = found.get(i);
            columns.add(known == null ? ColumnType.ANY.column("?" + (i + 1), true) : known);
        }
        return List.copyOf(columns);
    }
}
