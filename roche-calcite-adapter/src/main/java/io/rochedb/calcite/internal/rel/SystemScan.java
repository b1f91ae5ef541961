package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;

/** A read of a system table. */
public final class SystemScan extends TableScan implements SourceRel {
    private final ResolvedTable.Sys table;

    public SystemScan(RelOptCluster cluster, RelOptTable relOptTable, ResolvedTable.Sys table) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), relOptTable);
        this.table = table;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RowSource source() {
        return table.source()::open;
    }
}
