package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.StatementContext;
import org.jspecify.annotations.Nullable;

/** What a table function does. Stateless. */
@FunctionalInterface
public interface TableBody {
    /**
     * Computes the rows: all at once, or one by one as they are asked for.
     *
     * @param context the running statement
     * @param arguments values in internal representation, null for SQL NULL and for omitted arguments
     * @param fromJoin whether arguments come from rows of a join: a malformed id then matches nothing instead of failing
     */
    Iterable<@Nullable Object[]> rows(StatementContext context, @Nullable Object[] arguments, boolean fromJoin);
}
