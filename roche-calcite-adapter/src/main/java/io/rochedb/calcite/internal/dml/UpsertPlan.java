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
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * INSERT … ON CONFLICT: each row is looked up by its key as the table would hold it, and is then inserted, passed over, or the record that has the key is
 * updated. All look-ups come before the first write: a statement never sees its own rows.
 */
final class UpsertPlan extends WritePlan {
    /** Columns of a look-up before the expressions: the id, and whether the record is updated. */
    private static final int HEAD = 2;

    /** Where the rows come from. */
    sealed interface Rows {
        List<UpsertRow> read(TableDefinition table, StatementContext context);

        boolean isCurrent(ReadView view);

        boolean fast();
    }

    /** Rows of VALUES. */
    record Written(List<InsertValuesPlan.Row> rows, ValueSources sources) implements Rows {
        @Override
        public List<UpsertRow> read(TableDefinition table, StatementContext context) {
            @Nullable Object[] computed = sources.compute(context);
            List<UpsertRow> read = new ArrayList<>(rows.size());
            for (InsertValuesPlan.Row row : rows) {
                read.add(UpsertRow.of(table, row.columns(), row.values(context, computed), context));
            }
            return read;
        }

        @Override
        public boolean isCurrent(ReadView view) {
            return sources.isCurrent(view);
        }

        @Override
        public boolean fast() {
            return sources.expressions().isEmpty();
        }
    }

    /** Rows of a query. */
    record Queried(InsertPlanner.Selected selected) implements Rows {
        @Override
        public List<UpsertRow> read(TableDefinition table, StatementContext context) {
            List<UpsertRow> read = new ArrayList<>();
            try (SqlCursor cursor = selected.query().open(context)) {
                while (cursor.next()) {
                    read.add(UpsertRow.of(table, selected.columns(), selected.values(cursor, context), context));
                }
            }
            return read;
        }

        @Override
        public boolean isCurrent(ReadView view) {
            return selected.query().isCurrent(view);
        }

        @Override
        public boolean fast() {
            return selected.query().fast();
        }
    }

    /**
     * A key rows are looked up by.
     *
     * @param columns its columns, by index in the table
     * @param query the look-up; its parameters are those of the statement, then the row
     */
    record Key(int[] columns, QueryPlan query) {}

    /** What DO UPDATE sets. */
    record Update(List<WriteColumn> columns, List<ValueSource> values) {}

    private final InsertTarget target;
    private final TableDefinition table;
    private final Rows rows;
    private final List<Key> keys;
    private final @Nullable Update update;
    private final int parameterCount;

    UpsertPlan(
            InsertTarget target,
            TableDefinition table,
            Rows rows,
            List<Key> keys,
            @Nullable Update update,
            int parameterCount,
            ParameterTypes parameters,
            PlanScope scope) {
        super(parameters, scope, explain(target, keys));
        this.target = target;
        this.table = table;
        this.rows = rows;
        this.keys = List.copyOf(keys);
        this.update = update;
        this.parameterCount = parameterCount;
    }

    private static String explain(InsertTarget target, List<Key> keys) {
        StringBuilder text = new StringBuilder("RocheUpsert(into=[" + target.name() + "])\n");
        keys.forEach(key -> text.append(key.query().explain().indent(2)));
        return text.toString();
    }

    @Override
    public boolean fast() {
        return rows.fast() && keys.stream().allMatch(key -> key.query.fast());
    }

    @Override
    public boolean isCurrent(ReadView view) {
        return super.isCurrent(view)
                && rows.isCurrent(view)
                && keys.stream().allMatch(key -> key.query.isCurrent(view));
    }

    /** A record to update. */
    private record Change(RecordId id, @Nullable Object[] values) {}

