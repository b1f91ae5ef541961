package io.rochedb.calcite.internal.rel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Columns that conditions set equal, and the conditions that follow for one of them from those on another. */
final class EqualColumns {
    /** Most conditions that are looked for: each costs a scan its check. */
    private static final int INFERRED_MAX = 1_000;

    private static final Set<SqlKind> COPIED = Set.of(
            SqlKind.EQUALS,
            SqlKind.NOT_EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL,
            SqlKind.LIKE,
            SqlKind.SEARCH,
            SqlKind.AND,
            SqlKind.OR);

    /** Of each column the next one of the ring of those equal to it; itself where there is none. */
    private final int[] next;

    private final @Nullable RexInputRef[] columns;

    private EqualColumns(List<RexNode> conditions, int width) {
        next = new int[width];
        columns = new @Nullable RexInputRef[width];
        for (int i = 0; i < width; i++) {
            next[i] = i;
        }
        for (RexNode condition : conditions) {
            if (condition instanceof RexCall call
                    && call.getKind() == SqlKind.EQUALS
                    && call.getOperands().get(0) instanceof RexInputRef a
                    && call.getOperands().get(1) instanceof RexInputRef b
                    && a.getType().getSqlTypeName() == b.getType().getSqlTypeName()
                    && isExact(a.getType())) {
                join(a, b);
            }
        }
    }

    /** Texts with padding and inexact numbers can be equal and yet not the same. */
    private static boolean isExact(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        return name != SqlTypeName.CHAR && name != SqlTypeName.BINARY && !SqlTypeName.APPROX_TYPES.contains(name);
    }

    private void join(RexInputRef a, RexInputRef b) {
        columns[a.getIndex()] = a;
        columns[b.getIndex()] = b;
        for (int i = next[a.getIndex()]; i != a.getIndex(); i = next[i]) {
            if (i == b.getIndex()) {
                return;
            }
        }
        int other = next[a.getIndex()];
        next[a.getIndex()] = next[b.getIndex()];
        next[b.getIndex()] = other;
    }

    /** Returns conditions that follow from all of some, which are over {@code width} columns, and may be among them already. */
    static List<RexNode> inferred(List<RexNode> conditions, int width, RexBuilder rex) {
        EqualColumns equal = new EqualColumns(conditions, width);
        List<RexNode> inferred = new ArrayList<>();
        for (RexNode condition : conditions) {
            ImmutableBitSet used = RelOptUtil.InputFinder.bits(condition);
            if (used.cardinality() != 1) {
                continue;
            }
            int column = used.nth(0);
            for (int i = equal.next[column]; i != column && inferred.size() < INFERRED_MAX; i = equal.next[i]) {
                RexInputRef to = equal.columns[i];
                RexNode copy = to == null ? null : copy(condition, to, rex);
                if (copy != null) {
                    inferred.add(copy);
                }
            }
        }
        return inferred;
    }

    /** Returns a condition on one column as one on another, or null when it is not of a kind that can be. */
    private static @Nullable RexNode copy(RexNode node, RexInputRef to, RexBuilder rex) {
        if (node instanceof RexInputRef) {
            return to;
        }
        if (RelOptUtil.InputFinder.bits(node).isEmpty()) {
            return node;
        }
        if (!(node instanceof RexCall call) || !COPIED.contains(call.getKind())) {
            return null;
        }
        List<RexNode> operands = new ArrayList<>();
        for (RexNode operand : call.getOperands()) {
            RexNode copied = copy(operand, to, rex);
            if (copied == null) {
                return null;
            }
            operands.add(copied);
        }
        return rex.makeCall(call.getOperator(), operands);
    }
}
