package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.internal.rel.RocheScan;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A table over records as the validator sees it. */
public final class DataTable extends AbstractTable implements TranslatableTable {
    private final ResolvedTable.Data source;

    DataTable(ResolvedTable.Data source) {
        this.source = source;
    }

    boolean hasColumn(String name) {
        return source.columns().stream().anyMatch(column -> column.name().equalsIgnoreCase(name));
    }

    /** Returns whether the table has a column that {@code *} passes over. */
    public boolean hasHidden() {
        return source.columns().stream().anyMatch(TableColumn::hidden);
    }

    /** Returns whether a column is one that {@code *} passes over. */
    public boolean isHidden(int column) {
        return source.columns().get(column).hidden();
    }

    /** Returns a column by its index. */
    public TableColumn column(int index) {
        return source.columns().get(index);
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return TableColumn.rowType(source.columns(), typeFactory);
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
        return RocheScan.create(context.getCluster(), relOptTable, source);
    }
}
