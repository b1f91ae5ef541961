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
    private final @Nullable String ring;
    private final List<WriteColumn> columns;
    private final QueryPlan query;

    InsertSelectPlan(
            @Nullable String ring,
            List<WriteColumn> columns,
            QueryPlan query,
            ParameterTypes parameters,
            PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheInsert(into=[" + (ring == null ? "records" : ring) + "])\n"
                        + query.explain().indent(2));
        this.ring = ring;
        this.columns = List.copyOf(columns);
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
                drafts.add(RowWriter.of(columns, values(cursor), true)
                        .draft(ring, context.session().defaultRing()));
            }
        }
        List<GeneratedKey> keys = new ArrayList<>(drafts.size());
        for (RecordDraft draft : drafts) {
            keys.add(new GeneratedKey(draft.ring(), transaction.put(draft).text()));
        }
        return SqlResult.count(keys.size(), keys);
    }

    private @Nullable Object[] values(SqlCursor cursor) {
        List<SqlColumn> source = query.columns();
        @Nullable Object[] values = new @Nullable Object[source.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = FieldJson.fromSql(source.get(i).typeName(), cursor.get(i));
        }
        return values;
    }
}
