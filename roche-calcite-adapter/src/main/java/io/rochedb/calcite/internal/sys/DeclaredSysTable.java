package io.rochedb.calcite.internal.sys;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.ColumnType;
import io.rochedb.calcite.internal.function.FunctionDeclaration.Column;
import io.rochedb.calcite.internal.function.ListCursor;
import io.rochedb.calcite.internal.table.SysTable;
import io.rochedb.calcite.internal.table.SysWhere;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/**
 * A system table declared in one place: name, columns, description, rows.
 *
 * @param name lower-case name
 * @param description one sentence for tools
 * @param columns its columns
 * @param rows what makes its rows
 */
record DeclaredSysTable(String name, String description, List<Column> columns, Rows rows) implements SysTable {
    /** The maker of the rows: values in internal representation, in the order of the columns. */
    @FunctionalInterface
    interface Rows {
        Iterator<@Nullable Object[]> of(StatementContext context, SysWhere where);
    }

    @Override
    public RelDataType rowType(RelDataTypeFactory factory) {
        RelDataTypeFactory.Builder row = factory.builder();
        for (Column column : columns) {
            row.add(column.name(), column.type().relType(factory, column.nullable()));
        }
        return row.build();
    }

    @Override
    public SqlCursor open(StatementContext context, SysWhere where) {
        return new ListCursor(rows.of(context, where));
    }

    static Builder table(String name) {
        return new Builder(name);
    }

    /** A declaration being written. */
    static final class Builder {
        private final String name;
        private final List<Column> columns = new ArrayList<>();

        private Builder(String name) {
            this.name = name;
        }

        Builder column(String column, ColumnType type) {
            columns.add(new Column(column, type, false));
            return this;
        }

        Builder nullable(String column, ColumnType type) {
            columns.add(new Column(column, type, true));
            return this;
        }

        Builder columns(ColumnType type, String... names) {
            for (String column : names) {
                column(column, type);
            }
            return this;
        }

        DeclaredSysTable of(String description, Rows rows) {
            return new DeclaredSysTable(name, description, List.copyOf(columns), rows);
        }
    }
}
