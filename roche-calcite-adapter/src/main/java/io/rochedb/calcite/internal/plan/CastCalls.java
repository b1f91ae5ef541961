package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.WrittenTimes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Casts where the library has them otherwise: a time to text keeps its milliseconds, text to a time is read in every form people write, text to BOOLEAN as
 * PostgreSQL reads it, and BOOLEAN to a number is 1 or 0. A literal is cast when the statement is planned, so that scans can compare with it.
 *
 * <p>Public for generated code.
 */
public final class CastCalls {
    private static final SqlOperator TIMESTAMP_TEXT =
            operator(TimeTexts.class, "timestamp", long.class, ReturnTypes.VARCHAR_NULLABLE);
    private static final SqlOperator TIME_TEXT =
            operator(TimeTexts.class, "time", int.class, ReturnTypes.VARCHAR_NULLABLE);
    private static final SqlOperator TIMESTAMP = written("timestamp");
    private static final SqlOperator DATE = written("date");
    private static final SqlOperator TIME = written("time");
    private static final SqlOperator BOOLEAN =
            operator(CastCalls.class, "bool", String.class, ReturnTypes.BOOLEAN_NULLABLE);

    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int MILLI_DIGITS = 3;

    private CastCalls() {}

    private static SqlOperator written(String method) {
        return operator(WrittenTimes.class, method, String.class, ReturnTypes.VARCHAR_NULLABLE);
    }

    private static SqlOperator operator(
            Class<?> owner, String method, Class<?> argument, SqlReturnTypeInference returns) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier("TEXT", SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                returns,
                null,
                null,
                new Implementation(Types.lookupMethod(owner, method, argument)));
    }

    /** Reads a truth value. */
    public static boolean bool(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "on", "1" -> true;
            case "false", "f", "no", "n", "off", "0" -> false;
            default ->
                throw new RocheException(ErrorCode.INVALID_CAST, "'" + text + "' is no BOOLEAN: write TRUE or FALSE");
        };
    }

    /** Returns how a cast becomes an expression. */
    static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        return standard == null
                ? null
                : (context, cast) -> {
                    RexNode rounded = rounded(context, cast);
                    return rounded == null
                            ? own(context.getRexBuilder(), standard.convertCall(context, cast))
                            : rounded;
                };
    }

    /** Returns a DOUBLE cast to an integer, which is rounded, or null when the cast is another. */
    private static @Nullable RexNode rounded(SqlRexContext context, SqlCall cast) {
        RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(cast);
        RelDataType from = context.getValidator().getValidatedNodeTypeIfKnown(cast.operand(0));
        return from != null
                        && type != null
                        && SqlTypeName.APPROX_TYPES.contains(from.getSqlTypeName())
                        && SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())
                ? ExactCalls.rounded(context.getRexBuilder(), type, context.convertExpression(cast.operand(0)))
                : null;
    }

    private static RexNode own(RexBuilder rex, RexNode node) {
        if (node.getKind() != SqlKind.CAST) {
            return node;
        }
        RelDataType type = node.getType();
        RexNode operand = ((RexCall) node).getOperands().get(0);
        SqlTypeName from = operand.getType().getSqlTypeName();
        if (SqlTypeUtil.inCharFamily(type)) {
            return ofTime(rex, type, operand, node);
        }
        if (SqlTypeUtil.inCharFamily(operand.getType())) {
            return ofText(rex, type, operand, node);
        }
        return from == SqlTypeName.BOOLEAN && SqlTypeName.NUMERIC_TYPES.contains(type.getSqlTypeName())
                ? number(rex, type, operand)
                : node;
    }

    private static RexNode ofTime(RexBuilder rex, RelDataType type, RexNode time, RexNode cast) {
        SqlOperator operator = switch (time.getType().getSqlTypeName()) {
            case TIMESTAMP -> TIMESTAMP_TEXT;
            case TIME -> TIME_TEXT;
            default -> null;
        };
        // a length still cuts or pads
        return operator == null ? cast : rex.makeCast(type, rex.makeCall(operator, List.of(time)));
    }

    private static RexNode ofText(RexBuilder rex, RelDataType type, RexNode text, RexNode cast) {
        if (type.getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return rex.makeCall(type, BOOLEAN, List.of(text));
        }
        SqlOperator reading = switch (type.getSqlTypeName()) {
            case TIMESTAMP -> TIMESTAMP;
            case DATE -> DATE;
            case TIME -> TIME;
            default -> null;
        };
        if (reading == null) {
            return cast;
        }
        RexNode known = text instanceof RexLiteral literal && !literal.isNull()
                ? literal(rex, type, String.valueOf(literal.getValueAs(String.class)))
                : null;
        if (known != null && known.getType().equals(type)) {
            return known;
        }
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType any = types.createTypeWithNullability(
                types.createSqlType(SqlTypeName.VARCHAR), text.getType().isNullable());
        return rex.makeAbstractCast(type, rex.makeCall(any, reading, List.of(text)), false);
    }

    /** Returns the literal a text stands for, or null when it is wrong, which is told when the statement runs. */
    private static @Nullable RexNode literal(RexBuilder rex, RelDataType type, String text) {
        try {
            return switch (type.getSqlTypeName()) {
                case DATE ->
                    rex.makeDateLiteral(DateString.fromDaysSinceEpoch(
                            (int) WrittenTimes.readDate(text).toEpochDay()));
                case TIME -> {
                    LocalTime time = WrittenTimes.readTime(text);
                    yield time.getNano() % NANOS_PER_MILLI != 0
                            ? null
                            : rex.makeTimeLiteral(
                                    TimeString.fromMillisOfDay((int) (time.toNanoOfDay() / NANOS_PER_MILLI)),
                                    MILLI_DIGITS);
                }
                default -> {
                    LocalDateTime time = WrittenTimes.readTimestamp(text);
                    yield time.getNano() % NANOS_PER_MILLI != 0
                            ? null
                            : rex.makeTimestampLiteral(new TimestampString(TimeTexts.timestamp(time)), MILLI_DIGITS);
                }
            };
        } catch (DateTimeException | IllegalArgumentException wrong) {
            return null;
        }
    }

    private static RexNode number(RexBuilder rex, RelDataType type, RexNode truth) {
        RexNode one = rex.makeCast(type, rex.makeExactLiteral(BigDecimal.ONE));
        RexNode zero = rex.makeCast(type, rex.makeExactLiteral(BigDecimal.ZERO));
        return truth.getType().isNullable()
                ? rex.makeCall(
                        type,
                        SqlStdOperatorTable.CASE,
                        List.of(
                                truth,
                                one,
                                rex.makeCall(SqlStdOperatorTable.NOT, truth),
                                zero,
                                rex.makeNullLiteral(type)))
                : rex.makeCall(type, SqlStdOperatorTable.CASE, List.of(truth, one, zero));
    }

    private record Implementation(Method method) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) ->
                            Expressions.call(method, EnumUtils.convert(operands.get(0), method.getParameterTypes()[0])),
                    NullPolicy.STRICT,
                    false);
        }
    }
}
