package io.rochedb.calcite.internal.json;

import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.model.JsonPath;
import io.rochedb.engine.query.Predicate;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlJsonEmptyOrError;
import org.apache.calcite.sql.SqlJsonValueEmptyOrErrorBehavior;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A call of JSON_VALUE taken apart.
 *
 * @param document the text
 * @param path the path, usually a literal
 * @param type what it returns
 * @param onEmpty what it does when there is no value
 * @param whenEmpty the default of ON EMPTY, or null
 * @param onError what it does when the value is not of the type, or there are more
 * @param whenError the default of ON ERROR, or null
 */
public record JsonValueCall(
        RexNode document,
        RexNode path,
        RelDataType type,
        SqlJsonValueEmptyOrErrorBehavior onEmpty,
        @Nullable RexNode whenEmpty,
        SqlJsonValueEmptyOrErrorBehavior onError,
        @Nullable RexNode whenError) {

    /** Returns the parts of a call over text that returns a scalar type, or null for anything else. */
    public static @Nullable JsonValueCall of(RexNode node) {
        if (!(node instanceof RexCall call)
                || call.getOperator() != SqlStdOperatorTable.JSON_VALUE
                || !JsonScalarTypes.isKnown(call.getType().getSqlTypeName())) {
            return null;
        }
        List<RexNode> operands = call.getOperands();
        RexNode document = document(operands.get(0));
        if (!SqlTypeUtil.inCharFamily(document.getType())) {
            return null;
        }
        Behavior empty = Behavior.before(SqlJsonEmptyOrError.EMPTY, operands);
        Behavior error = Behavior.before(SqlJsonEmptyOrError.ERROR, operands);
        return new JsonValueCall(
                document, operands.get(1), call.getType(), empty.what, empty.value, error.what, error.value);
    }

    /** Returns the text behind FORMAT JSON. */
    static RexNode document(RexNode node) {
        boolean format = node instanceof RexCall call
                && (call.getOperator() == SqlStdOperatorTable.JSON_VALUE_EXPRESSION
                        || call.getOperator() == SqlStdOperatorTable.JSON_TYPE_OPERATOR);
        return format ? ((RexCall) node).getOperands().get(0) : node;
    }

    /** One of the clauses ON EMPTY and ON ERROR. */
    private record Behavior(
            SqlJsonValueEmptyOrErrorBehavior what, @Nullable RexNode value) {
        static Behavior before(SqlJsonEmptyOrError clause, List<RexNode> operands) {
            for (int i = 3; i < operands.size(); i++) {
                if (symbol(operands.get(i), SqlJsonEmptyOrError.class) != clause) {
                    continue;
                }
                SqlJsonValueEmptyOrErrorBehavior direct =
                        symbol(operands.get(i - 1), SqlJsonValueEmptyOrErrorBehavior.class);
                return direct == null
                        ? new Behavior(SqlJsonValueEmptyOrErrorBehavior.DEFAULT, operands.get(i - 1))
                        : new Behavior(direct, null);
            }
            return new Behavior(SqlJsonValueEmptyOrErrorBehavior.NULL, null);
        }

        private static <E extends Enum<E>> @Nullable E symbol(RexNode node, Class<E> type) {
            boolean symbol =
                    node instanceof RexLiteral literal && literal.getType().getSqlTypeName() == SqlTypeName.SYMBOL;
            Object value = symbol ? ((RexLiteral) node).getValue() : null;
            return type.isInstance(value) ? type.cast(value) : null;
        }
    }

    /** Returns what the engine reads for this call, all of it: null when a default, an error or a tree is needed, or the path is no literal. */
    public Predicate.@Nullable Path operand() {
        FieldType read = fieldType();
        if (read == null
                || onEmpty != SqlJsonValueEmptyOrErrorBehavior.NULL
                || onError != SqlJsonValueEmptyOrErrorBehavior.NULL
                || !(path instanceof RexLiteral literal)
                || literal.isNull()) {
            return null;
        }
        return JsonPath.parse(String.valueOf(literal.getValueAs(String.class)))
                .flatMap(JsonPath::names)
                .map(names -> new Predicate.Path(names, read))
                .orElse(null);
    }

    private @Nullable FieldType fieldType() {
        return switch (type.getSqlTypeName()) {
            case VARCHAR ->
                type.getPrecision() < 0 || type.getPrecision() == JsonScalarTypes.DEFAULT_LENGTH
                        ? FieldType.VARCHAR
                        : null;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> FieldType.BIGINT;
            case FLOAT, DOUBLE -> FieldType.DOUBLE;
            case BOOLEAN -> FieldType.BOOLEAN;
            default -> null;
        };
    }
}
