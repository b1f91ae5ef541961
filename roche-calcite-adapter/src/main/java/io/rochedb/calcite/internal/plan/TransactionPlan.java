package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.TransactionControl;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import java.util.List;
import java.util.Optional;

/** The plan of a statement about the transaction: it only says what the session has to do. */
record TransactionPlan(TransactionControl control) implements RochePlan {
    @Override
    public Kind kind() {
        return Kind.TRANSACTION;
    }

    @Override
    public Optional<TransactionControl> transactionControl() {
        return Optional.of(control);
    }

    @Override
    public List<SqlColumn> columns() {
        return List.of();
    }

    @Override
    public List<SqlColumn> parameters() {
        return List.of();
    }

    @Override
    public boolean fast() {
        return true;
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return true;
    }

    @Override
    public SqlResult execute(StatementContext context) {
        throw new RocheException(
                ErrorCode.INVALID_TRANSACTION_STATE, "a statement about the transaction is run by its session only");
    }

    @Override
    public String explain() {
        return "RocheTransaction(" + control + ")\n";
    }
}
