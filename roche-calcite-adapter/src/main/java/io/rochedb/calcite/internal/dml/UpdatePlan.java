package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UPDATE: fields are merged into the document, NULL removes one; payload, codec and vector are replaced. */
final class UpdatePlan extends WritePlan {
    private final Records records;
    private final List<WriteColumn> columns;
    private final ValueSource[] values;

    UpdatePlan(
            String table,
            Records records,
            List<WriteColumn> columns,
            List<ValueSource> values,
            ParameterTypes parameters,
            PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheUpdate(table=[" + table + "], set=["
                        + String.join(
                                ", ", columns.stream().map(WriteColumn::name).toList()) + "])\n"
                        + records.explain().indent(2));
        this.records = records;
        this.columns = columns;
        this.values = values.toArray(ValueSource[]::new);
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
        long changed = 0;
        for (Records.Target target : records.find(context)) {
            @Nullable Object[] row = new @Nullable Object[values.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = values[i].value(context, target.computed());
            }
            RowWriter writer = RowWriter.of(columns, row, false);
            if (records.apply(target.id(), id -> writer.update(transaction, id))) {
                changed++;
            }
        }
        return SqlResult.count(changed, List.of());
    }
}
