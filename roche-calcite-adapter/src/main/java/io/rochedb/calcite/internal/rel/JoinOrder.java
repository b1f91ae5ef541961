package io.rochedb.calcite.internal.rel;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The pass that chooses the order of inner joins of three and more, and gives each condition to the first place that has its columns.
 *
 * <p>It begins with the factor that is expected to have the fewest rows, and takes of those that an equality connects with what was joined so far the
 * one that makes it grow least. What nothing connects is joined by itself; only the parts so found are multiplied. Outer joins, groupings and the
 * like are factors: what is below them is ordered apart.
 */
public final class JoinOrder extends RelHomogeneousShuttle {
    private static final int FACTORS_MIN = 3;

    @Override
    public RelNode visit(RelNode other) {
        if (other instanceof Join || other instanceof Filter) {
            JoinGroup group = JoinGroup.of(other);
            if (group.factors().size() >= FACTORS_MIN) {
                group.factors().replaceAll(factor -> factor.accept(this));
                return new Ordering(group).ordered(other);
            }
        }
        return super.visit(other);
    }

    /** What was joined so far. */
    private record Part(RelNode rel, List<Integer> factors, double rows) {}

    /** One run over one group. */
    private static final class Ordering {
        private final JoinGroup group;
        private final RexBuilder rex;
        /** Conditions that no part was given yet, with the factors of each. */
        private final List<Condition> open = new ArrayList<>();

        private final List<Part> factors = new ArrayList<>();

        private record Condition(RexNode term, ImmutableBitSet factors) {}

        Ordering(JoinGroup group) {
            this.group = group;
            this.rex = group.factors().get(0).getCluster().getRexBuilder();
            List<RexNode> terms = new ArrayList<>(group.conditions());
            terms.addAll(EqualColumns.inferred(terms, group.width(), rex));
            for (RexNode term : new LinkedHashSet<>(terms)) {
                open.add(new Condition(term, group.factorsOf(term)));
            }
            for (int i = 0; i < group.factors().size(); i++) {
                RelNode filtered = filtered(group.factors().get(i), List.of(i));
                factors.add(new Part(filtered, List.of(i), JoinSizes.rows(filtered)));
            }
        }

        RelNode ordered(RelNode before) {
            List<Part> left = new ArrayList<>(factors);
            List<Part> parts = new ArrayList<>();
            while (!left.isEmpty()) {
                Part part = smallest(left);
                left.remove(part);
                for (Part next = connected(part, left); next != null; next = connected(part, left)) {
                    left.remove(next);
                    part = joined(part, next);
                }
                parts.add(part);
            }
            Part all = smallest(parts);
            parts.remove(all);
            while (!parts.isEmpty()) {
                Part next = smallest(parts);
                parts.remove(next);
                all = joined(all, next);
            }
            RelNode rel = filtered(all.rel, all.factors);
            List<RexNode> outputs = on(all.factors).apply(group.outputs());
            return LogicalProject.create(
                    rel, List.of(), outputs, before.getRowType().getFieldNames(), Set.of());
        }

        private static Part smallest(List<Part> parts) {
            Part best = parts.get(0);
            for (Part part : parts) {
                best = part.rows < best.rows ? part : best;
            }
            return best;
        }

        /** Returns the factor that is joined next, or null when nothing is connected with a part. */
        private @Nullable Part connected(Part part, List<Part> left) {
            Part best = null;
            double least = 0;
            ImmutableBitSet have = ImmutableBitSet.of(part.factors);
            for (Part candidate : left) {
                int factor = candidate.factors.get(0);
                List<Integer> equal = equalColumns(have, factor);
                if (equal == null) {
                    continue;
                }
                double growth = JoinSizes.growth(candidate.rel, candidate.rows, equal);
                if (best == null || growth < least) {
                    best = candidate;
                    least = growth;
                }
            }
            return best;
        }

        /** Returns the columns of a factor that conditions set equal to what was joined, -1 for expressions; or null when there are none. */
        private @Nullable List<Integer> equalColumns(ImmutableBitSet have, int factor) {
            List<Integer> columns = null;
            ImmutableBitSet one = ImmutableBitSet.of(factor);
            for (Condition condition : open) {
                if (condition.factors.get(factor)
                        && condition.term instanceof RexCall call
                        && call.getKind() == SqlKind.EQUALS) {
                    RexNode a = call.getOperands().get(0);
                    RexNode b = call.getOperands().get(1);
                    boolean swapped = group.factorsOf(a).equals(one);
                    RexNode mine = swapped ? a : b;
                    ImmutableBitSet others = group.factorsOf(swapped ? b : a);
                    if (group.factorsOf(mine).equals(one) && !others.isEmpty() && have.contains(others)) {
                        columns = columns == null ? new ArrayList<>() : columns;
                        columns.add(mine instanceof RexInputRef ref ? ref.getIndex() - group.offset(factor) : -1);
                    }
                }
            }
            return columns;
        }

        /** Joins a part with another, the larger one as the left side, which streams. */
        private Part joined(Part a, Part b) {
            boolean swap = a.rows < b.rows;
            Part left = swap ? b : a;
            Part right = swap ? a : b;
            List<Integer> both = new ArrayList<>(left.factors);
            both.addAll(right.factors);
            List<Integer> equal =
                    b.factors.size() == 1 ? equalColumns(ImmutableBitSet.of(a.factors), b.factors.get(0)) : null;
            double rows = a.rows * (equal == null ? b.rows : JoinSizes.growth(b.rel, b.rows, equal));
            RexNode condition = RexUtil.composeConjunction(rex, taken(both));
            RelNode join = LogicalJoin.create(left.rel, right.rel, List.of(), condition, Set.of(), JoinRelType.INNER);
            return new Part(join, both, Math.max(1, rows));
        }

        private RelNode filtered(RelNode rel, List<Integer> factors) {
            List<RexNode> terms = taken(factors);
            return terms.isEmpty() ? rel : LogicalFilter.create(rel, RexUtil.composeConjunction(rex, terms));
        }

        /** Takes the conditions that some factors can tell, as conditions on these one after the other. */
        private List<RexNode> taken(List<Integer> have) {
            ImmutableBitSet known = ImmutableBitSet.of(have);
            boolean all = have.size() == group.factors().size();
            List<RexNode> terms = new ArrayList<>();
            RexShuttle shuttle = on(have);
            for (var at = open.iterator(); at.hasNext(); ) {
                Condition condition = at.next();
                // those without columns come last, where they empty the whole
                if (known.contains(condition.factors) && (all || !condition.factors.isEmpty())) {
                    terms.add(condition.term.accept(shuttle));
                    at.remove();
                }
            }
            return terms;
        }

        private RexShuttle on(List<Integer> order) {
            int[] at = new int[group.factors().size()];
            int width = 0;
            for (int factor : order) {
                at[factor] = width - group.offset(factor);
                width += group.factors().get(factor).getRowType().getFieldCount();
            }
            return new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    int factor = group.factorOf(ref.getIndex());
                    return new RexInputRef(ref.getIndex() + at[factor], ref.getType());
                }
            };
        }
    }
}
