package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import java.util.List;

/** DELETE. */
final class DeletePlan extends WritePlan {
    private final Records records;

    DeletePlan(String table, Records records, ParameterTypes parameters, PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheDelete(table=[" + table + "])\n" + records.explain().indent(2));
        this.records = records;
    }

    @Override
    public boolean fast() {
        return records.fast();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view) && records.isCurrent(view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        long deleted = 0;
        for (Records.Target target : records.find(context)) {
            if (records.apply(target.id(), transaction::delete)) {
                deleted++;
            }
        }
        return SqlResult.count(deleted, List.of());
    }
}
