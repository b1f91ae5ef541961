package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rex.Rewriting;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.MathContext;
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
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
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
    private static final int DIGITS_MAX = 38;
    private static final double HALF = 0.5;

    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MILLIS_PER_DAY = TimeUnit.DAYS.toMillis(1);

    private static final SqlOperator INT_ABS = operator("ABS", "abs", int.class);
    private static final SqlOperator LONG_ABS = operator("ABS", "abs", long.class);
    private static final SqlOperator SHORT_ABS = operator("ABS", "abs", short.class);
    private static final SqlOperator BYTE_ABS = operator("ABS", "abs", byte.class);
    private static final SqlOperator QUOTIENT =
            operator("/", "quotient", BigDecimal.class, BigDecimal.class, int.class);
    private static final SqlOperator ANY_OF_DECIMAL = operator("DECIMAL", "any", BigDecimal.class);
    private static final SqlOperator ANY_OF_INTEGER = operator("DECIMAL", "any", long.class);
    private static final SqlOperator ANY_OF_DOUBLE = operator("DECIMAL", "any", double.class);
    private static final SqlOperator ANY_OF_TEXT = operator("DECIMAL", "any", String.class);
    private static final SqlOperator ROUNDED = operator("ROUND", "rounded", double.class);
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

    /** A number as a DECIMAL without precision holds it: up to 38 digits, without zeros at the end. */
    public static BigDecimal any(BigDecimal number) {
        BigDecimal held = number;
        if (held.precision() > DIGITS_MAX) {
            if (held.precision() - held.scale() > DIGITS_MAX) {
                throw new RocheException(
                        ErrorCode.NUMERIC_OUT_OF_RANGE,
                        "the result has more than " + DIGITS_MAX
                                + " digits before the point (cast an operand to DOUBLE)");
            }
            held = held.round(new MathContext(DIGITS_MAX, RoundingMode.HALF_UP));
        }
        if (held.scale() <= 0) {
            return held.setScale(0);
        }
        BigDecimal stripped = held.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    /** An integer as such a DECIMAL. */
    public static BigDecimal any(long number) {
        return BigDecimal.valueOf(number);
    }

    /** A DOUBLE as such a DECIMAL, of the digits it is written with. */
    public static BigDecimal any(double number) {
        if (!Double.isFinite(number)) {
            throw new RocheException(ErrorCode.NUMERIC_OUT_OF_RANGE, "no DECIMAL is " + number);
        }
        return any(BigDecimal.valueOf(number));
    }

    /** A text as such a DECIMAL. */
    public static BigDecimal any(String text) {
        try {
            return any(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            throw new RocheException(ErrorCode.INVALID_CAST, "'" + text + "' is not a number", e);
        }
    }

    /** A DOUBLE cast to an integer: rounded half up, as a DECIMAL is. */
    public static long rounded(double number) {
        double floor = Math.floor(Math.abs(number));
        double exact = Math.signum(number) * (Math.abs(number) - floor >= HALF ? floor + 1 : floor);
        if (!(exact >= Long.MIN_VALUE && exact < -(double) Long.MIN_VALUE)) {
            throw new RocheException(ErrorCode.NUMERIC_OUT_OF_RANGE, "Value " + number + " out of range");
        }
        return (long) exact;
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

    /** Returns a DOUBLE cast to an integer type. */
    static RexNode rounded(RexBuilder rex, RelDataType type, RexNode number) {
        RelDataType bigint = rex.getTypeFactory()
                .createTypeWithNullability(
                        rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT),
                        number.getType().isNullable());
        return rex.makeCast(type, rex.makeCall(bigint, ROUNDED, List.of(number)));
    }

    /** Returns the tree with such calls replaced. */
    static RelNode replaceIn(RelNode tree) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder());
        return Rewriting.in(tree, replacement);
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
            if (inner.getKind() == SqlKind.CAST && DeclaredTypes.isAnyDecimal(inner.getType())) {
                return any(inner);
            }
            if (inner.getKind() == SqlKind.CAST
                    && SqlTypeName.INT_TYPES.contains(inner.getType().getSqlTypeName())) {
                return rounded(inner);
            }
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

        /** A literal of this type has no zeros at its end either. The ranges of a search are compared, never shown. */
        @Override
        public RexNode visitLiteral(RexLiteral literal) {
            boolean number = DeclaredTypes.isAnyDecimal(literal.getType())
                    && literal.getTypeName() != SqlTypeName.SARG
                    && !literal.isNull();
            BigDecimal value = number ? literal.getValueAs(BigDecimal.class) : null;
            return value == null
                    ? literal
                    : rex.makeCall(literal.getType(), ANY_OF_DECIMAL, List.of(rex.makeExactLiteral(value)));
        }

        private RexNode rounded(RexCall cast) {
            RexNode number = cast.getOperands().get(0);
            return SqlTypeName.APPROX_TYPES.contains(number.getType().getSqlTypeName())
                    ? ExactCalls.rounded(rex, cast.getType(), number)
                    : cast;
        }

        private RexNode any(RexCall cast) {
            SqlTypeName from = cast.getOperands().get(0).getType().getSqlTypeName();
            SqlOperator operator = null;
            if (from == SqlTypeName.DECIMAL) {
                operator = ANY_OF_DECIMAL;
            } else if (SqlTypeName.INT_TYPES.contains(from)) {
                operator = ANY_OF_INTEGER;
            } else if (SqlTypeName.APPROX_TYPES.contains(from)) {
                operator = ANY_OF_DOUBLE;
            } else if (SqlTypeName.CHAR_TYPES.contains(from)) {
                operator = ANY_OF_TEXT;
            }
            return operator == null ? cast : rex.makeCall(cast.getType(), operator, cast.getOperands());
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
