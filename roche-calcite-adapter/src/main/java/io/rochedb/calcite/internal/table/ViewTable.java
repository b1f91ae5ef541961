package io.rochedb.calcite.internal.table;

import io.rochedb.engine.schema.ViewDefinition;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** A view as the validator sees it: its query takes its place. Used by one thread. */
final class ViewTable extends AbstractTable implements TranslatableTable {
    private final ViewDefinition view;
    private final ViewReader reader;
    private @Nullable RelDataType rowType;

    ViewTable(ViewDefinition view, ViewReader reader) {
        this.view = view;
        this.reader = reader;
    }

    boolean hasColumn(String name) {
        return rowType != null && rowType.getField(name, false, false) != null;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        RelDataType known = rowType;
        if (known == null) {
            known = reader.rowType(view, typeFactory);
            rowType = known;
        }
        return known;
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
        return reader.toRel(view, relOptTable.getRowType(), context);
    }
}
