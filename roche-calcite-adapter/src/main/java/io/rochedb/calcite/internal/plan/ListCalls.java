package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.rex.Rewriting;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.util.Sarg;
import org.jspecify.annotations.Nullable;

/**
 * Long lists of values in generated code, by one look-up in a set: the library's code compares with each of them, and is too large for the virtual
 * machine when there are thousands.
 *
 * <p>Public for generated code.
 */
public final class ListCalls {
    private static final Method CONTAINS =
            Types.lookupMethod(ListCalls.class, "contains", DataContext.class, String.class, Object.class);

    private static final Set<SqlTypeName> TIMES = Set.of(SqlTypeName.DATE, SqlTypeName.TIME, SqlTypeName.TIMESTAMP);

    /** Every whole number of so many digits is a long. */
    private static final int LONG_DIGITS = 18;

    private ListCalls() {}

    /** Returns whether a list has a value that is not null. */
    public static boolean contains(DataContext root, String list, Object value) {
        return ((Set<?>) Objects.requireNonNull(root.get(list))).contains(key(value));
    }

    /** Returns what is the same for values that are equal, of whatever numeric type. */
    private static Object key(Object value) {
        if (value instanceof BigDecimal decimal) {
            BigDecimal plain = decimal.stripTrailingZeros();
            boolean fits = plain.scale() <= 0 && plain.precision() - plain.scale() <= LONG_DIGITS;
            return fits ? (Object) plain.longValueExact() : plain;
        }
        if (value instanceof Float || value instanceof Double) {
            // there is one zero
            return ((Number) value).doubleValue() + 0.0;
        }
        return value instanceof Number number ? (Object) number.longValue() : value;
    }

    /** Returns the tree with every long list that no scan has taken replaced; the lists themselves, by name, go to {@code lists}. */
    static RelNode replaceIn(RelNode tree, Map<String, Object> lists) {
        Replacement replacement = new Replacement(tree.getCluster().getRexBuilder(), lists);
        return Rewriting.in(tree, replacement);
    }

    private static final class Replacement extends RexShuttle {
        private final RexBuilder rex;
        private final Map<String, Object> lists;

        Replacement(RexBuilder rex, Map<String, Object> lists) {
            this.rex = rex;
            this.lists = lists;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexCall inner = (RexCall) super.visitCall(call);
            if (inner.getKind() != SqlKind.SEARCH) {
                return inner;
            }
            RexNode value = inner.getOperands().get(0);
            RexLiteral literal = (RexLiteral) inner.getOperands().get(1);
            Sarg<?> sarg = Objects.requireNonNull(literal.getValueAs(Sarg.class));
            boolean not = sarg.isComplementedPoints();
            if (sarg.pointCount < StatementRexBuilder.LIST_MIN && !not) {
                return inner;
            }
            Set<Object> keys = keys(not ? sarg.negate() : sarg, literal.getType(), value.getType());
            return keys == null ? inner : list(value, keys, not, sarg.nullAs);
        }

        private RexNode list(RexNode value, Set<Object> keys, boolean not, RexUnknownAs nullAs) {
            String name = "IN_LIST_" + lists.size();
            lists.put(name, keys);
            RexNode in = rex.makeCall(operator(name), value);
            RexNode test = not ? rex.makeCall(SqlStdOperatorTable.NOT, in) : in;
            return switch (nullAs) {
                case UNKNOWN -> test;
                case TRUE ->
                    rex.makeCall(SqlStdOperatorTable.OR, rex.makeCall(SqlStdOperatorTable.IS_NULL, value), test);
                case FALSE ->
                    rex.makeCall(SqlStdOperatorTable.AND, rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value), test);
            };
        }

        /** Returns the values of a search for single values, or null when it is none, they are few, or they cannot be compared by look-up. */
        private @Nullable Set<Object> keys(Sarg<?> points, RelDataType type, RelDataType valueType) {
            if (!points.isPoints()
                    || points.pointCount < StatementRexBuilder.LIST_MIN
                    || !comparable(type, valueType)) {
                return null;
            }
            Set<Object> keys = new HashSet<>();
            for (var range : points.rangeSet.asRanges()) {
                Constant constant = Constant.of(rex.makeLiteral(range.lowerEndpoint(), type, true, true));
                Object key = constant == null ? null : constant.literal();
                if (key == null) {
                    return null;
                }
                keys.add(key(key));
            }
            return keys;
        }
    }

    private static boolean comparable(RelDataType a, RelDataType b) {
        return (SqlTypeUtil.isExactNumeric(a) && SqlTypeUtil.isExactNumeric(b))
                || (SqlTypeUtil.isApproximateNumeric(a) && SqlTypeUtil.isApproximateNumeric(b))
                || (SqlTypeUtil.inCharFamily(a) && SqlTypeUtil.inCharFamily(b))
                || (a.getSqlTypeName() == b.getSqlTypeName() && TIMES.contains(a.getSqlTypeName()));
    }

    /** Returns the test for one list; operators of one name are one. */
    private static SqlOperator operator(String name) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                ReturnTypes.BOOLEAN_NULLABLE,
                null,
                null,
                new Implementation(name));
    }

    private record Implementation(String list) implements ImplementableFunction {
        @Override
        public List<FunctionParameter> getParameters() {
            return List.of();
        }

        @Override
        public CallImplementor getImplementor() {
            return RexImpTable.createImplementor(
                    (translator, call, operands) -> Expressions.call(
                            CONTAINS, DataContext.ROOT, Expressions.constant(list), Expressions.box(operands.get(0))),
                    NullPolicy.STRICT,
                    false);
        }
    }
}
