package io.rochedb.calcite.internal.function;

import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/** What a scalar function does. Stateless. */
@FunctionalInterface
interface ScalarBody {
    /**
     * Computes the result.
     *
     * @param root where a function that needs the statement finds it
     * @param arguments values in internal representation, null for SQL NULL and for omitted arguments
     */
    @Nullable
    Object apply(DataContext root, @Nullable Object[] arguments);
}
