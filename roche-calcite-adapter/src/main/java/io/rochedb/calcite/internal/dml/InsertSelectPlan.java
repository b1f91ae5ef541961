package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.SqlResult.GeneratedKey;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import java.util.ArrayList;
import java.util.List;

/** INSERT … SELECT: the source is read to its end before the first record is written, so that a statement never reads its own rows. */
final class InsertSelectPlan extends WritePlan {
    private final InsertTarget target;
    private final InsertPlanner.Selected source;

    InsertSelectPlan(InsertTarget target, InsertPlanner.Selected source, ParameterTypes parameters, PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheInsert(into=[" + target.name() + "])\n"
                        + source.query().explain().indent(2));
        this.target = target;
        this.source = source;
    }

    @Override
    public boolean fast() {
        return source.query().fast();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view) && source.query().isCurrent(view);
    }

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        List<RecordDraft> drafts = new ArrayList<>();
        try (SqlCursor cursor = source.query().open(context)) {
            while (cursor.next()) {
                drafts.add(RowWriter.of(source.columns(), source.values(cursor, context), true)
                        .draft(target, context.session().defaultRing()));
            }
        }
        List<GeneratedKey> keys = new ArrayList<>(drafts.size());
        for (RecordDraft draft : drafts) {
            keys.add(new GeneratedKey(draft.ring(), transaction.put(draft), target.declared()));
        }
        return SqlResult.count(keys.size(), keys);
    }
}
