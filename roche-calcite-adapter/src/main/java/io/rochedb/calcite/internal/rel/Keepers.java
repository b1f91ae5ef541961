package io.rochedb.calcite.internal.rel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.adapter.enumerable.EnumerableHashJoin;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Collect;
import org.apache.calcite.rel.core.Intersect;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Spool;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.sql.SqlKind;

/** Which operators of generated code keep what of their inputs. Sorts count for themselves. Stateless. */
final class Keepers {
    /** Aggregates whose state is a few values. */
    private static final Set<SqlKind> SMALL = Set.of(
            SqlKind.COUNT,
            SqlKind.SUM,
            SqlKind.SUM0,
            SqlKind.MIN,
            SqlKind.MAX,
            SqlKind.AVG,
            SqlKind.SINGLE_VALUE,
            SqlKind.ANY_VALUE,
            SqlKind.LITERAL_AGG,
            SqlKind.BIT_AND,
            SqlKind.BIT_OR,
            SqlKind.BIT_XOR);

    private Keepers() {}

    /** Returns the inputs of an operator, each with a count of what the operator keeps of it. */
    static List<RelNode> counted(RelNode operator, List<RelNode> inputs) {
        if (operator instanceof EnumerableHashJoin) {
            return List.of(inputs.get(0), Kept.rows(inputs.get(1), "a join"));
        }
        if (operator instanceof Aggregate aggregate) {
            return List.of(aggregated(aggregate, inputs.get(0)));
        }
        String name = name(operator);
        if (name.isEmpty()) {
            return inputs;
        }
        List<RelNode> counted = new ArrayList<>();
        boolean distinct = operator instanceof SetOp set && !set.all;
        for (RelNode input : inputs) {
            counted.add(distinct ? Kept.distinctRows(input, name) : Kept.rows(input, name));
        }
        return counted;
    }

    /** Returns the name, in errors, of an operator that keeps its rows; "" for one that does not. */
    private static String name(RelNode operator) {
        if (operator instanceof Window) {
            return "a window function";
        } else if (operator instanceof Union union) {
            return union.all ? "" : "UNION";
        } else if (operator instanceof Intersect) {
            return "INTERSECT";
        } else if (operator instanceof Minus) {
            return "EXCEPT";
        } else if (operator instanceof Spool) {
            return "a recursive query";
        }
        return operator instanceof Collect ? "a collection" : "";
    }

    private static RelNode aggregated(Aggregate aggregate, RelNode input) {
        for (AggregateCall call : aggregate.getAggCallList()) {
            if (call.isDistinct() || !SMALL.contains(call.getAggregation().getKind())) {
                return Kept.rows(input, call.getAggregation().getName());
            }
        }
        boolean grouped =
                aggregate.getGroupSets().size() == 1 && !aggregate.getGroupSet().isEmpty();
        return grouped ? Kept.groups(input, "GROUP BY") : input;
    }
}
