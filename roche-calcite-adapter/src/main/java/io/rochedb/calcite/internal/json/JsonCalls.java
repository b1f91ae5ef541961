package io.rochedb.calcite.internal.json;

import io.rochedb.calcite.internal.rex.Rewriting;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.EnumUtils;
import org.apache.calcite.adapter.enumerable.NotNullImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJsonExistsErrorBehavior;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.jspecify.annotations.Nullable;

/** The SQL/JSON functions in generated code, by {@link JsonRuntime}: the library's parse the document into a tree. Stateless. */
public final class JsonCalls {
    private static final SqlOperator VALUE = operator("JSON_VALUE", method("value"));
    private static final SqlOperator QUERY = operator("JSON_QUERY", method("query"));
    private static final SqlOperator EXISTS = operator("JSON_EXISTS", method("exists"));
    private static final SqlOperator NARROWED = operator("JSON_INTEGER", method("narrowed"));
    private static final SqlOperator IS_JSON = operator("IS JSON", method("isJson"));

    private static final Map<SqlOperator, JsonRuntime.Form> FORMS = Map.of(
            SqlStdOperatorTable.IS_JSON_VALUE, JsonRuntime.Form.VALUE,
            SqlStdOperatorTable.IS_JSON_OBJECT, JsonRuntime.Form.OBJECT,
            SqlStdOperatorTable.IS_JSON_ARRAY, JsonRuntime.Form.ARRAY,
            SqlStdOperatorTable.IS_JSON_SCALAR, JsonRuntime.Form.SCALAR);
    private static final Map<SqlOperator, JsonRuntime.Form> OTHER_FORMS = Map.of(
            SqlStdOperatorTable.IS_NOT_JSON_VALUE, JsonRuntime.Form.VALUE,
            SqlStdOperatorTable.IS_NOT_JSON_OBJECT, JsonRuntime.Form.OBJECT,
            SqlStdOperatorTable.IS_NOT_JSON_ARRAY, JsonRuntime.Form.ARRAY,
            SqlStdOperatorTable.IS_NOT_JSON_SCALAR, JsonRuntime.Form.SCALAR);

    private JsonCalls() {}

    private static Method method(String name) {
        return Arrays.stream(JsonRuntime.class.getMethods())
                .filter(m -> m.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static SqlOperator operator(String name, Method method) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.VARCHAR_NULLABLE,
                null,
                null,
                new Implementation(method));
    }

    /** Returns what a call of JSON_VALUE returns when a scan hands its value out in a column. */
    public static RexNode read(RexBuilder rex, int column, RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> {
                RelDataTypeFactory types = rex.getTypeFactory();
                RelDataType bigint = types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true);
                RexNode value = new RexInputRef(column, bigint);
                yield rex.makeCall(type, NARROWED, List.of(value, rex.makeFlag(type.getSqlTypeName())));
            }
            default -> new RexInputRef(column, type);
        };
    }

    /** Returns the tree with scalars of JSON_VALUE inside constructors as the texts they are; the library takes them for JSON. */
    public static RelNode scalarsAsText(RelNode tree) {
        RexShuttle texts = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                RexCall inner = (RexCall) super.visitCall(call);
                boolean scalar = inner.getOperator() == SqlStdOperatorTable.JSON_TYPE_OPERATOR
                        && inner.getOperands().get(0) instanceof RexCall value
                        && value.getOperator() == SqlStdOperatorTable.JSON_VALUE;
                return scalar ? inner.getOperands().get(0) : inner;
            }
        };
        return Rewriting.in(tree, texts);
    }

    /** Returns the tree with every call that no scan has taken replaced. */
    public static RelNode replaceIn(RelNode tree) {
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
            if (operator == SqlStdOperatorTable.JSON_VALUE) {
                JsonValueCall value = JsonValueCall.of(inner);
                return value == null ? inner : value(value);
            }
            if (inner.getOperands().isEmpty()) {
                return inner;
            }
            RexNode document = JsonValueCall.document(inner.getOperands().get(0));
            if (!SqlTypeUtil.inCharFamily(document.getType())) {
                return inner;
            }
            if (operator == SqlStdOperatorTable.JSON_QUERY && SqlTypeUtil.inCharFamily(inner.getType())) {
                return changed(inner, QUERY, document);
            }
            if (operator == SqlStdOperatorTable.JSON_EXISTS) {
                return exists(inner, document);
            }
            JsonRuntime.Form form = FORMS.get(operator);
            if (form != null) {
                return isJson(inner, document, form);
            }
            JsonRuntime.Form other = OTHER_FORMS.get(operator);
            return other == null ? inner : rex.makeCall(SqlStdOperatorTable.NOT, isJson(inner, document, other));
        }

        private RexNode value(JsonValueCall call) {
            List<RexNode> operands = new ArrayList<>(List.of(call.document(), call.path()));
            RelDataType type = call.type();
            operands.add(rex.makeFlag(type.getSqlTypeName()));
            operands.add(rex.makeExactLiteral(BigDecimal.valueOf(type.getPrecision())));
            operands.add(rex.makeExactLiteral(BigDecimal.valueOf(type.getScale())));
            operands.add(rex.makeFlag(call.onEmpty()));
            operands.add(instead(call.whenEmpty(), type));
            operands.add(rex.makeFlag(call.onError()));
            operands.add(instead(call.whenError(), type));
            return rex.makeCall(type, VALUE, operands);
        }

        private RexNode instead(@Nullable RexNode value, RelDataType type) {
            return value == null ? rex.makeNullLiteral(type) : rex.makeCast(type, value);
        }

        private RexNode exists(RexCall call, RexNode document) {
            List<RexNode> operands = new ArrayList<>(call.getOperands());
            operands.set(0, document);
            if (operands.size() == 2) {
                operands.add(rex.makeFlag(SqlJsonExistsErrorBehavior.FALSE));
            }
            return rex.makeCall(call.getType(), EXISTS, operands);
        }

        private RexNode isJson(RexCall call, RexNode document, JsonRuntime.Form form) {
            return rex.makeCall(call.getType(), IS_JSON, List.of(document, rex.makeFlag(form)));
        }

        private RexNode changed(RexCall call, SqlOperator operator, RexNode document) {
            List<RexNode> operands = new ArrayList<>(call.getOperands());
            operands.set(0, document);
            return rex.makeCall(call.getType(), operator, operands);
        }
    }

    private record Implementation(Method method) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            NotNullImplementor call = (translator, rex, operands) -> Expressions.call(
                    method,
                    arguments(rex.getOperands().stream().map(translator::deref).toList(), operands));
            return RexImpTable.createImplementor(call, NullPolicy.NONE, false);
        }

        private List<Expression> arguments(List<RexNode> nodes, List<Expression> operands) {
            Class<?>[] types = method.getParameterTypes();
            List<Expression> arguments = new ArrayList<>();
            for (int i = 0; i < types.length; i++) {
                arguments.add(argument(nodes.get(i), operands.get(i), types[i]));
            }
            return arguments;
        }

        private static Expression argument(RexNode node, Expression operand, Class<?> type) {
            if (type.isEnum()) {
                return Expressions.constant(((RexLiteral) node).getValueAs(type.asSubclass(Enum.class)));
            }
            if (type == Object.class) {
                return Primitive.is(operand.getType()) ? Expressions.box(operand) : operand;
            }
            return EnumUtils.convert(operand, type);
        }
    }
}
