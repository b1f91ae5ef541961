package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rex.Rewriting;
import java.lang.reflect.Method;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
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

/**
 * Times in JSON constructors as the ISO-8601 texts documents hold; the library writes numbers.
 *
 * <p>Public for generated code.
 */
public final class JsonTimes {
    private static final SqlOperator TIMESTAMP = operator("ISO_TIMESTAMP", "timestamp", long.class);
    private static final SqlOperator TIME = operator("ISO_TIME", "time", int.class);
    private static final SqlOperator PARAMETER = operator("ISO_PARAMETER", "parameter", Object.class);

    private JsonTimes() {}

    private static SqlOperator operator(String name, String method, Class<?> argument) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.VARCHAR,
                null,
                null,
                new Implementation(Types.lookupMethod(JsonTimes.class, method, argument), argument));
    }

    /** Returns the text of a TIMESTAMP. */
    public static String timestamp(long millis) {
        return TimeTexts.timestamp(millis).replace(' ', 'T');
    }

    /** Returns the text of a TIME. */
    public static String time(int millis) {
        return TimeTexts.time(millis);
    }

    /** Returns a parameter that may be of any type: the text of a date or time, in UTC where it is of a zone, else itself. */
    public static Object parameter(Object value) {
        if (value instanceof LocalDateTime time) {
            return timestamp(time.toInstant(ZoneOffset.UTC).toEpochMilli());
        }
        if (value instanceof LocalTime time) {
            return time((int) TimeUnit.NANOSECONDS.toMillis(time.toNanoOfDay()));
        }
        return value instanceof Temporal ? value.toString() : value;
    }

    /** Returns the tree with times in JSON constructors made texts. */
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
            boolean json = inner.getOperator() == SqlStdOperatorTable.JSON_OBJECT
                    || inner.getOperator() == SqlStdOperatorTable.JSON_ARRAY;
            if (!json) {
                return inner;
            }
            List<RexNode> texts = new ArrayList<>();
            for (RexNode operand : inner.getOperands()) {
                texts.add(document(operand));
            }
            return inner.getOperands().equals(texts)
                    ? inner
                    : rex.makeCall(inner.getType(), inner.getOperator(), texts);
        }

        /** Returns a value as documents hold it. */
        private RexNode document(RexNode value) {
            return switch (value.getType().getSqlTypeName()) {
                case TIMESTAMP -> text(TIMESTAMP, value);
                case TIME -> text(TIME, value);
                case ANY -> rex.makeCall(value.getType(), PARAMETER, List.of(value));
                case DATE -> {
                    RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
                    yield rex.makeCast(
                            rex.getTypeFactory()
                                    .createTypeWithNullability(
                                            text, value.getType().isNullable()),
                            value);
                }
                default -> value;
            };
        }

        private RexNode text(SqlOperator operator, RexNode time) {
            RelDataType text = rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
            boolean nullable = time.getType().isNullable();
            return rex.makeCall(
                    rex.getTypeFactory().createTypeWithNullability(text, nullable), operator, List.of(time));
        }
    }

    private record Implementation(Method method, Class<?> argument) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) ->
                            Expressions.call(method, EnumUtils.convert(operands.get(0), argument)),
                    NullPolicy.STRICT,
                    false);
        }
    }
}
