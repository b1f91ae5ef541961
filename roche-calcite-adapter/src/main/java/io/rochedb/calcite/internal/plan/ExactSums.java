package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rex.Rewriting;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.AggAddContext;
import org.apache.calcite.adapter.enumerable.AggContext;
import org.apache.calcite.adapter.enumerable.AggImplementor;
import org.apache.calcite.adapter.enumerable.AggResetContext;
import org.apache.calcite.adapter.enumerable.AggResultContext;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.StrictAggImplementor;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableAggFunction;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;
import org.jspecify.annotations.Nullable;

/**
 * SUM of exact numbers in generated code: the exact sum or an error. The library's wraps.
 *
 * <p>Public for generated code.
 */
public final class ExactSums {
    private static final Method CHECKED =
            Types.lookupMethod(ExactSums.class, "checked", BigDecimal.class, int.class, int.class);

    private static final SqlAggFunction SUM = operator("SUM", SqlKind.SUM, ReturnTypes.AGG_SUM);
    private static final SqlAggFunction SUM0 = operator("$SUM0", SqlKind.SUM0, ReturnTypes.AGG_SUM_EMPTY_IS_ZERO);

    private ExactSums() {}

    private static SqlAggFunction operator(String name, SqlKind kind, SqlReturnTypeInference type) {
        return new SqlUserDefinedAggFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                kind,
                type,
                null,
                null,
                new Implementation(),
                false,
                false,
                Optionality.FORBIDDEN);
    }

    /** The sum of many BIGINT: a long as far as that goes, and what went beyond it. */
    public static final class Wide {
        private BigInteger beyond = BigInteger.ZERO;
        private long sum;

        /** Adds a number. */
        public void add(long number) {
            long next = sum + number;
            if (((sum ^ next) & (number ^ next)) < 0) {
                beyond = beyond.add(BigInteger.valueOf(sum));
                next = number;
            }
            sum = next;
        }

        /** Returns the sum. */
        public BigDecimal value() {
            return beyond.signum() == 0 ? BigDecimal.valueOf(sum) : new BigDecimal(beyond.add(BigInteger.valueOf(sum)));
        }
    }

    /** Returns a sum of decimals if a DECIMAL can hold it. */
    public static BigDecimal checked(BigDecimal sum, int precision, int scale) {
        int digits = DeclaredTypes.isAnyDecimal(precision, scale) ? precision : precision - scale;
        if (sum.precision() - sum.scale() > digits) {
            throw new RocheException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "the sum is out of the range of DECIMAL(" + precision + ", " + scale
                            + ") (sum as DOUBLE, or fewer numbers)");
        }
        return sum;
    }

    /** Returns the tree with sums over windows replaced. */
    static RelNode replaceInWindows(RelNode tree) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder());
        return Rewriting.in(tree, replacement);
    }

    /** Returns the physical plan with sums of groups replaced: until now rules knew them as the library's. */
    static RelNode replaceInGroups(RelNode plan) {
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode rel = super.visit(other);
                return rel instanceof Aggregate aggregate ? exact(aggregate) : rel;
            }
        });
    }

    private static RelNode exact(Aggregate aggregate) {
        List<AggregateCall> calls = new ArrayList<>();
        boolean changed = false;
        for (AggregateCall call : aggregate.getAggCallList()) {
            SqlAggFunction own = own(call.getAggregation(), call.getType());
            changed |= own != null;
            calls.add(own == null ? call : renamed(call, own));
        }
        return changed
                ? aggregate.copy(
                        aggregate.getTraitSet(),
                        aggregate.getInput(),
                        aggregate.getGroupSet(),
                        aggregate.getGroupSets(),
                        calls)
                : aggregate;
    }

    private static AggregateCall renamed(AggregateCall call, SqlAggFunction function) {
        return AggregateCall.create(
                call.getParserPosition(),
                function,
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                call.getArgList(),
                call.filterArg,
                call.distinctKeys,
                call.collation,
                call.type,
                call.name);
    }

    private static @Nullable SqlAggFunction own(SqlAggFunction function, RelDataType type) {
        boolean exact = type.getSqlTypeName() == SqlTypeName.BIGINT || type.getSqlTypeName() == SqlTypeName.DECIMAL;
        if (!exact || function instanceof SqlUserDefinedAggFunction) {
            return null;
        }
        return switch (function.getKind()) {
            case SUM -> SUM;
            case SUM0 -> SUM0;
            default -> null;
        };
    }

    private static final class Replacement extends RexShuttle {
        private final RexBuilder rex;

        Replacement(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitOver(RexOver written) {
            RexNode inner = super.visitOver(written);
            if (!(inner instanceof RexOver over)) {
                return inner;
            }
            SqlAggFunction own = own(over.getAggOperator(), over.getType());
            RexWindow window = over.getWindow();
            return own == null
                    ? over
                    : rex.makeOver(
                            over.getType(),
                            own,
                            over.getOperands(),
                            window.partitionKeys,
                            window.orderKeys,
                            window.getLowerBound(),
                            window.getUpperBound(),
                            window.getExclude(),
                            window.isRows(),
                            true,
                            false,
                            over.isDistinct(),
                            over.ignoreNulls());
        }
    }

    private static final class Implementation implements ImplementableAggFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
            throw new UnsupportedOperationException("the type is that of the call");
        }

        @Override
        public AggImplementor getImplementor(boolean windowContext) {
            return new Sum();
        }
    }

    /** The code of a sum. Integers are added as longs, to a BIGINT or to a DECIMAL; decimals as they are. */
    private static final class Sum extends StrictAggImplementor {
        private static boolean isWide(AggContext info) {
            return info.returnRelType().getSqlTypeName() == SqlTypeName.DECIMAL
                    && SqlTypeName.INT_TYPES.contains(
                            info.parameterRelTypes().get(0).getSqlTypeName());
        }

        @Override
        public List<Type> getNotNullState(AggContext info) {
            return isWide(info) ? List.of(Wide.class) : super.getNotNullState(info);
        }

        @Override
        protected void implementNotNullReset(AggContext info, AggResetContext reset) {
            Expression start;
            if (isWide(info)) {
                start = Expressions.new_(Wide.class);
            } else {
                start = info.returnType() == BigDecimal.class
                        ? Expressions.constant(BigDecimal.ZERO)
                        : Expressions.constant(0L);
            }
            reset.currentBlock()
                    .add(Expressions.statement(
                            Expressions.assign(reset.accumulator().get(0), start)));
        }

        @Override
        protected void implementNotNullAdd(AggContext info, AggAddContext add) {
            Expression sum = add.accumulator().get(0);
            Expression number = add.arguments().get(0);
            if (isWide(info)) {
                add.currentBlock()
                        .add(Expressions.statement(
                                Expressions.call(sum, "add", EnumUtils.convert(number, long.class))));
            } else if (info.returnType() == BigDecimal.class) {
                accAdvance(add, sum, Expressions.call(sum, "add", EnumUtils.convert(number, BigDecimal.class)));
            } else {
                Expression wide = EnumUtils.convert(number, long.class);
                accAdvance(add, sum, Expressions.call(Math.class, "addExact", sum, wide));
            }
        }

        @Override
        protected Expression implementNotNullResult(AggContext info, AggResultContext result) {
            Expression sum = result.accumulator().get(0);
            if (isWide(info)) {
                return Expressions.call(sum, "value");
            }
            RelDataType type = info.returnRelType();
            return info.returnType() == BigDecimal.class
                    ? Expressions.call(
                            CHECKED,
                            sum,
                            Expressions.constant(type.getPrecision()),
                            Expressions.constant(type.getScale()))
                    : sum;
        }
    }
}
