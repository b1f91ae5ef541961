package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.dml.DmlPlanner;
import io.rochedb.calcite.internal.plan.ParsedStatement;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.plan.SqlErrors;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SchemaStatement.Action;
import io.rochedb.calcite.internal.sql.SourceText;
import io.rochedb.calcite.internal.table.TableResolver;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * ALTER TABLE: its actions make one new definition, or none.
 *
 * <p>A new column's default is written into the records there are, as other databases do: the column is declared, the records are updated, then NOT NULL is
 * asked for. What fails takes the definition back.
 */
record AlterTables(SchemaStatement.AlterTable statement, QueryPlanner queries) implements DdlPlan.Step {
    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.of(statement.name());
        TableDefinition before;
        TableDefinition after;
        Map<String, SourceText> filled = new LinkedHashMap<>();
        try (ReadView view = SchemaWriter.look(context)) {
            Optional<TableDefinition> table = SchemaNames.table(view.schema(), name);
            if (table.isEmpty()) {
                if (statement.ifExists()) {
                    return 0;
                }
                throw SchemaNames.undefinedTable(view, name);
            }
            before = table.get();
            TableDrafts draft = new TableDrafts(before, new Evaluator(context, view, queries));
            statement.actions().forEach(action -> apply(action, draft, before.name(), filled));
            after = draft.definition();
        }
        filled.keySet().removeIf(column -> !isFilled(after, column));
        if (filled.isEmpty()) {
            if (!after.equals(before)) {
                declare(after, context);
            }
            return 0;
        }
        fill(before, after, filled, context);
        return 0;
    }

    private static boolean isFilled(TableDefinition table, String column) {
        ColumnDefault value =
                table.column(column).map(ColumnDefinition::defaultValue).orElse(null);
        return value != null && !(value instanceof ColumnDefault.RandomUuid);
    }

    private static void declare(TableDefinition table, StatementContext context) {
        context.engine()
                .alter(new SchemaChange.AlterTable(table), context.view().scope(), SchemaWriter.durability(context));
    }

    private void fill(
            TableDefinition before, TableDefinition after, Map<String, SourceText> filled, StatementContext context) {
        List<ColumnDefinition> columns = after.columns().stream()
                .map(column -> filled.containsKey(column.name()) ? nullable(column) : column)
                .toList();
        TableDefinition open = new TableDefinition(
                after.name(), after.rings(), columns, after.keys(), after.checks(), after.comment());
        declare(open, context);
        try {
            SchemaWriter.transact(
                    context,
                    transaction -> filled.forEach(
                            (column, value) -> update(after.name(), column, value, transaction, context)));
            if (!open.equals(after)) {
                declare(after, context);
            }
        } catch (RuntimeException | Error e) {
            try {
                declare(before, context);
            } catch (RocheException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    private static ColumnDefinition nullable(ColumnDefinition column) {
        return new ColumnDefinition(column.name(), column.type(), true, column.defaultValue(), column.comment());
    }

    private void update(
            String table, String column, SourceText value, Transaction transaction, StatementContext context) {
        String sql = "UPDATE " + quoted(TableResolver.SCHEMA) + "." + quoted(table) + " SET " + quoted(column) + " = ("
                + value.text() + ") WHERE " + quoted(column) + " IS NULL";
        PlanScope scope = new Evaluator(context, transaction, queries).scope(sql);
        try {
            DmlPlanner.plan(ParsedStatement.parse(sql), scope, queries)
                    .execute(SchemaWriter.within(context, transaction));
        } catch (RuntimeException | StackOverflowError e) {
            throw SqlErrors.planning(e, scope);
        }
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static void apply(Action action, TableDrafts draft, String table, Map<String, SourceText> filled) {
        if (action instanceof Action.AddColumn add) {
            if (add.ifNotExists() && draft.has(add.column().name())) {
                return;
            }
            draft.add(add.column());
            draft.addAll(add.constraints());
            if (add.column().defaultValue() != null) {
                filled.put(add.column().name(), add.column().defaultValue());
            }
        } else if (action instanceof Action.DropColumn drop) {
            if (!drop.ifExists() || draft.has(drop.name())) {
                draft.drop(drop.name());
            }
        } else if (action instanceof Action.AddConstraint add) {
            draft.add(add.constraint());
        } else if (action instanceof Action.DropConstraint drop) {
            if (!draft.dropConstraint(drop.name()) && !drop.ifExists()) {
                throw new RocheException(
                        ErrorCode.UNDEFINED_OBJECT,
                        "constraint '" + drop.name() + "' of table '" + table + "' does not exist");
            }
        } else if (action instanceof Action.SetDefault set) {
            draft.defaultValue(set.name(), set.value());
        } else if (action instanceof Action.SetNullable set) {
            draft.nullable(set.name(), set.nullable());
        } else if (action instanceof Action.SetType set) {
            draft.type(set.name(), ColumnTypes.of(set.name(), set.type()));
        }
    }
}
