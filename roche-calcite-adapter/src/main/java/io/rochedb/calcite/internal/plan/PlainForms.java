package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.WrittenTimes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Forms the library cannot plan, written as what they mean: an empty IN list has no value; a list of rows is compared column by column, so that
 * parameters in it have the type of their column and rings and keys are found in it; LIKE with an empty escape has none; LAG and LEAD with a
 * default, of which the library thinks that they have the type of the value and are never null, are without and a CASE; the value of NTH_VALUE may be null; times are written as in SQL.
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

            @Override
            public SqlNode visit(SqlLiteral literal) {
                return literal instanceof SqlUnknownLiteral time ? written(time) : literal;
            }
        });
        return plain == null ? statement : plain;
    }

    private static SqlNode rewritten(SqlCall call) {
        if (call.getKind() == SqlKind.LIKE && call.operandCount() == 3 && isEmptyText(call.operand(2))) {
            return call.getOperator().createCall(call.getParserPosition(), call.operand(0), call.operand(1));
        }
        if (call.getKind() == SqlKind.CAST && call.operand(0) instanceof SqlDynamicParam && isUuid(call.operand(1))) {
            // columns of type UUID are text, and so are parameters they are compared with
            SqlParserPos at = call.getParserPosition();
            return SqlStdOperatorTable.CAST.createCall(
                    at, call.operand(0), new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, at), at));
        }
        if (call.getKind() == SqlKind.OVER && call.operand(0).getKind() == SqlKind.IGNORE_NULLS) {
            throw new RocheException(
                    ErrorCode.FEATURE_NOT_SUPPORTED, "IGNORE NULLS is not supported in a window function");
        }
        if (call.getKind() == SqlKind.OVER
                && isOffset(call.operand(0))
                && ((SqlCall) call.operand(0)).operandCount() == 3) {
            return withDefault(call.operand(0), call.operand(1));
        }
        if (call.getKind() == SqlKind.OVER
                && call.operand(0) instanceof SqlCall nth
                && nth.getOperator().getName().equalsIgnoreCase("NTH_VALUE")
                && nth.operandCount() == 2) {
            nth.setOperand(0, nullable(nth.operand(0)));
            return call;
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

    private static boolean isOffset(SqlNode node) {
        return node instanceof SqlCall call
                && (call.getOperator().getName().equalsIgnoreCase("LAG")
                        || call.getOperator().getName().equalsIgnoreCase("LEAD"));
    }

    /** The default where there is no row at that offset, else what the row has, which may be null. */
    private static SqlNode withDefault(SqlCall offset, SqlNode window) {
        SqlParserPos at = offset.getParserPosition();
        SqlNode there = over(offset, SqlLiteral.createBoolean(true, at), window);
        SqlNode value = over(offset, offset.operand(0), copy(window));
        return new SqlCase(
                at,
                null,
                SqlNodeList.of(SqlStdOperatorTable.IS_NULL.createCall(at, there)),
                SqlNodeList.of(offset.operand(2)),
                value);
    }

    /** Returns a value as one that may be null: a frame may have no row of that number, of which the library does not think. */
    private static SqlNode nullable(SqlNode value) {
        SqlParserPos at = value.getParserPosition();
        return new SqlCase(
                at,
                null,
                SqlNodeList.of(SqlLiteral.createBoolean(true, at)),
                SqlNodeList.of(value),
                SqlLiteral.createNull(at));
    }

    private static SqlNode over(SqlCall offset, SqlNode of, SqlNode window) {
        SqlParserPos at = offset.getParserPosition();
        SqlNode call = offset.getOperator().createCall(at, of, copy(offset.operand(1)));
        return SqlStdOperatorTable.OVER.createCall(at, call, window);
    }

    /** Returns LAG or LEAD with its default as it is written, where a CASE stands for it; else null. */
    static @Nullable SqlNode offsetIn(SqlCase choice) {
        SqlNode value = choice.getElseOperand();
        boolean ours = choice.getWhenOperands().size() == 1
                && choice.getWhenOperands().get(0) instanceof SqlCall when
                && when.getKind() == SqlKind.IS_NULL
                && isOffsetOver(when.operand(0))
                && value != null
                && isOffsetOver(value);
        return ours ? value : null;
    }

    private static boolean isOffsetOver(SqlNode node) {
        return node.getKind() == SqlKind.OVER && isOffset(((SqlCall) node).operand(0));
    }

    /** Returns a literal of a time with its text in SQL's form. */
    private static SqlNode written(SqlUnknownLiteral literal) {
        String text = String.valueOf(literal.getValue());
        String plain = switch (literal.tag) {
            case "TIMESTAMP" -> WrittenTimes.timestamp(text);
            case "TIME" -> WrittenTimes.time(text);
            case "DATE" -> WrittenTimes.date(text);
            default -> text;
        };
        return plain.equals(text) ? literal : SqlLiteral.createUnknown(literal.tag, plain, literal.getParserPosition());
    }

    private static boolean isUuid(SqlNode type) {
        return type instanceof SqlDataTypeSpec spec
                && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
                && basic.getTypeName().getSimple().equalsIgnoreCase(SqlTypeName.UUID.getName());
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
