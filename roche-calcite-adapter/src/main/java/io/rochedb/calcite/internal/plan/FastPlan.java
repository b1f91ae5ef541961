package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.RowSource;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import io.rochedb.calcite.internal.rel.SortedSource;
import io.rochedb.calcite.internal.rel.SourceRel;
import io.rochedb.engine.ReadView;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** A plan without generated code: one source, and at most a choice of its columns, constants and parameters. */
public final class FastPlan implements QueryPlan {
    private final RowSource source;
    private final @Nullable Picked picked;
    private final QueryShape shape;
    private final List<PlanScope.Dependency> dependencies;
    private final List<ScanEstimate> scans;
    private final String explain;

    private FastPlan(
            RowSource source,
            @Nullable Picked picked,
            QueryShape shape,
            List<PlanScope.Dependency> dependencies,
            List<ScanEstimate> scans,
            String explain) {
        this.source = source;
        this.picked = picked;
        this.shape = shape;
        this.dependencies = dependencies;
        this.scans = scans;
        this.explain = explain;
    }

    /** Returns a fast plan, or null when the tree needs generated code. */
    public static @Nullable QueryPlan of(RelNode rel, QueryShape shape, PlanScope scope) {
        RelNode leaf = rel;
        List<RexNode> outputs = null;
        if (leaf instanceof Project project) {
            if (project.containsOver()) {
                return null;
            }
            outputs = project.getProjects();
            leaf = project.getInput();
        }
        RowSource source = source(leaf);
        if (source == null) {
            return null;
        }
        Picked picked = outputs == null ? null : Picked.of(outputs);
        if (outputs != null && picked == null) {
            return null;
        }
        return new FastPlan(
                source, picked, shape, scope.dependencies(), ScanEstimate.of(rel), RelOptUtil.toString(rel));
    }

    private static @Nullable RowSource source(RelNode leaf) {
        if (leaf instanceof SourceRel rel) {
            return rel.source();
        }
        if (leaf instanceof LogicalSort sort && sort.getInput() instanceof SourceRel rel) {
            return SortedSource.of(sort, rel.source());
        }
        return leaf instanceof Values values ? ValuesSource.of(values) : FunctionSource.of(leaf);
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
        return true;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return PlanScope.allCurrent(dependencies, view);
    }

    @Override
    public List<ScanEstimate> scans() {
        return scans;
    }

    @Override
    public String explain() {
        return explain;
    }

    @Override
    public SqlResult execute(StatementContext context) {
        return SqlResult.rows(new ResultRows(open(context), shape, context));
    }

    @Override
    public SqlCursor open(StatementContext context) {
        SqlCursor rows = source.open(context);
        if (picked != null) {
            rows = picked.over(rows, context.parameters());
        }
        return rows;
    }

    /** A choice of columns: an index, or a constant where the index is negative. */
    private record Picked(int[] columns, List<Constant> constants) {
        static @Nullable Picked of(List<RexNode> outputs) {
            int[] columns = new int[outputs.size()];
            List<Constant> constants = new ArrayList<>();
            for (int i = 0; i < columns.length; i++) {
                if (outputs.get(i) instanceof RexInputRef ref) {
                    columns[i] = ref.getIndex();
                    continue;
                }
                Constant constant = Constant.of(outputs.get(i));
                if (constant == null) {
                    return null;
                }
                constants.add(constant);
                columns[i] = -constants.size();
            }
            return new Picked(columns, List.copyOf(constants));
        }

        SqlCursor over(SqlCursor rows, @Nullable Object[] parameters) {
            @Nullable Object[] values = new @Nullable Object[constants.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = constants.get(i).at(parameters);
            }
            return new SqlCursor() {
                @Override
                public boolean next() {
                    return rows.next();
                }

                @Override
                public @Nullable Object get(int column) {
                    int index = columns[column];
                    return index >= 0 ? rows.get(index) : values[-index - 1];
                }

                @Override
                public void close() {
                    rows.close();
                }
            };
        }
    }
}
