package io.rochedb.calcite.internal.plan;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic in generated code that gives the exact result or an error where the library's wraps or rounds: ABS of the smallest integer, a
 * quotient of decimals, which it cuts to 16 digits, and times beyond the calendar.
 *
 * <p>Public for generated code.
 */
public final class ExactCalls {
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MILLIS_PER_DAY = TimeUnit.DAYS.toMillis(1);

    private static final SqlOperator INT_ABS = operator("ABS", "abs", int.class);
    private static final SqlOperator LONG_ABS = operator("ABS", "abs", long.class);
    private static final SqlOperator SHORT_ABS = operator("ABS", "abs", short.class);
    private static final SqlOperator BYTE_ABS = operator("ABS", "abs", byte.class);
    private static final SqlOperator QUOTIENT =
            operator("/", "quotient", BigDecimal.class, BigDecimal.class, int.class);
    private static final SqlOperator DATE = operator("IN_CALENDAR", "date", int.class);
    private static final SqlOperator TIMESTAMP = operator("IN_CALENDAR", "timestamp", long.class);

    private ExactCalls() {}

    private static SqlOperator operator(String name, String method, Class<?>... arguments) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.ARG0,
                null,
                null,
                new Implementation(Types.lookupMethod(ExactCalls.class, method, arguments)));
    }

    /** ABS of an INTEGER. */
    public static int abs(int number) {
        return number == Integer.MIN_VALUE ? Math.negateExact(number) : Math.abs(number);
    }

    /** ABS of a BIGINT. */
    public static long abs(long number) {
        return number == Long.MIN_VALUE ? Math.negateExact(number) : Math.abs(number);
    }

    /** ABS of a SMALLINT. */
    public static short abs(short number) {
        if (number == Short.MIN_VALUE) {
            throw outOfRange("SMALLINT");
        }
        return (short) Math.abs(number);
    }

    /** ABS of a TINYINT. */
    public static byte abs(byte number) {
        if (number == Byte.MIN_VALUE) {
            throw outOfRange("TINYINT");
        }
        return (byte) Math.abs(number);
    }

    private static RocheException outOfRange(String type) {
        return new RocheException(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "the result is out of the range of " + type + " (cast an operand to INTEGER)");
    }

    /** A decimal divided by another, rounded half up to a scale. */
    public static BigDecimal quotient(BigDecimal dividend, BigDecimal divisor, int scale) {
        if (divisor.signum() == 0) {
            throw new RocheException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
        }
        return dividend.divide(divisor, scale, RoundingMode.HALF_UP);
    }

    /** A DATE that came of arithmetic. */
    public static int date(int day) {
        if (day < FIRST_DAY || day > LAST_DAY) {
            throw beyondCalendar("date");
        }
        return day;
    }

    /** A TIMESTAMP that came of arithmetic. */
    public static long timestamp(long millis) {
        long day = Math.floorDiv(millis, MILLIS_PER_DAY);
        if (day < FIRST_DAY || day > LAST_DAY) {
            throw beyondCalendar("timestamp");
        }
        return millis;
    }

    private static RocheException beyondCalendar(String what) {
        return new RocheException(
                ErrorCode.DATETIME_OVERFLOW, "the " + what + " is out of range: years are 0001 to 9999");
    }

    /** Returns the tree with such calls replaced. */
    static RelNode replaceIn(RelNode tree) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder());
        return tree.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                return super.visit(other).accept(replacement);
            }
        });
    }

    private static final class Replacement extends RexShuttle {
        private final RexBuilder rex;

        Replacement(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexCall inner = (RexCall) super.visitCall(call);
            SqlOperator operator = inner.getOperator();
            if (operator == SqlStdOperatorTable.ABS) {
                SqlOperator own = abs(inner.getType().getSqlTypeName());
                return own == null ? inner : rex.makeCall(inner.getType(), own, inner.getOperands());
            }
            if (operator == SqlStdOperatorTable.DIVIDE || operator == SqlStdOperatorTable.CHECKED_DIVIDE) {
                return quotient(inner);
            }
            if (operator == SqlStdOperatorTable.DATETIME_PLUS || operator == SqlStdOperatorTable.MINUS_DATE) {
                return switch (inner.getType().getSqlTypeName()) {
                    case DATE -> rex.makeCall(inner.getType(), DATE, List.of(inner));
                    case TIMESTAMP -> rex.makeCall(inner.getType(), TIMESTAMP, List.of(inner));
                    default -> inner;
                };
            }
            return inner;
        }

        private static @Nullable SqlOperator abs(SqlTypeName type) {
            return switch (type) {
                case TINYINT -> BYTE_ABS;
                case SMALLINT -> SHORT_ABS;
                case INTEGER -> INT_ABS;
                case BIGINT -> LONG_ABS;
                default -> null;
            };
        }

        private RexNode quotient(RexCall division) {
            boolean exact = division.getType().getSqlTypeName() == SqlTypeName.DECIMAL
                    && division.getOperands().stream()
                            .allMatch(operand -> SqlTypeName.EXACT_TYPES.contains(
                                    operand.getType().getSqlTypeName()));
            if (!exact) {
                return division;
            }
            List<RexNode> operands = new ArrayList<>(division.getOperands());
            operands.add(rex.makeExactLiteral(
                    BigDecimal.valueOf(Math.max(0, division.getType().getScale())),
                    rex.getTypeFactory().createSqlType(SqlTypeName.INTEGER)));
            return rex.makeCall(division.getType(), QUOTIENT, operands);
        }
    }

    private record Implementation(Method method) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> Expressions.call(method, arguments(operands)),
                    NullPolicy.STRICT,
                    false);
        }

        private List<Expression> arguments(List<Expression> operands) {
            List<Expression> arguments = new ArrayList<>();
            for (int i = 0; i < operands.size(); i++) {
                arguments.add(EnumUtils.convert(operands.get(i), method.getParameterTypes()[i]));
            }
            return arguments;
        }
    }
}
