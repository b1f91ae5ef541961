package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.SysTable;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;

/** A read of a system table, with the conditions that let the table make fewer rows. */
public final class SystemScan extends TableScan implements SourceRel {
    private final ResolvedTable.Sys sys;
    private final SystemConditions conditions;

    public SystemScan(RelOptCluster cluster, RelOptTable relOptTable, ResolvedTable.Sys sys) {
        this(cluster, relOptTable, sys, SystemConditions.NONE);
    }

    private SystemScan(
            RelOptCluster cluster, RelOptTable relOptTable, ResolvedTable.Sys sys, SystemConditions conditions) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), relOptTable);
        this.sys = sys;
        this.conditions = conditions;
    }

    /** Returns whether conditions were taken already. */
    boolean narrowed() {
        return !conditions.terms().isEmpty();
    }

    /** Returns the scan narrowed by what it can use of the conditions, which stay above it. */
    SystemScan narrow(List<RexNode> conjunctions) {
        return new SystemScan(getCluster(), getTable(), sys, SystemConditions.of(conjunctions, getRowType()));
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer).itemIf("narrowedBy", conditions.terms(), narrowed());
    }

    @Override
    public RowSource source() {
        // locals only: a plan lives longer than the tree, which knows the view it was planned in
        SysTable table = sys.source();
        SystemConditions narrowing = conditions;
        return context -> table.open(context, narrowing.bind(context.parameters()));
    }
}
