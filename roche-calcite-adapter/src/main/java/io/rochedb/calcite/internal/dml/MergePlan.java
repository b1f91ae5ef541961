package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.SqlResult.GeneratedKey;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlan;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * MERGE: a query tells for each pair of a source row and a record that matches it, or a source row that none matches, which clause applies; then the clauses
 * are carried out. The query is read to its end first: a statement never sees its own rows.
 */
final class MergePlan extends WritePlan {
    /** What a clause does with a row. */
    sealed interface Action {
        List<WriteColumn> columns();

        List<ValueSource> values();
    }

    record Update(List<WriteColumn> columns, List<ValueSource> values) implements Action {}

    record Insert(List<WriteColumn> columns, List<ValueSource> values) implements Action {}

    record Delete() implements Action {
        @Override
        public List<WriteColumn> columns() {
            return List.of();
        }

        @Override
        public List<ValueSource> values() {
            return List.of();
        }
    }

    /**
     * The query.
     *
     * @param query its columns are the record's id, NULL where there is none, the number of the clause or NULL, then the statement's expressions
     * @param unmatched for a source of one row: the query of the clause and expressions when no record matches, as {@code query} is then without rows
     */
    record Pairs(QueryPlan query, @Nullable QueryPlan unmatched) {
        boolean fast() {
            return query.fast() && (unmatched == null || unmatched.fast());
        }

        boolean isCurrent(ReadView view) {
            return query.isCurrent(view) && (unmatched == null || unmatched.isCurrent(view));
        }
    }

    private final InsertTarget target;
    private final Pairs pairs;
    private final List<Action> actions;

    MergePlan(InsertTarget target, Pairs pairs, List<Action> actions, ParameterTypes parameters, PlanScope scope) {
        super(
                parameters,
                scope,
                "RocheMerge(into=[" + target.name() + "])\n"
                        + pairs.query().explain().indent(2));
        this.target = target;
        this.pairs = pairs;
        this.actions = List.copyOf(actions);
    }

    @Override
    public boolean fast() {
        return pairs.fast();
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view) && pairs.isCurrent(view);
    }

    /** One thing to do: to a record, or a new one when the id is null. */
    private record Change(
            @Nullable RecordId id, Action action, @Nullable Object[] values) {}

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        List<Change> changes = new ArrayList<>();
        boolean any = read(context, pairs.query(), changes);
        if (!any && pairs.unmatched() != null) {
            read(context, pairs.unmatched(), changes);
        }
        List<GeneratedKey> keys = new ArrayList<>();
        Set<RecordId> changed = new HashSet<>();
        long count = 0;
        for (Change change : changes) {
            RecordId id = change.id;
            if (id != null && !changed.add(id)) {
                throw new RocheException(
                        ErrorCode.CARDINALITY_VIOLATION,
                        "more than one row of the source matches record '" + id.text()
                                + "', which a MERGE changes once only (make the source's rows distinct)");
            }
            RowWriter row = RowWriter.of(change.action.columns(), change.values, id == null);
            if (id == null) {
                RecordDraft draft = row.draft(target, context.session().defaultRing());
                keys.add(new GeneratedKey(draft.ring(), UpsertPlan.insert(transaction, draft), target.declared()));
                count++;
            } else if (change.action instanceof Delete ? transaction.delete(id) : row.update(transaction, id)) {
                count++;
            }
        }
        return SqlResult.count(count, keys);
    }

    /** Adds what the rows of a query say; false when it has none. */
    private boolean read(StatementContext context, QueryPlan query, List<Change> changes) {
        List<SqlColumn> columns = query.columns();
        boolean any = false;
        try (SqlCursor rows = query.open(context)) {
            while (rows.next()) {
                any = true;
                if (!(rows.get(1) instanceof Number number)) {
                    continue;
                }
                @Nullable Object[] computed = new @Nullable Object[columns.size() - 2];
                for (int i = 0; i < computed.length; i++) {
                    computed[i] = FieldJson.fromSql(columns.get(i + 2).typeName(), rows.get(i + 2));
                }
                Action action = actions.get(number.intValue());
                List<ValueSource> sources = action.values();
                @Nullable Object[] values = new @Nullable Object[sources.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = sources.get(i).value(context, computed);
                }
                Object id = rows.get(0);
                changes.add(new Change(id == null ? null : RecordId.parse(id.toString()), action, values));
            }
        }
        return any;
    }
}
