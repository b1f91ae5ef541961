package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import java.util.List;

/** What the plans that write have in common. */
abstract class WritePlan implements RochePlan {
    private final List<SqlColumn> parameters;
    private final List<PlanScope.Dependency> dependencies;
    private final String explain;

    WritePlan(ParameterTypes parameters, PlanScope scope, String explain) {
        this.parameters = parameters.columns();
        this.dependencies = scope.dependencies();
        this.explain = explain;
    }

    @Override
    public final Kind kind() {
        return Kind.DML;
    }

    @Override
    public final List<SqlColumn> columns() {
        return List.of();
    }

    @Override
    public final List<SqlColumn> parameters() {
        return parameters;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return PlanScope.allCurrent(dependencies, view);
    }

    @Override
    public final String explain() {
        return explain;
    }

    static Transaction transaction(StatementContext context) {
        Transaction transaction = context.transaction();
        if (transaction == null) {
            throw new RocheException(
                    ErrorCode.READ_ONLY_TRANSACTION, "the connection is read-only: the statement cannot write");
        }
        // what the statement reads for itself is no result
        context.monitor().result(0, 0);
        return transaction;
    }
}
