package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** LIMIT and OFFSET of any size, literal or parameter, without an order, above what a scan could not take. */
public final class RocheLimit extends SingleRel implements EnumerableRel {
    /** Turns a sort that has no order, only a limit, into one of these. */
    public static final RelOptRule RULE = ConverterRule.Config.INSTANCE
            .withConversion(
                    LogicalSort.class,
                    sort -> sort.getCollation().getFieldCollations().isEmpty(),
                    Convention.NONE,
                    EnumerableConvention.INSTANCE,
                    "RocheLimitRule")
            .withRuleFactory(LimitRule::new)
            .toRule(LimitRule.class);

    private final @Nullable RexNode offset;
    private final @Nullable RexNode fetch;

    private RocheLimit(RelTraitSet traits, RelNode input, @Nullable RexNode offset, @Nullable RexNode fetch) {
        super(input.getCluster(), traits, input);
        this.offset = offset;
        this.fetch = fetch;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new RocheLimit(traitSet, inputs.get(0), offset, fetch);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .itemIf("offset", offset, offset != null)
                .itemIf("limit", fetch, fetch != null);
    }

    @Override
    public double estimateRowCount(RelMetadataQuery query) {
        double rows = query.getRowCount(getInput());
        return fetch instanceof RexLiteral literal && !literal.isNull()
                ? Math.min(rows, RexLiteral.bigDecimalValue(literal).doubleValue())
                : rows;
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder builder = new BlockBuilder();
        Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        Expression rows = builder.append("child", input.block);
        Expression limits = implementor.stash(Bounds.of(offset, fetch), Bounds.class);
        builder.add(
                Expressions.return_(null, Expressions.call(RocheLimit.class, "limit", DataContext.ROOT, rows, limits)));
        return implementor.result(input.physType, builder.toBlock());
    }

    /** The limits of a plan, still open. */
    public static final class Bounds {
        private final @Nullable Value offset;
        private final @Nullable Value fetch;

        Bounds(@Nullable Value offset, @Nullable Value fetch) {
            this.offset = offset;
            this.fetch = fetch;
        }

        static Bounds of(@Nullable RexNode offset, @Nullable RexNode fetch) {
            return new Bounds(
                    offset == null ? null : Constants.of(offset, Value.As.ANY),
                    fetch == null ? null : Constants.of(fetch, Value.As.ANY));
        }

        long skip(@Nullable Object[] parameters) {
            return offset == null ? 0 : Limits.offset(offset.at(parameters));
        }

        long most(@Nullable Object[] parameters) {
            long most = fetch == null ? -1 : Limits.fetch(fetch.at(parameters));
            return most < 0 ? Long.MAX_VALUE : most;
        }
    }

    /** Called by generated code: returns the rows within the bounds. */
    public static <T> Enumerable<T> limit(DataContext root, Enumerable<T> rows, Bounds bounds) {
        @Nullable Object[] parameters = RocheDataContext.statement(root).parameters();
        return limited(rows, bounds.skip(parameters), bounds.most(parameters));
    }

    private static <T> Enumerable<T> limited(Enumerable<T> rows, long skip, long most) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new LimitedRows<>(rows.enumerator(), skip, most);
            }
        };
    }

    private static final class LimitedRows<T> implements Enumerator<T> {
        private final Enumerator<T> rows;
        private long toSkip;
        private long left;

        LimitedRows(Enumerator<T> rows, long toSkip, long left) {
            this.rows = rows;
            this.toSkip = toSkip;
            this.left = left;
        }

        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public boolean moveNext() {
            if (left <= 0) {
                return false;
            }
            while (toSkip > 0) {
                if (!rows.moveNext()) {
                    left = 0;
                    return false;
                }
                toSkip--;
            }
            left--;
            return rows.moveNext();
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    private static final class LimitRule extends ConverterRule {
        LimitRule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode rel) {
            Sort sort = (Sort) rel;
            RelNode input =
                    convert(sort.getInput(), sort.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
            RelTraitSet traits = sort.getTraitSet().replace(EnumerableConvention.INSTANCE);
            return new RocheLimit(traits, input, sort.offset, sort.fetch);
        }
    }
}
