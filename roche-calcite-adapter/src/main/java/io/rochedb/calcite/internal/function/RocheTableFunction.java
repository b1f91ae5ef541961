package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import org.apache.calcite.sql.SqlTableFunction;
import org.jspecify.annotations.Nullable;

/**
 * A table function of RocheDB: an {@code SqlFunction} whose rows come from the engine.
 *
 * <p>Stateless. It is opened once per execution, or once per outer row in a lateral join.
 */
public interface RocheTableFunction extends SqlTableFunction {
    /**
     * Opens the function.
     *
     * @param arguments values in internal representation, one per declared parameter; null for an omitted one or SQL NULL.
     *     A TIMESTAMP has gone through {@link FunctionRuntime#seconds}; a REAL ARRAY is a {@link io.rochedb.calcite.internal.plan.FloatList}, another array a {@code List}
     */
    SqlCursor open(StatementContext context, @Nullable Object[] arguments);
}
