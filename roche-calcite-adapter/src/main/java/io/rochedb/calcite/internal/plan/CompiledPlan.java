package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.runtime.Bindable;
import org.jspecify.annotations.Nullable;

/** A plan whose operators are generated code. */
record CompiledPlan(
        Bindable<?> bindable,
        Map<String, Object> stashed,
        QueryShape shape,
        List<PlanScope.Dependency> dependencies,
        List<ScanEstimate> scans,
        String explain)
        implements QueryPlan {

    @Override
    public List<SqlColumn> columns() {
        return shape.columns();
    }

    @Override
    public List<SqlColumn> parameters() {
        return shape.parameters();
    }

    @Override
    public boolean fast() {
        return false;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return PlanScope.allCurrent(dependencies, view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        return SqlResult.rows(new ResultRows(open(context), shape, context));
    }

    @Override
    public SqlCursor open(StatementContext context) {
        try {
            return new Rows(
                    bindable.bind(new RocheDataContext(context, stashed)).enumerator(),
                    columns().size(),
                    context.monitor());
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw SqlErrors.running(e);
        }
    }

    /** Rows of generated code. */
    private static final class Rows implements SqlCursor {
        private final Enumerator<?> rows;
        private final boolean scalar;
        private final QueryMonitor monitor;
        private @Nullable Object current;

        Rows(Enumerator<?> rows, int width, QueryMonitor monitor) {
            this.rows = rows;
            this.scalar = width == 1;
            this.monitor = monitor;
        }

        @Override
        public boolean next() {
            monitor.check();
            try {
                if (!rows.moveNext()) {
                    return false;
                }
                current = rows.current();
                return true;
            } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
                throw SqlErrors.running(e);
            }
        }

        @Override
        public @Nullable Object get(int column) {
            Object row = current;
            Object value = scalar || row == null ? row : ((@Nullable Object[]) row)[column];
            return RocheDataContext.fromGenerated(value);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
