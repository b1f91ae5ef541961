package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.SqlResult.GeneratedKey;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT … VALUES. */
final class InsertValuesPlan extends WritePlan {
    /** One row: what it writes, and from where; a column given as DEFAULT is not in it. */
    record Row(List<WriteColumn> columns, ValueSource[] values) {
        @Nullable
        Object[] values(StatementContext context, @Nullable Object[] computed) {
            @Nullable Object[] result = new @Nullable Object[values.length];
            for (int i = 0; i < result.length; i++) {
                result[i] = values[i].value(context, computed);
            }
            return result;
        }
    }

    private final InsertTarget target;
    private final List<Row> rows;
    private final ValueSources sources;

    InsertValuesPlan(
            InsertTarget target, List<Row> rows, ValueSources sources, ParameterTypes parameters, PlanScope scope) {
        super(parameters, scope, "RocheInsert(into=[" + target.name() + "], rows=[" + rows.size() + "])\n");
        this.target = target;
        this.rows = List.copyOf(rows);
        this.sources = sources;
    }

    @Override
    public boolean fast() {
        return sources.expressions().isEmpty();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view) && sources.isCurrent(view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        @Nullable Object[] computed = sources.compute(context);
        List<GeneratedKey> keys = new ArrayList<>(rows.size());
        for (Row row : rows) {
            RecordDraft draft = RowWriter.of(row.columns, row.values(context, computed), true)
                    .draft(target, context.session().defaultRing());
            keys.add(new GeneratedKey(draft.ring(), transaction.put(draft), target.declared()));
        }
        return SqlResult.count(keys.size(), keys);
    }
}
