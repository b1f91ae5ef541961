package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A query of one table built step by step, each of which must be work the scan, or a sort over it, does completely. Not thread-safe. */
public final class DirectScan {
    private RocheScan scan;

    /** Begins with all of a table. */
    public DirectScan(RelOptCluster cluster, RelOptTable table, ResolvedTable.Data data) {
        this.scan = RocheScan.create(cluster, table, data);
    }

    /** Adds conditions over the table's columns; false when the engine does not evaluate one of them. */
    public boolean filter(List<RexNode> conditions) {
        TermCompiler compiler = scan.compiler();
        for (RexNode condition : conditions) {
            if (compiler.ids(condition) == null && compiler.compile(condition) == null) {
                return false;
            }
        }
        scan = scan.withFilters(conditions);
        return true;
    }

    /** Returns the number of records as the one column of a row type. */
    public RelNode count(RelDataType rowType) {
        return new RocheCount(scan, rowType);
    }

    /** Returns some of the table's columns, each once, sorted by keys over the table's columns, within limits. */
    public RelNode rows(
            List<Integer> columns, List<RelFieldCollation> keys, @Nullable RexNode offset, @Nullable RexNode fetch) {
        if (keys.isEmpty()) {
            return limited(scan.withColumns(columns), offset, fetch);
        }
        List<Integer> kept = new ArrayList<>(columns);
        List<RelFieldCollation> moved = new ArrayList<>();
        for (RelFieldCollation key : keys) {
            int column = kept.indexOf(key.getFieldIndex());
            if (column < 0) {
                column = kept.size();
                kept.add(key.getFieldIndex());
            }
            moved.add(new RelFieldCollation(column, key.direction, key.nullDirection));
        }
        Sort sort = LogicalSort.create(scan.withColumns(kept), RelCollations.of(moved), offset, fetch);
        RelNode sorted = PushDown.sort(sort, (RocheScan) sort.getInput());
        if (sorted instanceof RocheScan ordered) {
            return ordered.withColumns(range(columns.size()));
        }
        return kept.size() == columns.size() ? sorted : first(sorted, columns.size());
    }

    private static RelNode limited(RocheScan scan, @Nullable RexNode offset, @Nullable RexNode fetch) {
        return offset == null && fetch == null ? scan : scan.withLimit(offset, fetch);
    }

    private static List<Integer> range(int size) {
        List<Integer> range = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            range.add(i);
        }
        return range;
    }

    private static RelNode first(RelNode rows, int count) {
        List<RexNode> picked = new ArrayList<>();
        RelDataTypeFactory.Builder type = rows.getCluster().getTypeFactory().builder();
        for (int i : range(count)) {
            picked.add(RexInputRef.of(i, rows.getRowType()));
            type.add(rows.getRowType().getFieldList().get(i));
        }
        return LogicalProject.create(rows, List.of(), picked, type.build(), java.util.Set.of());
    }
}
