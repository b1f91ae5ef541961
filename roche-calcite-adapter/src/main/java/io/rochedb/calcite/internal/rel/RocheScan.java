package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.table.ResolvedTable;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;

/** A read of records. */
public final class RocheScan extends TableScan implements SourceRel {
    private final ResolvedTable.Data source;

    private RocheScan(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data source) {
        super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), table);
        this.source = source;
    }

    /** Returns a scan of all of a table. */
    public static RocheScan create(
            RelOptCluster cluster, RelOptTable table, ResolvedTable.Data source, PlanScope scope) {
        return new RocheScan(cluster, table, source);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RowSource source() {
        List<FieldRef> fields = new ArrayList<>();
        List<RecordRows.Output> outputs = new ArrayList<>();
        for (TableColumn column : source.columns()) {
            outputs.add(new RecordRows.Output(column.kind(), fields.size()));
            if (column.field() != null) {
                fields.add(column.field());
            }
        }
        ScanRequest request = ScanRequest.of(source.rings()).withFields(fields);
        RecordRows.Output[] columns = outputs.toArray(new RecordRows.Output[0]);
        return context -> new RecordRows(context.view().scan(request, context.monitor()), columns);
    }
}
