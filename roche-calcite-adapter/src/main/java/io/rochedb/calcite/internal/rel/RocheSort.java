package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.Convention;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.convert.ConverterRule;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.Pair;
import org.jspecify.annotations.Nullable;

/** ORDER BY with LIMIT and OFFSET above what a scan could not take, within the statement's memory: see {@link RowSort}. */
public final class RocheSort extends SingleRel implements EnumerableRel {
    /** Turns a sort that has an order into one of these. */
    public static final RelOptRule RULE = ConverterRule.Config.INSTANCE
            .withConversion(
                    LogicalSort.class,
                    sort -> !sort.getCollation().getFieldCollations().isEmpty(),
                    Convention.NONE,
                    EnumerableConvention.INSTANCE,
                    "RocheSortRule")
            .withRuleFactory(SortRule::new)
            .toRule(SortRule.class);

    private final RelCollation collation;
    private final @Nullable RexNode offset;
    private final @Nullable RexNode fetch;

    private RocheSort(
            RelTraitSet traits,
            RelNode input,
            RelCollation collation,
            @Nullable RexNode offset,
            @Nullable RexNode fetch) {
        super(input.getCluster(), traits, input);
        this.collation = collation;
        this.offset = offset;
        this.fetch = fetch;
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new RocheSort(traitSet, inputs.get(0), collation, offset, fetch);
    }

    @Override
    public RelWriter explainTerms(RelWriter writer) {
        return super.explainTerms(writer)
                .item("order", collation)
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
        Expression bounds = implementor.stash(RocheLimit.Bounds.of(offset, fetch), RocheLimit.Bounds.class);
        JavaRowFormat format = input.physType.getFormat();
        boolean plain = format == (getRowType().getFieldCount() == 1 ? JavaRowFormat.SCALAR : JavaRowFormat.ARRAY);
        RowOrder order = plain ? RowOrder.of(collation, getRowType()) : null;
        if (order != null) {
            Expression stashed = implementor.stash(order, Comparator.class);
            builder.add(Expressions.return_(
                    null, Expressions.call(RocheSort.class, "sorted", DataContext.ROOT, rows, stashed, bounds)));
        } else {
            Pair<Expression, Expression> key = input.physType.generateCollationKey(collation.getFieldCollations());
            Expression comparator = key.right == null ? Expressions.constant(null) : key.right;
            builder.add(Expressions.return_(
                    null,
                    Expressions.call(
                            RocheSort.class, "sortedBy", DataContext.ROOT, rows, key.left, comparator, bounds)));
        }
        return implementor.result(input.physType, builder.toBlock());
    }

    /** Called by generated code: returns the rows in an order, within the bounds. */
    public static <T> Enumerable<T> sorted(
            DataContext root, Enumerable<T> rows, Comparator<@Nullable Object> order, RocheLimit.Bounds bounds) {
        StatementContext context = RocheDataContext.statement(root);
        long skip = bounds.skip(context.parameters());
        long most = bounds.most(context.parameters());
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                return new Sorted<>(rows.enumerator(), new RowSort(order, context), skip, most);
            }
        };
    }

    /** Called by generated code where rows or keys are of rare kinds: the same by a key and an order of the library. */
    @SuppressWarnings("unchecked")
    public static <T, K> Enumerable<T> sortedBy(
            DataContext root,
            Enumerable<T> rows,
            Function1<T, K> key,
            @Nullable Comparator<K> comparator,
            RocheLimit.Bounds bounds) {
        Comparator<K> keys = comparator == null ? (Comparator<K>) Comparator.naturalOrder() : comparator;
        return sorted(root, rows, (a, b) -> keys.compare(key.apply((T) a), key.apply((T) b)), bounds);
    }

    /** The sorted rows; sorts at the first call, closes what it read then. */
    private static final class Sorted<T> implements Enumerator<T> {
        private final Enumerator<T> rows;
        private final RowSort sort;
        private final long skip;
        private final long most;
        private @Nullable Iterator<@Nullable Object> sorted;
        private long given;
        private @Nullable Object current;

        Sorted(Enumerator<T> rows, RowSort sort, long skip, long most) {
            this.rows = rows;
            this.sort = sort;
            this.skip = skip;
            this.most = most;
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // a row of one column is its value
        public T current() {
            return (T) current;
        }

        @Override
        public boolean moveNext() {
            Iterator<@Nullable Object> ready = sorted;
            if (ready == null) {
                ready = sort.sort(rows, skip, most);
                sorted = ready;
            }
            if (given >= most || !ready.hasNext()) {
                return false;
            }
            given++;
            current = ready.next();
            return true;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            try {
                rows.close();
            } finally {
                sort.close();
            }
        }
    }

    private static final class SortRule extends ConverterRule {
        SortRule(Config config) {
            super(config);
        }

        @Override
        public RelNode convert(RelNode rel) {
            Sort sort = (Sort) rel;
            RelNode input =
                    convert(sort.getInput(), sort.getInput().getTraitSet().replace(EnumerableConvention.INSTANCE));
            RelTraitSet traits = sort.getTraitSet().replace(EnumerableConvention.INSTANCE);
            return new RocheSort(traits, input, sort.getCollation(), sort.offset, sort.fetch);
        }
    }
}
