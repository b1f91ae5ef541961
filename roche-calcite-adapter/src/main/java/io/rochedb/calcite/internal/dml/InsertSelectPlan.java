package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.SqlResult.GeneratedKey;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT … SELECT: the source is read to its end before the first record is written, so that a statement never reads its own rows. */
final class InsertSelectPlan extends WritePlan {
    private final InsertTarget target;
    private final List<WriteColumn> columns;
    private final List<ValueSource> standards;
    private final QueryPlan query;

    /** Creates the plan; the query's columns go into the first of {@code columns}, {@code standards} into the others. */
    InsertSelectPlan(
            InsertTarget target,
            List<WriteColumn> columns,
            List<ValueSource> standards,
            QueryPlan query,
            ParameterTypes parameters,
            PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheInsert(into=[" + target.name() + "])\n" + query.explain().indent(2));
        this.target = target;
        this.columns = List.copyOf(columns);
        this.standards = List.copyOf(standards);
        this.query = query;
    }

    @Override
    public boolean fast() {
        return query.fast();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view) && query.isCurrent(view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        List<RecordDraft> drafts = new ArrayList<>();
        try (SqlCursor cursor = query.open(context)) {
            while (cursor.next()) {
                drafts.add(RowWriter.of(columns, values(cursor, context), true)
                        .draft(target, context.session().defaultRing()));
            }
        }
        List<GeneratedKey> keys = new ArrayList<>(drafts.size());
        for (RecordDraft draft : drafts) {
            keys.add(new GeneratedKey(draft.ring(), transaction.put(draft), target.declared()));
        }
        return SqlResult.count(keys.size(), keys);
    }

    private @Nullable Object[] values(SqlCursor cursor, StatementContext context) {
        List<SqlColumn> source = query.columns();
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < source.size(); i++) {
            values[i] = FieldJson.fromSql(source.get(i).typeName(), cursor.get(i));
        }
        for (int i = source.size(); i < values.length; i++) {
            values[i] = standards.get(i - source.size()).value(context, values);
        }
        return values;
    }
}
