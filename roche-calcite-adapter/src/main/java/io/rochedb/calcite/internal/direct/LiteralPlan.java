package io.rochedb.calcite.internal.direct;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plan of a {@link LiteralShape} with the literals of one statement. Immutable. */
public final class LiteralPlan implements RochePlan {
    private final RochePlan shared;
    private final List<SqlColumn> parameters;
    private final @Nullable Object[] literals;
    private final int[] sources;

    public LiteralPlan(RochePlan shared, LiteralShape shape) {
        this.shared = shared;
        this.parameters = shape.written(shared.parameters());
        this.literals = shape.literals(shared.parameters());
        this.sources = shape.sources();
    }

    /** Returns the plan of the shape. */
    public RochePlan shared() {
        return shared;
    }

    @Override
    public Kind kind() {
        return shared.kind();
    }

    @Override
    public List<SqlColumn> columns() {
        return shared.columns();
    }

    @Override
    public List<SqlColumn> parameters() {
        return parameters;
    }

    @Override
    public boolean fast() {
        return shared.fast();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return shared.isCurrent(view);
    }

    @Override
    public String explain() {
        return shared.explain();
    }

    @Override
    public SqlResult execute(StatementContext context) {
        @Nullable Object[] given = context.parameters();
        @Nullable Object[] values = literals.clone();
        for (int i = 0; i < values.length; i++) {
            if (sources[i] >= 0) {
                if (sources[i] >= given.length) {
                    throw new RocheException(
                            ErrorCode.PARAMETER_NOT_BOUND,
                            "parameter " + (sources[i] + 1) + " of the statement has no value");
                }
                values[i] = given[sources[i]];
            }
        }
        return shared.execute(new StatementContext(
                context.engine(),
                context.view(),
                context.transaction(),
                context.monitor(),
                values,
                context.session(),
                context.statementMillis()));
    }
}
