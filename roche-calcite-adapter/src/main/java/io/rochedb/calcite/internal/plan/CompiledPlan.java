package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.runtime.Bindable;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose operators are generated code.
 *
 * @param failed why a class of the code cannot be initialised: it computes constants, such as {@code 1 / 0}, and Java tells the reason once only
 */
record CompiledPlan(
        Bindable<?> bindable,
        Map<String, Object> stashed,
        QueryShape shape,
        List<PlanScope.Dependency> dependencies,
        List<ScanEstimate> scans,
        String explain,
        AtomicReference<@Nullable RocheException> failed)
        implements QueryPlan {

    CompiledPlan(
            Bindable<?> bindable,
            Map<String, Object> stashed,
            QueryShape shape,
            List<PlanScope.Dependency> dependencies,
            List<ScanEstimate> scans,
            String explain) {
        this(bindable, stashed, shape, dependencies, scans, explain, new AtomicReference<>());
    }

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
        RocheException before = failed.get();
        if (before != null) {
            throw again(before);
        }
        try {
            return new Rows(
                    bindable.bind(new RocheDataContext(context, stashed)).enumerator(), this, context.monitor());
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw failure(e);
        }
    }

    /** Translates what generated code throws. */
    private RocheException failure(Throwable thrown) {
        if (SqlErrors.isInitializer(thrown)) {
            failed.compareAndSet(null, SqlErrors.running(thrown));
        } else if (thrown instanceof NoClassDefFoundError) {
            RocheException before = failed.get();
            if (before != null) {
                return again(before);
            }
        }
        return SqlErrors.running(thrown);
    }

    /** Returns the same failure with the stack of this execution. */
    private static RocheException again(RocheException failure) {
        return new RocheException(failure.code(), String.valueOf(failure.getMessage()), failure);
    }

    /** Rows of generated code. */
    private static final class Rows implements SqlCursor {
        private final Enumerator<?> rows;
        private final CompiledPlan plan;
        private final boolean scalar;
        private final QueryMonitor monitor;
        private @Nullable Object current;

        Rows(Enumerator<?> rows, CompiledPlan plan, QueryMonitor monitor) {
            this.rows = rows;
            this.plan = plan;
            this.scalar = plan.columns().size() == 1;
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
                throw plan.failure(e);
            }
        }

        @Override
        public @Nullable Object get(int column) {
            Object row = current;
            Object value;
            if (scalar || row == null) {
                value = row;
            } else {
                // rows of UNNEST are lists
                value = row instanceof List<?> list ? list.get(column) : ((@Nullable Object[]) row)[column];
            }
            return RocheDataContext.fromGenerated(value);
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
