package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.calcite.internal.sql.SchemaStatement;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import io.rochedb.engine.schema.ViewDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COMMENT ON. Stateless. */
final class Comments {
    private Comments() {}

    static long comment(StatementContext context, SchemaStatement.Comment comment) {
        List<String> names = comment.names();
        String text = comment.text();
        switch (comment.kind()) {
            case RING -> ring(context, names.get(0), text);
            case TABLE -> SchemaWriter.change(context, view -> List.of(table(view, SchemaNames.of(names), text)));
            case VIEW -> SchemaWriter.change(context, view -> List.of(view(view, SchemaNames.of(names), text)));
            case COLUMN -> SchemaWriter.change(context, view -> List.of(column(context, view, names, text)));
        }
        return 0;
    }

    private static void ring(StatementContext context, String ring, @Nullable String text) {
        SchemaWriter.transact(context, transaction -> {
            if (transaction.ring(ring).isEmpty()) {
                throw SchemaNames.undefinedRing(transaction, ring);
            }
            transaction.describeRing(ring, text == null ? "" : text);
        });
    }

    private static SchemaChange table(ReadView view, String name, @Nullable String text) {
        TableDefinition table = find(view, name);
        return new SchemaChange.AlterTable(
                new TableDefinition(table.name(), table.rings(), table.columns(), table.keys(), table.checks(), text));
    }

    private static SchemaChange column(
            StatementContext context, ReadView view, List<String> names, @Nullable String text) {
        if (names.size() < 2) {
            throw new RocheException(
                    ErrorCode.SYNTAX_ERROR, "COMMENT ON COLUMN needs table.column, not '" + names.get(0) + "'");
        }
        TableDefinition table = find(view, SchemaNames.of(names.subList(0, names.size() - 1)));
        TableDrafts draft = new TableDrafts(table, new Evaluator(context, view, new QueryPlanner()));
        draft.comment(names.get(names.size() - 1), text);
        return new SchemaChange.AlterTable(draft.definition());
    }

    private static TableDefinition find(ReadView view, String name) {
        return SchemaNames.table(view.schema(), name).orElseThrow(() -> SchemaNames.undefinedTable(view, name));
    }

    private static SchemaChange view(ReadView view, String name, @Nullable String text) {
        ViewDefinition found = view.schema().view(name).orElseThrow(() -> Drops.undefinedView(name));
        return new SchemaChange.CreateView(new ViewDefinition(found.name(), found.columns(), found.sql(), text), true);
    }
}
