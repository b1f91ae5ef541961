package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SchemaStatement.Action;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * ALTER TABLE: its actions make one new definition, or none.
 *
 * <p>A new column's default is written into the records there are, as other databases do, by the commit that declares it.
 */
record AlterTables(SchemaStatement.AlterTable statement, QueryPlanner queries) implements DdlPlan.Step {
    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.of(statement.name());
        TableDefinition before;
        TableDefinition after;
        Set<String> filled = new LinkedHashSet<>();
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
        filled.removeIf(column -> !isFilled(after, column));
        if (!filled.isEmpty() || !after.equals(before)) {
            context.engine()
                    .alter(
                            new SchemaChange.AlterTable(after, filled),
                            context.view().scope(),
                            SchemaWriter.durability(context),
                            context.monitor());
        }
        return 0;
    }

    private static boolean isFilled(TableDefinition table, String column) {
        ColumnDefault value =
                table.column(column).map(ColumnDefinition::defaultValue).orElse(null);
        boolean isNull = value instanceof ColumnDefault.Constant constant
                && constant.json().equals("null");
        return value != null && !isNull && !(value instanceof ColumnDefault.RandomUuid);
    }

    private static void apply(Action action, TableDrafts draft, String table, Set<String> filled) {
        if (action instanceof Action.AddColumn add) {
            if (add.ifNotExists() && draft.has(add.column().name())) {
                return;
            }
            draft.add(add.column());
            draft.addAll(add.constraints());
            if (add.column().defaultValue() != null) {
                filled.add(add.column().name());
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
