package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionDeclaration;
import org.jspecify.annotations.Nullable;

/**
 * A procedure: what a user can know of it, and what it does.
 *
 * @param declaration its name, arguments and result columns
 * @param body what it does; returns the one row of its result
 */
record Procedure(FunctionDeclaration declaration, Body body) {
    /** What a procedure does. Stateless. */
    @FunctionalInterface
    interface Body {
        /** Runs with the arguments in declared order, null for NULL and for omitted ones. */
        @Nullable
        Object[] run(StatementContext context, CallArguments arguments);
    }
}
