package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.function.DeclaredScalarFunction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * How calls become expressions where that is not as the library has it: casts as in {@link CastCalls}, and each call of a
 * function of chance is a call of its own. One for each statement.
 */
final class RocheConvertlets implements SqlRexConvertletTable {
    private int randomCalls;

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        return switch (call.getKind()) {
            case CAST -> CastCalls.convertlet(call);
            case OTHER_FUNCTION ->
                standard != null
                                && call.getOperator() instanceof DeclaredScalarFunction function
                                && !function.isDeterministic()
                        ? (context, random) -> numbered(context, standard.convertCall(context, random))
                        : standard;
            default -> standard;
        };
    }

    /** Returns the call with a number nobody reads: equal calls would be made once. */
    private RexNode numbered(SqlRexContext context, RexNode converted) {
        if (!(converted instanceof RexCall call)) {
            return converted;
        }
        RexBuilder rex = context.getRexBuilder();
        RexNode number = rex.makeExactLiteral(BigDecimal.valueOf(randomCalls++));
        List<RexNode> operands = new ArrayList<>(call.getOperands());
        operands.add(number);
        return rex.makeCall(call.getType(), call.getOperator(), operands);
    }
}
