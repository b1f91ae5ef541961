package io.rochedb.calcite.internal.plan;

import java.lang.reflect.Method;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Times cast to text in generated code, as JDBC's getString writes them: the library's casts drop the milliseconds.
 *
 * <p>Public for generated code.
 */
public final class TimeTexts {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final SqlOperator TIMESTAMP_TEXT = operator("timestamp", long.class);
    private static final SqlOperator TIME_TEXT = operator("time", int.class);

    /** What casts become when a statement is converted: those of times to text as here, all others as the library does it. */
    static final SqlRexConvertletTable CONVERTLETS = TimeTexts::convertlet;

    private TimeTexts() {}

    private static SqlOperator operator(String method, Class<?> argument) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier("TEXT", SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.VARCHAR_NULLABLE,
                null,
                null,
                new Implementation(Types.lookupMethod(TimeTexts.class, method, argument)));
    }

    /** Returns the text of a timestamp given as milliseconds since the epoch; milliseconds only when there are some. */
    public static String timestamp(long millis) {
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
        return time.toLocalDate() + " " + text(time.toLocalTime());
    }

    /** Returns the text of a time given as milliseconds of the day; milliseconds only when there are some. */
    public static String time(int millisOfDay) {
        return text(LocalTime.ofNanoOfDay(millisOfDay * NANOS_PER_MILLI));
    }

    private static String text(LocalTime time) {
        return (time.getNano() == 0 ? SECONDS : MILLIS).format(time);
    }

    private static @Nullable SqlRexConvertlet convertlet(SqlCall call) {
        SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
        return call.getKind() == SqlKind.CAST && standard != null
                ? (context, cast) -> text(context.getRexBuilder(), standard.convertCall(context, cast))
                : standard;
    }

    /** Returns the text of a time that is cast to text, any other cast as it is. */
    private static RexNode text(RexBuilder rex, RexNode node) {
        if (node.getKind() != SqlKind.CAST || !SqlTypeUtil.inCharFamily(node.getType())) {
            return node;
        }
        RexNode time = ((RexCall) node).getOperands().get(0);
        SqlTypeName from = time.getType().getSqlTypeName();
        if (from != SqlTypeName.TIMESTAMP && from != SqlTypeName.TIME) {
            return node;
        }
        // a length still cuts or pads
        return rex.makeCast(
                node.getType(), rex.makeCall(from == SqlTypeName.TIME ? TIME_TEXT : TIMESTAMP_TEXT, List.of(time)));
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
