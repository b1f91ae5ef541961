package io.rochedb.calcite.internal.rel;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A side of a join that is one scan, and what is done with its rows before they are joined, as expressions over its columns.
 *
 * @param outputs the side's columns
 * @param conditions what its rows must satisfy
 * @param groups when equal rows are one row: what must be equal in them, but for constants; null when each row counts
 */
record LookupSide(
        RocheScan scan,
        List<RexNode> outputs,
        List<RexNode> conditions,
        @Nullable List<RexNode> groups) {
    /** Returns a side of a join, or null when it is not one scan. */
    static @Nullable LookupSide of(RelNode rel) {
        if (rel instanceof RocheScan scan) {
            boolean whole = !scan.hasLimit() && !scan.template().hasIds();
            return whole
                    ? new LookupSide(
                            scan,
                            scan.getCluster().getRexBuilder().identityProjects(scan.getRowType()),
                            List.of(),
                            null)
                    : null;
        }
        boolean known = rel instanceof Filter
                || (rel instanceof Project project && !project.containsOver())
                || (rel instanceof Aggregate aggregate && isDistinct(aggregate));
        LookupSide below = known ? of(rel.getInput(0)) : null;
        if (below == null) {
            return null;
        }
        if (rel instanceof Filter filter) {
            List<RexNode> all = new ArrayList<>(below.conditions);
            all.add(below.inline(filter.getCondition()));
            return new LookupSide(below.scan, below.outputs, all, below.groups);
        }
        if (rel instanceof Project project) {
            return new LookupSide(
                    below.scan,
                    project.getProjects().stream().map(below::inline).toList(),
                    below.conditions,
                    below.groups);
        }
        return below.groups == null ? below.distinct((Aggregate) rel) : null;
    }

    /** Returns whether a grouping computes nothing of its groups. */
    private static boolean isDistinct(Aggregate aggregate) {
        return aggregate.getGroupType() == Aggregate.Group.SIMPLE
                && !aggregate.getGroupSet().isEmpty()
                && aggregate.getAggCallList().stream()
                        .allMatch(call -> call.getAggregation().getKind() == SqlKind.LITERAL_AGG);
    }

    private LookupSide distinct(Aggregate aggregate) {
        List<RexNode> grouped = new ArrayList<>();
        List<RexNode> columns = new ArrayList<>();
        for (int column : aggregate.getGroupSet()) {
            RexNode output = outputs.get(column);
            columns.add(output);
            if (!(output instanceof RexLiteral)) {
                grouped.add(output);
            }
        }
        for (AggregateCall call : aggregate.getAggCallList()) {
            columns.add(call.rexList.get(0));
        }
        return new LookupSide(scan, columns, conditions, grouped);
    }

    private RexNode inline(RexNode expression) {
        return expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return outputs.get(ref.getIndex());
            }
        });
    }

    /** Returns whether its rows are the scan's. */
    boolean isPlain() {
        return groups == null && conditions.isEmpty() && RexUtil.isIdentity(outputs, scan.getRowType());
    }

    /** Returns whether its columns are such that a row without a match can be given NULL for each. */
    boolean isOfColumnsAndConstants() {
        return outputs.stream()
                .allMatch(output -> output instanceof RexLiteral || LookupKeys.widened(output) instanceof RexInputRef);
    }

    /**
     * Returns whether a row of the other side has at most one match, because terms set all that makes matches differ equal to its own columns.
     *
     * @param terms over the columns of both sides
     * @param offset where the scan's columns begin
     */
    boolean isSingle(List<RexNode> terms, int offset) {
        return groups != null
                && groups.stream()
                        .map(group -> RexUtil.shift(group, offset))
                        .allMatch(group -> terms.stream().anyMatch(term -> sets(term, group, offset)));
    }

    private boolean sets(RexNode term, RexNode group, int offset) {
        if (term.getKind() != SqlKind.EQUALS && term.getKind() != SqlKind.IS_NOT_DISTINCT_FROM) {
            return false;
        }
        RexNode a = ((RexCall) term).getOperands().get(0);
        RexNode b = ((RexCall) term).getOperands().get(1);
        return (a.equals(group) && isOther(b, offset)) || (b.equals(group) && isOther(a, offset));
    }

    private boolean isOther(RexNode expression, int offset) {
        int end = offset + scan.getRowType().getFieldCount();
        return expression instanceof RexInputRef ref && (ref.getIndex() < offset || ref.getIndex() >= end);
    }
}
