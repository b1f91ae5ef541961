package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A procedure: what a user can know of it, and what it does.
 *
 * @param declaration its name, arguments and result columns
 * @param rows what it does; returns the rows of its result
 */
record Procedure(FunctionDeclaration declaration, Rows rows) {
    /** A procedure whose result is one row. */
    static Procedure of(FunctionDeclaration declaration, Body body) {
        return new Procedure(declaration, (context, arguments) -> {
            List<@Nullable Object[]> rows = new ArrayList<>(1);
            rows.add(body.run(context, arguments));
            return rows;
        });
    }

    /** What a procedure does. Stateless. */
    @FunctionalInterface
    interface Rows {
        /** Runs with the arguments in declared order, null for NULL and for omitted ones. */
        List<@Nullable Object[]> run(StatementContext context, CallArguments arguments);
    }

    /** What a procedure with one row does. Stateless. */
    @FunctionalInterface
    interface Body {
        /** Runs with the arguments in declared order, null for NULL and for omitted ones. */
        @Nullable
        Object[] run(StatementContext context, CallArguments arguments);
    }
}