    @Override
    public SqlResult execute(StatementContext context) {
        Transaction transaction = transaction(context);
        List<UpsertRow> inserted = new ArrayList<>();
        List<Change> changed = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        for (UpsertRow row : rows.read(table, context)) {
            if (!meets(row, seen) && !meetsRecord(row, context, seen, changed)) {
                inserted.add(row);
                for (int i = 0; i < keys.size(); i++) {
                    List<Object> key = row.key(keys.get(i).columns);
                    if (key != null) {
                        seen.add(List.of(i, key));
                    }
                }
            }
        }
        List<GeneratedKey> generated = new ArrayList<>();
        for (UpsertRow row : inserted) {
            RecordDraft draft = RowWriter.of(row.written(), row.values(), true)
                    .draft(target, context.session().defaultRing());
            generated.add(new GeneratedKey(draft.ring(), insert(transaction, draft), target.declared()));
        }
        long count = inserted.size();
        for (Change change : changed) {
            count += change(transaction, change) ? 1 : 0;
        }
        return SqlResult.count(count, generated);
    }

    private boolean change(Transaction transaction, Change change) {
        if (update == null) {
            throw new IllegalStateException("DO NOTHING changed something");
        }
        return RowWriter.of(update.columns, change.values, false).update(transaction, change.id);
    }

    /** Returns whether an earlier row has a key of this one; DO UPDATE cannot change what the same statement inserts. */
    private boolean meets(UpsertRow row, Set<Object> seen) {
        for (int i = 0; i < keys.size(); i++) {
            List<Object> key = row.key(keys.get(i).columns);
            if (key != null && seen.contains(List.of(i, key))) {
                if (update != null) {
                    throw twice(key.toString());
                }
                return true;
            }
        }
        return false;
    }

    /** Returns whether a record has a key of the row, and notes the update it asks for. */
    private boolean meetsRecord(UpsertRow row, StatementContext context, Set<Object> seen, List<Change> changed) {
        @Nullable
        Object[] parameters =
                Arrays.copyOf(context.parameters(), parameterCount + row.held().size());
        for (int i = 0; i < row.held().size(); i++) {
            parameters[parameterCount + i] = row.held().get(i);
        }
        StatementContext own = new StatementContext(
                context.engine(),
                context.view(),
                context.transaction(),
                context.monitor(),
                parameters,
                context.session(),
                context.statementMillis());
        for (Key key : keys) {
            if (row.key(key.columns) == null) {
                continue;
            }
            try (SqlCursor found = key.query.open(own)) {
                if (!found.next()) {
                    continue;
                }
                RecordId id = RecordId.parse(String.valueOf(found.get(0)));
                if (update != null && Boolean.TRUE.equals(found.get(1))) {
                    if (!seen.add(id)) {
                        throw twice(String.valueOf(row.key(key.columns)));
                    }
                    changed.add(new Change(id, values(update, key.query.columns(), found, own)));
                }
                return true;
            }
        }
        return false;
    }

    private static @Nullable Object[] values(
            Update update, List<SqlColumn> columns, SqlCursor found, StatementContext context) {
        @Nullable Object[] computed = new @Nullable Object[columns.size() - HEAD];
        for (int i = 0; i < computed.length; i++) {
            computed[i] = FieldJson.fromSql(columns.get(i + HEAD).typeName(), found.get(i + HEAD));
        }
        @Nullable Object[] values = new @Nullable Object[update.values.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = update.values.get(i).value(context, computed);
        }
        return values;
    }

    private RocheException twice(String key) {
        return new RocheException(
                ErrorCode.CARDINALITY_VIOLATION,
                "two rows of the INSERT have the key " + key + " of table '" + table.name()
                        + "', and ON CONFLICT DO UPDATE changes a record once only (make the rows distinct)");
    }

    /**
     * Inserts a row that no record of the snapshot has the key of. When a newer record has its key the statement has come too late, as when a record it
     * would update was changed: run again it meets that record.
     */
    static RecordId insert(Transaction transaction, RecordDraft draft) {
        try {
            return transaction.put(draft);
        } catch (RocheException e) {
            if (e.getCause() instanceof RocheException late && late.code() == ErrorCode.SERIALIZATION_FAILURE) {
                throw late;
            }
            throw e;
        }
    }
}
