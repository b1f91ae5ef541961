package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.FloatList;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.VectorRequest;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The nearest records of the routed rings, best first: the columns of a scan, then the distance or similarity. */
final class RocheVectorSearch extends AbstractRelNode implements SourceRel {
    private static final double ROWS = 10;

    private final RocheScan scan;
    private final VectorRequest.Metric metric;
    private final boolean complement;
    private final RexNode vector;
    private final @Nullable RexNode offset;
    private final RexNode fetch;

    RocheVectorSearch(
            RocheScan scan,
            VectorRequest.Metric metric,
            boolean complement,
            RexNode vector,
            RelDataType scoreType,
            @Nullable RexNode offset,
            RexNode fetch) {
        super(scan.getCluster(), scan.getCluster().traitSetOf(EnumerableConvention.INSTANCE));
        this.scan = scan;
        this.metric = metric;
        this.complement = complement;
        this.vector = vector;
        this.offset = offset;
        this.fetch = fetch;
        this.rowType = getCluster()
                .getTypeFactory()
                .builder()
                .addAll(scan.getRowType().getFieldList())
                .add("$score", scoreType)
                .build();
    }

    RocheScan scan() {
        return scan;
    }

    /** Returns the index of the column that holds the distance or similarity. */
    int scoreColumn() {
        return scan.getRowType().getFieldCount();
    }

    /** Returns a search that hands out other columns of the scan before the score. */
    RocheVectorSearch withColumns(List<Integer> kept) {
        RelDataType score = getRowType().getFieldList().get(scoreColumn()).getType();
        return new RocheVectorSearch(scan.withColumns(kept), metric, complement, vector, score, offset, fetch);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return this;
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return scan.explainTerms(super.explainTerms(writer))
                .item("metric", complement ? metric + "_DISTANCE" : metric)
                .item("vector", vector)
                .itemIf("skip", offset, offset != null)
                .item("best", fetch)
                .item("search", "exact");
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        return ROWS;
    }

    @Override
    public RowSource source() {
        ScanTemplate template = scan.template();
        Value query = VectorSearches.value(vector);
        Value skip = offset == null ? null : Constants.of(offset, Value.As.ANY);
        Value best = Constants.of(fetch, Value.As.ANY);
        // locals only: a plan lives longer than the tree, which knows the view it was planned in
        VectorRequest.Metric by = metric;
        boolean distance = complement;
        return context -> {
            VectorRequest request = request(context, template, query, by, skip, best);
            return new Hits(context.view().search(request, context.monitor()), template.outputs(), distance);
        };
    }

    private static VectorRequest request(
            StatementContext context,
            ScanTemplate template,
            Value query,
            VectorRequest.Metric metric,
            @Nullable Value skip,
            @Nullable Value best) {
        @Nullable Object[] parameters = context.parameters();
        Object value = query.at(parameters);
        if (value == null) {
            throw new RocheException(ErrorCode.DATA_EXCEPTION, "the query vector is NULL");
        }
        long offsetRows = skip == null ? 0 : Limits.offset(skip.at(parameters));
        long limit = best == null ? -1 : Limits.fetch(best.at(parameters));
        return template.search(context, Vectors.floats(value), metric, offsetRows, limit);
    }

    /** Results of a search as rows. */
    private static final class Hits implements SqlCursor {
        private final RecordRows rows;
        private final RecordCursor records;
        private final int scoreColumn;
        private final boolean complement;

        Hits(RecordCursor records, RecordRows.Output[] outputs, boolean complement) {
            this.rows = new RecordRows(records, outputs);
            this.records = records;
            this.scoreColumn = outputs.length;
            this.complement = complement;
        }

        @Override
        public boolean next() {
            return rows.next();
        }

        @Override
        public @Nullable Object get(int column) {
            if (column != scoreColumn) {
                return rows.get(column);
            }
            return complement ? 1 - records.score() : records.score();
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /** Reading of query vectors. */
    private static final class Vectors {
        static float[] floats(Object value) {
            if (value instanceof float[] floats) {
                return floats.clone();
            }
            if (value instanceof List<?> list) {
                float[] floats = FloatList.floats(list);
                if (floats == null) {
                    throw new RocheException(ErrorCode.DATA_EXCEPTION, "the query vector holds a NULL or a non-number");
                }
                return floats.clone();
            }
            return parse(value.toString());
        }

        private static float[] parse(String text) {
            String body = text.strip();
            if (!body.startsWith("[") || !body.endsWith("]") || body.length() < 3) {
                throw malformed(text);
            }
            String[] parts = body.substring(1, body.length() - 1).split(",", -1);
            float[] floats = new float[parts.length];
            for (int i = 0; i < parts.length; i++) {
                try {
                    floats[i] = Float.parseFloat(parts[i].strip());
                } catch (NumberFormatException e) {
                    throw malformed(text);
                }
            }
            return floats;
        }

        private static RocheException malformed(String text) {
            String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
            return new RocheException(
                    ErrorCode.INVALID_CAST, "'" + shown + "' is no vector (write numbers as '[0.1, 0.2]')");
        }
    }
}
