package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.model.RingInfo;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** COUNT, MIN and MAX of the ring's name, for each ring or for all: from the ring catalog, no record is read. */
final class RocheRingGroups extends AbstractRelNode implements SourceRel {
    /** Rings that are expected. */
    private static final double ROWS_UNKNOWN = 100;

    /** What a column of the result is. */
    private enum Output {
        RING,
        COUNT,
        FIRST_RING,
        LAST_RING
    }

    private final RocheScan scan;
    private final boolean grouped;
    private final List<Output> outputs;

    private RocheRingGroups(RocheScan scan, RelDataType rowType, boolean grouped, List<Output> outputs) {
        super(scan.getCluster(), scan.getCluster().traitSetOf(EnumerableConvention.INSTANCE));
        this.scan = scan;
        this.rowType = rowType;
        this.grouped = grouped;
        this.outputs = outputs;
    }

    /** Returns the aggregate as one of these, or null when it or its scan asks for more than names and numbers of records. */
    static @Nullable RocheRingGroups of(Aggregate aggregate, RocheScan scan) {
        boolean simple = aggregate.getGroupSets().size() == 1 && scan.template().choosesRingsOnly();
        if (!simple || aggregate.getGroupCount() > 1) {
            return null;
        }
        List<Output> outputs = new ArrayList<>();
        for (int column : aggregate.getGroupSet()) {
            if (!isRing(scan, column)) {
                return null;
            }
            outputs.add(Output.RING);
        }
        for (AggregateCall call : aggregate.getAggCallList()) {
            Output output = call.isDistinct() || call.filterArg >= 0 ? null : output(call, scan);
            if (output == null) {
                return null;
            }
            outputs.add(output);
        }
        return outputs.isEmpty()
                ? null
                : new RocheRingGroups(
                        scan, aggregate.getRowType(), !aggregate.getGroupSet().isEmpty(), List.copyOf(outputs));
    }

    private static boolean isRing(RocheScan scan, int column) {
        return scan.kind(column) == TableColumn.Kind.RING;
    }

    private static @Nullable Output output(AggregateCall call, RocheScan scan) {
        return switch (call.getAggregation().getKind()) {
            case COUNT ->
                call.getArgList().stream()
                                .anyMatch(column -> scan.getRowType()
                                        .getFieldList()
                                        .get(column)
                                        .getType()
                                        .isNullable())
                        ? null
                        : Output.COUNT;
            case MIN -> isRing(scan, call.getArgList().get(0)) ? Output.FIRST_RING : null;
            case MAX -> isRing(scan, call.getArgList().get(0)) ? Output.LAST_RING : null;
            default -> null;
        };
    }

    RocheScan scan() {
        return scan;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return scan.explainTerms(super.explainTerms(writer))
                .item("rings", grouped ? "each" : "all")
                .item("outputs", outputs);
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        return grouped ? ROWS_UNKNOWN : 1;
    }

    @Override
    public RowSource source() {
        ScanTemplate template = scan.withColumns(List.of()).template();
        List<Output> columns = outputs;
        boolean each = grouped;
        return context -> open(template, columns, each, context);
    }

    private static SqlCursor open(
            ScanTemplate template, List<Output> outputs, boolean grouped, StatementContext context) {
        List<RingInfo> rings = template.rings(context);
        if (grouped) {
            return new Rows(rings, outputs);
        }
        long records = 0;
        for (RingInfo ring : rings) {
            records += ring.records();
        }
        @Nullable Object[] row = new @Nullable Object[outputs.size()];
        for (int i = 0; i < row.length; i++) {
            row[i] = switch (outputs.get(i)) {
                case COUNT -> (Object) records;
                case FIRST_RING, RING -> rings.isEmpty() ? null : rings.get(0).name();
                case LAST_RING ->
                    rings.isEmpty() ? null : rings.get(rings.size() - 1).name();
            };
        }
        return new OneRow(row);
    }

    /** A row for each ring. */
    private static final class Rows implements SqlCursor {
        private final List<RingInfo> rings;
        private final List<Output> outputs;
        private int at = -1;

        Rows(List<RingInfo> rings, List<Output> outputs) {
            this.rings = rings;
            this.outputs = outputs;
        }

        @Override
        public boolean next() {
            return ++at < rings.size();
        }

        @Override
        public @Nullable Object get(int column) {
            RingInfo ring = rings.get(at);
            return outputs.get(column) == Output.COUNT ? (Object) ring.records() : ring.name();
        }

        @Override
        public void close() {}
    }

    /** The one row of all rings. */
    private static final class OneRow implements SqlCursor {
        private final @Nullable Object[] row;
        private int rows = 1;

        OneRow(@Nullable Object[] row) {
            this.row = row;
        }

        @Override
        public boolean next() {
            return rows-- > 0;
        }

        @Override
        public @Nullable Object get(int column) {
            return row[column];
        }

        @Override
        public void close() {}
    }
}
