package io.rochedb.calcite.internal.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Forms the library cannot plan, written as what they mean: an empty IN list has no value; a list of rows is compared column by column, so that
 * parameters in it have the type of their column and rings and keys are found in it; LIKE with an empty escape has none.
 */
final class PlainForms {
    private PlainForms() {}

    /** Returns the statement without such forms. */
    static SqlNode plain(SqlNode statement) {
        SqlNode plain = statement.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                SqlNode inner = super.visit(call);
                return inner instanceof SqlCall visited ? rewritten(visited) : inner;
            }
        });
        return plain == null ? statement : plain;
    }

    private static SqlNode rewritten(SqlCall call) {
        if (call.getKind() == SqlKind.LIKE && call.operandCount() == 3 && isEmptyText(call.operand(2))) {
            return call.getOperator().createCall(call.getParserPosition(), call.operand(0), call.operand(1));
        }
        boolean in = call.getKind() == SqlKind.IN;
        boolean notIn = call.getKind() == SqlKind.NOT_IN;
        if (!(in || notIn) || !(call.operand(1) instanceof SqlNodeList list)) {
            return call;
        }
        SqlNode value = call.operand(0);
        if (list.isEmpty()) {
            return empty(value, in, call.getParserPosition());
        }
        boolean rows = value.getKind() == SqlKind.ROW && list.stream().allMatch(item -> sameColumns(value, item));
        if (!rows) {
            return call;
        }
        SqlNode any = any((SqlCall) value, list);
        return in ? any : SqlStdOperatorTable.NOT.createCall(call.getParserPosition(), any);
    }

    private static boolean isEmptyText(SqlNode node) {
        return node instanceof SqlLiteral literal
                && SqlTypeName.CHAR_TYPES.contains(literal.getTypeName())
                && String.valueOf(literal.toValue()).isEmpty();
    }

    /** False or true, with the value still looked at by the validator. */
    private static SqlNode empty(SqlNode value, boolean in, SqlParserPos at) {
        SqlOperator isNull = in ? SqlStdOperatorTable.IS_NULL : SqlStdOperatorTable.IS_NOT_NULL;
        SqlOperator with = in ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR;
        return with.createCall(at, isNull.createCall(at, value), SqlLiteral.createBoolean(!in, at));
    }

    private static boolean sameColumns(SqlNode value, SqlNode item) {
        return item.getKind() == SqlKind.ROW && ((SqlCall) item).operandCount() == ((SqlCall) value).operandCount();
    }

    private static SqlNode any(SqlCall value, SqlNodeList list) {
        List<SqlNode> terms = new ArrayList<>();
        for (SqlNode item : list) {
            List<SqlNode> equal = new ArrayList<>();
            for (int i = 0; i < value.operandCount(); i++) {
                equal.add(SqlStdOperatorTable.EQUALS.createCall(
                        item.getParserPosition(), copy(value.operand(i)), ((SqlCall) item).operand(i)));
            }
            terms.add(balanced(SqlStdOperatorTable.AND, equal));
        }
        return balanced(SqlStdOperatorTable.OR, terms);
    }

    /** One node must not be in a tree twice: the validator may replace it. */
    private static SqlNode copy(SqlNode node) {
        return node.clone(node.getParserPosition());
    }

    /** Joins terms as a tree of small depth. */
    private static SqlNode balanced(SqlOperator operator, List<SqlNode> terms) {
        int size = terms.size();
        if (size == 1) {
            return terms.get(0);
        }
        SqlNode left = balanced(operator, terms.subList(0, size / 2));
        SqlNode right = balanced(operator, terms.subList(size / 2, size));
        return operator.createCall(left.getParserPosition(), left, right);
    }
}
