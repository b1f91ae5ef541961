package io.rochedb.calcite.internal.function;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** Writes the Java that calls {@link FunctionRuntime} into a generated plan. */
final class GeneratedCalls {
    private static final Method SCALAR =
            Types.lookupMethod(FunctionRuntime.class, "scalar", DataContext.class, int.class, Object[].class);
    private static final Method TABLE = Types.lookupMethod(
            FunctionRuntime.class, "table", DataContext.class, int.class, boolean.class, Object[].class);
    private static final Method SECONDS = Types.lookupMethod(FunctionRuntime.class, "seconds", Object.class);
    private static final Method DATE_SECONDS = Types.lookupMethod(FunctionRuntime.class, "dateSeconds", Object.class);

    private GeneratedCalls() {}

    static CallImplementor scalar(int index) {
        return RexImpTable.createImplementor(
                (translator, call, operands) -> Expressions.call(
                        SCALAR, translator.getRoot(), Expressions.constant(index), arguments(call, operands)),
                NullPolicy.NONE,
                false);
    }

    static CallImplementor table(int index) {
        return RexImpTable.createImplementor(
                (translator, call, operands) -> Expressions.call(
                        TABLE,
                        DataContext.ROOT,
                        Expressions.constant(index),
                        Expressions.constant(call.getOperands().stream().anyMatch(RexUtil::containsCorrelation)),
                        arguments(call, operands)),
                NullPolicy.NONE,
                false);
    }

    private static Expression arguments(RexCall call, List<Expression> operands) {
        List<Expression> boxed = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            boxed.add(argument(call.getOperands().get(i), operands.get(i)));
        }
        return Expressions.newArrayInit(Object.class, boxed);
    }

    private static Expression argument(RexNode node, Expression operand) {
        if (node.isA(SqlKind.DEFAULT)) {
            return Expressions.constant(null);
        }
        Expression value = Primitive.is(operand.getType()) ? Expressions.box(operand) : operand;
        SqlTypeName type = node.getType().getSqlTypeName();
        if (type == SqlTypeName.TIMESTAMP) {
            return Expressions.call(SECONDS, value);
        }
        return type == SqlTypeName.DATE ? Expressions.call(DATE_SECONDS, value) : value;
    }
}
