package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.internal.rel.SystemScan;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;

/** A system table as the validator sees it. */
final class SystemTable extends AbstractTable implements TranslatableTable {
    private final ResolvedTable.Sys source;

    SystemTable(ResolvedTable.Sys source) {
        this.source = source;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return source.source().rowType(typeFactory);
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable relOptTable) {
        return new SystemScan(context.getCluster(), relOptTable, source);
    }
}
