package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.Window;

/**
 * The rows of its input, with a look at the statement's monitor before each: what can make many rows of few would else run on when
 * it was told to stop.
 */
public final class Checked extends SingleRel implements EnumerableRel {
    private Checked(RelTraitSet traits, RelNode input) {
        super(input.getCluster(), traits, input);
    }

    /**
     * Returns the plan with checks around joins and recursions, which make more rows than they read, and in the loops of windows,
     * with counts of what operators keep, and with {@link OwnCalls} in the code of joins and groupings.
     */
    public static RelNode around(RelNode plan) {
        boolean join = plan instanceof Join || plan instanceof Correlate;
        boolean multiplies = join || plan instanceof RepeatUnion;
        List<RelNode> inputs = plan.getInputs().stream().map(Checked::around).toList();
        List<RelNode> checked = join ? inputs.stream().map(Checked::over).toList() : inputs;
        List<RelNode> counted = Keepers.counted(plan, checked);
        RelNode copy = counted.equals(plan.getInputs()) ? plan : plan.copy(plan.getTraitSet(), counted);
        return multiplies || plan instanceof Window || hasGroupingSets(plan) ? over(copy) : copy;
    }

    private static boolean hasGroupingSets(RelNode rel) {
        return rel instanceof Aggregate aggregate && aggregate.getGroupSets().size() > 1;
    }

    private static RelNode over(RelNode rel) {
        return rel instanceof Checked ? rel : new Checked(rel.getTraitSet(), rel);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new Checked(traitSet, inputs.get(0));
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder builder = new BlockBuilder();
        Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        Expression rows = builder.append("child", code(input.block, implementor));
        builder.add(Expressions.return_(null, Expressions.call(Checked.class, "rows", DataContext.ROOT, rows)));
        return implementor.result(input.physType, builder.toBlock());
    }

    private BlockStatement code(BlockStatement code, EnumerableRelImplementor implementor) {
        if (getInput() instanceof Window) {
            return LoopChecks.in(code);
        }
        return getInput() instanceof Join || hasGroupingSets(getInput())
                ? OwnCalls.in(getInput(), code, implementor)
                : code;
    }

    /** Called by generated code: returns the rows as they are. */
    public static <T> Enumerable<T> rows(DataContext root, Enumerable<T> rows) {
        QueryMonitor monitor = RocheDataContext.statement(root).monitor();
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new CheckedRows<>(rows.enumerator(), monitor);
            }
        };
    }

    private record CheckedRows<T>(Enumerator<T> rows, QueryMonitor monitor) implements Enumerator<T> {
        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public boolean moveNext() {
            monitor.check();
            return rows.moveNext();
        }

        @Override
        public void reset() {
            rows.reset();
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
