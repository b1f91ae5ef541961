package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** COUNT(*) of a scan: a number from metadata when only rings are chosen, else a count without rows. */
final class RocheCount extends AbstractRelNode implements SourceRel {
    private final RocheScan scan;

    RocheCount(RocheScan scan, RelDataType rowType) {
        super(scan.getCluster(), scan.getCluster().traitSetOf(EnumerableConvention.INSTANCE));
        this.scan = scan;
        this.rowType = rowType;
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
                .item("count", getRowType().getFieldNames());
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        return 1;
    }

    @Override
    public RowSource source() {
        ScanTemplate template = scan.withColumns(List.of()).template();
        return context -> new OneNumber(template.count(context));
    }

    /** One row, every column the same number. */
    private static final class OneNumber implements SqlCursor {
        private final Long number;
        private int rows = 1;

        OneNumber(long number) {
            this.number = number;
        }

        @Override
        public boolean next() {
            return rows-- > 0;
        }

        @Override
        public @Nullable Object get(int column) {
            return number;
        }

        @Override
        public void close() {}
    }
}
