package io.rochedb.calcite.internal.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * The pass that gives one side of a join the conditions that follow from those of the other: of {@code a.x = b.y AND a.x > 3} that
 * {@code b.y > 3}.
 *
 * <p>It is a pass and no rule. A rule fires until it has nothing more to add, and a side need not show what it was given: a
 * condition may be simplified away, or the side may be known to have no rows, which the library then says instead of what else is true of it.
 */
final class InferredConditions extends RelHomogeneousShuttle {
    private boolean changed;

    /** Returns whether the pass added a condition. */
    boolean changed() {
        return changed;
    }

    @Override
    public RelNode visit(RelNode other) {
        RelNode rel = super.visit(other);
        return rel instanceof Join join ? inferred(join) : rel;
    }

    private RelNode inferred(Join join) {
        RelMetadataQuery query = join.getCluster().getMetadataQuery();
        RelOptPredicateList found = query.getPulledUpPredicates(join);
        RelNode left = filtered(join.getLeft(), found.leftInferredPredicates, query);
        RelNode right = filtered(join.getRight(), found.rightInferredPredicates, query);
        if (left == join.getLeft() && right == join.getRight()) {
            return join;
        }
        changed = true;
        return join.copy(join.getTraitSet(), List.of(left, right));
    }

    private static RelNode filtered(RelNode side, List<RexNode> conditions, RelMetadataQuery query) {
        if (conditions.isEmpty()) {
            return side;
        }
        RexBuilder rex = side.getCluster().getRexBuilder();
        // they are of the other side's columns, which may be null where those of this side cannot, or the other way
        // round
        List<RexNode> fresh =
                new ArrayList<>(RexUtil.fixUp(rex, conditions, RelOptUtil.getFieldTypeList(side.getRowType())));
        fresh.removeAll(query.getPulledUpPredicates(side).pulledUpPredicates);
        return fresh.isEmpty() ? side : LogicalFilter.create(side, RexUtil.composeConjunction(rex, fresh));
    }
}
