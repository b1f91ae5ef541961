package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.calcite.internal.sql.SchemaStatement.Action;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.util.List;
import java.util.Optional;

/** ALTER TABLE: its actions make one new definition, or none. */
record AlterTables(SchemaStatement.AlterTable statement, QueryPlanner queries) implements DdlPlan.Step {
    @Override
    public long run(StatementContext context) {
        String name = SchemaNames.of(statement.name());
        SchemaWriter.change(context, view -> {
            Optional<TableDefinition> table = SchemaNames.table(view.schema(), name);
            if (table.isEmpty()) {
                if (statement.ifExists()) {
                    return List.of();
                }
                throw SchemaNames.undefinedTable(view, name);
            }
            TableDrafts draft = new TableDrafts(table.get(), new Evaluator(context, view, queries));
            statement
                    .actions()
                    .forEach(action -> apply(action, draft, table.get().name()));
            TableDefinition changed = draft.definition();
            return changed.equals(table.get()) ? List.of() : List.of(new SchemaChange.AlterTable(changed));
        });
        return 0;
    }

    private static void apply(Action action, TableDrafts draft, String table) {
        if (action instanceof Action.AddColumn add) {
            if (add.ifNotExists() && draft.has(add.column().name())) {
                return;
            }
            draft.add(add.column());
            draft.addAll(add.constraints());
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
