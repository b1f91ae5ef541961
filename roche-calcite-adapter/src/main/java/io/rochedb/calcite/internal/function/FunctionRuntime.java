package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.jspecify.annotations.Nullable;

/** The entry points of generated code into function bodies. Public because generated classes call it. */
public final class FunctionRuntime {
    private static final double MILLIS_PER_SECOND = 1000.0;
    private static final double SECONDS_PER_DAY = 86_400.0;

    private FunctionRuntime() {}

    /** Calls the scalar function of this index. */
    public static @Nullable Object scalar(DataContext root, int index, @Nullable Object[] arguments) {
        return RocheFunctions.scalar(index).call(root, arguments);
    }

    /** Calls the table function of this index. */
    public static Enumerable<@Nullable Object[]> table(
            DataContext root, int index, boolean fromJoin, @Nullable Object[] arguments) {
        return Linq4j.asEnumerable(
                RocheFunctions.table(index).rows(RocheDataContext.statement(root), arguments, fromJoin));
    }

    /** Returns the seconds of a TIMESTAMP in internal representation. */
    public static @Nullable Object seconds(@Nullable Object millis) {
        return millis instanceof Number number ? number.longValue() / MILLIS_PER_SECOND : null;
    }

    /** Returns the seconds of a DATE in internal representation. */
    public static @Nullable Object dateSeconds(@Nullable Object days) {
        return days instanceof Number number ? number.intValue() * SECONDS_PER_DAY : null;
    }
}
