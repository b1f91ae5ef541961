package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ReadView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXPLAIN: the plan of a statement as rows of text; with ANALYZE it runs the statement first and adds what it cost. */
record ExplainPlan(RochePlan explained, boolean analyze) implements RochePlan {
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
        List<String> lines = new ArrayList<>(explained.explain().lines().toList());
        return SqlResult.rows(new Lines(lines));
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
