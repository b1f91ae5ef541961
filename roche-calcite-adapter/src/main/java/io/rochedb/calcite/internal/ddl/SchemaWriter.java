package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.EngineOptions.Durability;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.schema.SchemaChange;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The door through which executed statements change the schema: in a commit of their own, waiting as the connection asks. Stateless. */
final class SchemaWriter {
    private static final String DURABILITY = "durability";

    private SchemaWriter() {}

    /** Returns what a connection's commits wait for, or null for the engine's default. */
    static @Nullable Durability durability(StatementContext context) {
        String setting = context.session().settings().get(DURABILITY);
        return setting == null || context.engine().info().directory() == null
                ? null
                : Durability.valueOf(setting.toUpperCase(Locale.ROOT));
    }

    /** Returns a new view of what is visible now, for the statement's caller. */
    static ReadView look(StatementContext context) {
        return context.engine().snapshot(context.view().scope());
    }

    /** Works changes out from what is declared now, and makes them as one. */
    static void change(StatementContext context, Function<ReadView, List<SchemaChange>> work) {
        List<SchemaChange> changes;
        try (ReadView view = look(context)) {
            changes = work.apply(view);
        }
        if (!changes.isEmpty()) {
            SchemaChange whole = changes.size() == 1 ? changes.get(0) : new SchemaChange.All(changes);
            context.engine().alter(whole, context.view().scope(), durability(context), context.monitor());
        }
    }

    /** Returns the context of a statement's part that runs in a transaction. */
    static StatementContext within(StatementContext context, Transaction transaction) {
        return new StatementContext(
                context.engine(),
                transaction,
                transaction,
                context.monitor(),
                context.parameters(),
                context.session(),
                context.statementMillis());
    }

    /** Does something in a transaction of its own. */
    static void transact(StatementContext context, Consumer<Transaction> work) {
        try (Transaction transaction = context.engine().begin(context.view().scope(), durability(context))) {
            work.accept(transaction);
            if (!transaction.isEmpty()) {
                transaction.commit();
            }
        }
    }
}
