package io.rochedb.calcite.internal.rel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Inner joins that may be done in any order: what they join, and all their conditions. The columns of what is joined are numbered through, in the
 * order they are written in.
 */
final class JoinGroup {
    private final List<RelNode> factors = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private final Set<RexNode> conditions = new LinkedHashSet<>();
    private final List<RexNode> outputs;
    private int width;

    private JoinGroup(RelNode top) {
        this.outputs = collect(top);
    }

    /** Returns the group a tree begins with; whatever is no inner join is a group of one. */
    static JoinGroup of(RelNode top) {
        return new JoinGroup(top);
    }

    List<RelNode> factors() {
        return factors;
    }

    /** Returns the number of the first column of a factor. */
    int offset(int factor) {
        return offsets.get(factor);
    }

    /** Returns how many columns there are. */
    int width() {
        return width;
    }

    /** Returns the conditions, each of which every row satisfies. */
    List<RexNode> conditions() {
        return List.copyOf(conditions);
    }

    /** Returns the columns of the tree. */
    List<RexNode> outputs() {
        return outputs;
    }

    /** Returns the factors whose columns an expression uses. */
    ImmutableBitSet factorsOf(RexNode expression) {
        ImmutableBitSet.Builder found = ImmutableBitSet.builder();
        RelOptUtil.InputFinder.bits(expression).forEachInt(column -> found.set(factorOf(column)));
        return found.build();
    }

    /** Returns the factor a column is of. */
    int factorOf(int column) {
        int found = Collections.binarySearch(offsets, column);
        int factor = found < 0 ? -2 - found : found;
        while (factor + 1 < offsets.size() && offsets.get(factor + 1) <= column) {
            // factors without columns begin where the next one does
            factor++;
        }
        return factor;
    }

    private List<RexNode> collect(RelNode rel) {
        if (rel instanceof Join join && isFree(join)) {
            List<RexNode> columns = new ArrayList<>(collect(join.getLeft()));
            columns.addAll(collect(join.getRight()));
            require(join.getCondition(), columns);
            return columns;
        }
        if (rel instanceof Filter filter && isFree(filter)) {
            List<RexNode> columns = collect(filter.getInput());
            require(filter.getCondition(), columns);
            return columns;
        }
        if (rel instanceof Project project && isFree(project) && holdsJoin(project.getInput())) {
            return on(collect(project.getInput())).apply(project.getProjects());
        }
        int first = width;
        factors.add(rel);
        offsets.add(first);
        width += rel.getRowType().getFieldCount();
        List<RexNode> columns = new ArrayList<>();
        for (int i = first; i < width; i++) {
            columns.add(new RexInputRef(
                    i, rel.getRowType().getFieldList().get(i - first).getType()));
        }
        return columns;
    }

    private void require(RexNode condition, List<RexNode> columns) {
        for (RexNode term : RelOptUtil.conjunctions(condition)) {
            conditions.add(term.accept(on(columns)));
        }
    }

    private static RexShuttle on(List<RexNode> columns) {
        return new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
                return columns.get(ref.getIndex());
            }
        };
    }

    private static boolean isFree(Join join) {
        return join.getJoinType() == JoinRelType.INNER
                && join.getVariablesSet().isEmpty()
                && RexUtil.isDeterministic(join.getCondition());
    }

    private static boolean isFree(Filter filter) {
        return filter.getVariablesSet().isEmpty() && RexUtil.isDeterministic(filter.getCondition());
    }

    private static boolean isFree(Project project) {
        return project.getVariablesSet().isEmpty()
                && !project.containsOver()
                && project.getProjects().stream().allMatch(RexUtil::isDeterministic);
    }

    /** Returns whether a join of the same group lies below, so that a projection between them has to be looked through. */
    private static boolean holdsJoin(RelNode rel) {
        return (rel instanceof Join join && isFree(join))
                || (rel instanceof Filter filter && isFree(filter) && holdsJoin(filter.getInput()))
                || (rel instanceof Project project && isFree(project) && holdsJoin(project.getInput()));
    }
}
