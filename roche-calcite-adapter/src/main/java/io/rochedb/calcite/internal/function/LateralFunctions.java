package io.rochedb.calcite.internal.function;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a table function in a join sees the columns of what stands before it, with or without the word LATERAL, as
 * PostgreSQL has it.
 */
public final class LateralFunctions extends SqlBasicVisitor<@Nullable Void> {
    private LateralFunctions() {}

    /** Makes every table function on the right of a join lateral, in place. */
    public static void mark(SqlNode query) {
        query.accept(new LateralFunctions());
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlJoin join) {
            join.setRight(lateral(join.getRight()));
        }
        return super.visit(call);
    }

    private static SqlNode lateral(SqlNode right) {
        if (right.getKind() == SqlKind.AS) {
            SqlCall alias = (SqlCall) right;
            alias.setOperand(0, lateral(alias.operand(0)));
            return right;
        }
        return right.getKind() == SqlKind.COLLECTION_TABLE
                ? SqlStdOperatorTable.LATERAL.createCall(right.getParserPosition(), right)
                : right;
    }
}
