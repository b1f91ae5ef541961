package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * EXPLAIN: the plan of a statement as rows of text; EXPLAIN ANALYZE runs the statement first and adds what it cost.
 *
 * @param explained the statement's plan
 * @param analyzed for ANALYZE: how the plan was come by; null for a plain EXPLAIN
 */
record ExplainPlan(RochePlan explained, @Nullable CacheState analyzed) implements RochePlan {
    private static final List<SqlColumn> COLUMNS =
            List.of(new SqlColumn("plan", "plan", null, java.sql.Types.VARCHAR, "VARCHAR", 0, 0, false));

    @Override
    public Kind kind() {
        return Kind.EXPLAIN;
    }

    @Override
    public List<SqlColumn> columns() {
        return COLUMNS;
    }

    @Override
    public List<SqlColumn> parameters() {
        return explained.parameters();
    }

    @Override
    public boolean fast() {
        return false;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return explained.isCurrent(view);
    }

    @Override
    public String explain() {
        return explained.explain();
    }

    @Override
    public SqlResult execute(StatementContext context) {
        List<String> lines = new ArrayList<>();
        if (analyzed != null) {
            drain(context);
        }
        lines.addAll(explained.explain().lines().toList());
        if (explained instanceof QueryPlan query) {
            for (ScanEstimate scan : query.scans()) {
                lines.add(scan.estimate(context) + (query.scans().size() > 1 ? scan.expected(context) : ""));
            }
            if (analyzed != null) {
                addCounters(lines, context.monitor(), analyzed);
                for (ScanEstimate scan : query.scans()) {
                    String hint = scan.hint(context);
                    if (hint != null) {
                        lines.add(hint);
                    }
                }
            }
        }
        return SqlResult.rows(new Lines(lines));
    }

    private void drain(StatementContext context) {
        SqlResult result = explained.execute(context);
        int width = explained.columns().size();
        try (SqlCursor rows = result.cursor()) {
            while (rows != null && rows.next()) {
                for (int i = 0; i < width; i++) {
                    rows.get(i);
                }
            }
        }
    }

    private static void addCounters(List<String> lines, QueryMonitor monitor, CacheState state) {
        lines.add("ringsKnown " + monitor.ringsKnown());
        lines.add("ringsRouted " + monitor.ringsRouted());
        lines.add("ringsPruned " + monitor.ringsPruned());
        lines.add("recordsScanned " + monitor.recordsScanned());
        lines.add("recordsSkipped " + monitor.recordsSkipped());
        lines.add("vectorsScanned " + monitor.vectorsScanned());
        lines.add("vectorsSkipped " + monitor.vectorsSkipped());
        lines.add("bytesScanned " + monitor.bytesScanned());
        lines.add("rowsReturned " + monitor.rowsReturned());
        lines.add("estimatedTokens " + monitor.estimatedTokens());
        lines.add(String.format(Locale.ROOT, "candidateReduction %.4f", monitor.candidateReduction()));
        lines.add("planCache " + state.name().toLowerCase(Locale.ROOT));
    }

    /** Rows of one text column. */
    private static final class Lines implements SqlCursor {
        private final List<String> lines;
        private int row = -1;

        Lines(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public boolean next() {
            return ++row < lines.size();
        }

        @Override
        public @Nullable Object get(int column) {
            return lines.get(row);
        }

        @Override
        public void close() {}
    }
}
