package io.rochedb.calcite.internal.rex;

import java.util.function.Function;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexShuttle;

/** Applies a rewriting of expressions to every node of a plan, the inputs of a node before it. Stateless. */
public final class Rewriting {
    private Rewriting() {}

    /** Returns the plan with all its expressions rewritten. */
    public static RelNode in(RelNode plan, RexShuttle rewriting) {
        return in(plan, node -> rewriting);
    }

    /** Returns the plan with all its expressions rewritten, those of each node as it needs, after those of its inputs. */
    public static RelNode in(RelNode plan, Function<RelNode, RexShuttle> rewritingOf) {
        return plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                RelNode node = super.visit(other);
                return node.accept(rewritingOf.apply(node));
            }
        });
    }
}
