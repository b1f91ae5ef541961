package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.StatementLimits;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** Measures parsed statements against the limits of their session. Stateless. */
final class StatementSize {
    private StatementSize() {}

    private record Visit(SqlNode node, long depth) {}

    /** Refuses a text that is too long. */
    static void checkLength(String sql, StatementLimits limits) {
        if (sql.length() > limits.lengthMax()) {
            throw tooComplex("has " + sql.length() + " characters", "maxStatementLength=" + limits.lengthMax());
        }
    }

    /** Refuses a statement that nests too deeply or has an IN list that is too long. */
    static void check(SqlNode statement, StatementLimits limits) {
        Deque<Visit> open = new ArrayDeque<>();
        open.push(new Visit(statement, 0));
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            if (visit.node instanceof SqlNodeList list) {
                for (@Nullable SqlNode element : list) {
                    push(open, element, visit.depth);
                }
            } else if (visit.node instanceof SqlCall call) {
                if (visit.depth >= limits.depthMax()) {
                    throw tooComplex(
                            "nests expressions deeper than " + limits.depthMax(),
                            "maxExpressionDepth=" + limits.depthMax());
                }
                checkInList(call, limits);
                for (@Nullable SqlNode operand : call.getOperandList()) {
                    push(open, operand, visit.depth + 1);
                }
            }
        }
    }

    private static void push(Deque<Visit> open, @Nullable SqlNode node, long depth) {
        if (node != null) {
            open.push(new Visit(node, depth));
        }
    }

    private static void checkInList(SqlCall call, StatementLimits limits) {
        boolean in = call.getKind() == SqlKind.IN || call.getKind() == SqlKind.NOT_IN;
        if (in && call.operand(1) instanceof SqlNodeList list && list.size() > limits.inListMax()) {
            throw tooComplex("has an IN list of " + list.size() + " elements", "maxInListSize=" + limits.inListMax());
        }
    }

    private static RocheException tooComplex(String what, String limit) {
        return new RocheException(
                ErrorCode.STATEMENT_TOO_COMPLEX,
                "the statement " + what + ", more than " + limit + " allows; bind arrays of values or split it");
    }
}
