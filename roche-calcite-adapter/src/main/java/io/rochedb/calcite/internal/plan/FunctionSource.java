package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.function.FunctionRuntime;
import io.rochedb.calcite.internal.function.RocheTableFunction;
import io.rochedb.calcite.internal.rel.RowSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** A table function of RocheDB whose arguments are constants. */
record FunctionSource(RocheTableFunction function, List<Argument> arguments) implements RowSource {
    /** An argument, and whether it is a time that functions want in seconds. */
    private record Argument(Constant value, boolean time) {}

    /** Returns the call as a source, or null when it is something else or its arguments must be computed. */
    static @Nullable FunctionSource of(RelNode rel) {
        if (!(rel instanceof TableFunctionScan scan)
                || !(scan.getCall() instanceof RexCall call)
                || !(call.getOperator() instanceof RocheTableFunction function)) {
            return null;
        }
        List<Argument> arguments = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            Constant constant = operand.isA(SqlKind.DEFAULT) ? new Constant(-1, null) : Constant.of(operand);
            if (constant == null || operand.getType().getSqlTypeName() == SqlTypeName.DATE) {
                return null;
            }
            arguments.add(new Argument(constant, operand.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP));
        }
        return new FunctionSource(function, arguments);
    }

    @Override
    public SqlCursor open(StatementContext context) {
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            Argument argument = arguments.get(i);
            Object value = RocheDataContext.toGenerated(argument.value.at(context.parameters()));
            values[i] = argument.time ? FunctionRuntime.seconds(value) : value;
        }
        return function.open(context, values);
    }
}
