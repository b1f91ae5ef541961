package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.TableColumn;
import io.rochedb.engine.schema.ColumnType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of DECIMAL columns as the engine can make them: by the nearest DOUBLE. Stateless.
 *
 * <p>Rounding keeps order, so what a decimal comparison lets through, the one of the rounded values lets through as well when it lets equal ones
 * through. The scan reads less then, through an index too, and the decimals are compared above it.
 */
final class DecimalTerms {
    private DecimalTerms() {}

    /** Returns the DECIMAL column that a node rounds to DOUBLE, or null. */
    static @Nullable TableColumn rounded(RexNode node, List<TableColumn> columns) {
        return node instanceof RexCall cast && isCastToDouble(cast) ? column(cast.operands.get(0), columns) : null;
    }

    /** Returns the literal or parameter that a node rounds to DOUBLE, or the node itself. */
    static RexNode unrounded(RexNode node) {
        return node instanceof RexCall cast && isCastToDouble(cast) && isConstant(cast.operands.get(0))
                ? cast.operands.get(0)
                : node;
    }

    /** Returns what follows from a comparison of a DECIMAL column with a constant, or null when it is none. */
    static @Nullable RexNode implied(RexNode condition, List<TableColumn> columns, RexBuilder rex) {
        SqlBinaryOperator operator = withEqual(condition.getKind());
        if (operator == null) {
            return null;
        }
        RexNode left = ((RexCall) condition).operands.get(0);
        RexNode right = ((RexCall) condition).operands.get(1);
        boolean comparable = (isConstant(left) && column(widened(right), columns) != null)
                || (isConstant(right) && column(widened(left), columns) != null);
        return comparable ? rex.makeCall(operator, rounding(left, rex), rounding(right, rex)) : null;
    }

    private static @Nullable SqlBinaryOperator withEqual(SqlKind kind) {
        return switch (kind) {
            case EQUALS -> SqlStdOperatorTable.EQUALS;
            case LESS_THAN, LESS_THAN_OR_EQUAL -> SqlStdOperatorTable.LESS_THAN_OR_EQUAL;
            case GREATER_THAN, GREATER_THAN_OR_EQUAL -> SqlStdOperatorTable.GREATER_THAN_OR_EQUAL;
            default -> null;
        };
    }

    private static RexNode rounding(RexNode node, RexBuilder rex) {
        RelDataType type = rex.getTypeFactory()
                .createTypeWithNullability(
                        rex.getTypeFactory().createSqlType(SqlTypeName.DOUBLE),
                        node.getType().isNullable());
        return rex.makeAbstractCast(type, widened(node), false);
    }

    private static boolean isCastToDouble(RexCall call) {
        return call.getKind() == SqlKind.CAST && call.getType().getSqlTypeName() == SqlTypeName.DOUBLE;
    }

    private static boolean isConstant(RexNode node) {
        return (node instanceof RexLiteral || node instanceof RexDynamicParam)
                && SqlTypeName.EXACT_TYPES.contains(node.getType().getSqlTypeName());
    }

    /** Removes a cast of a column to a DECIMAL that holds all its values. */
    private static RexNode widened(RexNode node) {
        if (!(node instanceof RexCall cast)
                || cast.getKind() != SqlKind.CAST
                || cast.getType().getSqlTypeName() != SqlTypeName.DECIMAL) {
            return node;
        }
        RexNode inner = cast.operands.get(0);
        RelDataType from = inner.getType();
        RelDataType to = cast.getType();
        boolean holds = from.getSqlTypeName() == SqlTypeName.DECIMAL
                && to.getScale() >= from.getScale()
                && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
        return holds ? inner : node;
    }

    private static @Nullable TableColumn column(RexNode node, List<TableColumn> columns) {
        if (!(node instanceof RexInputRef ref) || ref.getIndex() >= columns.size()) {
            return null;
        }
        TableColumn column = columns.get(ref.getIndex());
        TableColumn.Declared declared = column.kind() == TableColumn.Kind.DECLARED ? column.declared() : null;
        boolean decimal = declared != null && declared.definition().type().kind() == ColumnType.Kind.DECIMAL;
        return decimal ? column : null;
    }
}
