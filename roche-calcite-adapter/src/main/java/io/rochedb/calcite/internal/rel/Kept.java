package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.tree.BlockBuilder;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.jspecify.annotations.Nullable;

/** The rows of its input, which the operator above keeps: their size counts against the statement's memory. */
public final class Kept extends SingleRel implements EnumerableRel {
    /** What an operator takes for a row or a group beside its values. */
    static final int ENTRY_BYTES = 64;

    /** What of its input an operator keeps; each is a method of {@link Keeping}. */
    private enum What {
        ROWS("rows"),
        DISTINCT_ROWS("distinctRows"),
        GROUPS("groups");

        private final String method;

        What(String method) {
            this.method = method;
        }
    }

    private final String operator;
    private final What what;

    private Kept(RelTraitSet traits, RelNode input, String operator, What what) {
        super(input.getCluster(), traits, input);
        this.operator = operator;
        this.what = what;
    }

    /** Returns an input all of whose rows an operator keeps. */
    static RelNode rows(RelNode input, String operator) {
        return new Kept(input.getTraitSet(), input, operator, What.ROWS);
    }

    /** Returns an input of which an operator keeps equal rows once; it is given them once. */
    static RelNode distinctRows(RelNode input, String operator) {
        return new Kept(input.getTraitSet(), input, operator, What.DISTINCT_ROWS);
    }

    /** Returns an input of which an operator keeps one entry for each group. */
    static RelNode groups(RelNode input, String operator) {
        return new Kept(input.getTraitSet(), input, operator, What.GROUPS);
    }

    @Override
    public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
        return new Kept(traitSet, inputs.get(0), operator, what);
    }

    @Override
    public Result implement(EnumerableRelImplementor implementor, Prefer prefer) {
        BlockBuilder builder = new BlockBuilder();
        Result input = implementor.visitChild(this, 0, (EnumerableRel) getInput(), prefer);
        Expression rows = builder.append("child", input.block);
        Expression place = implementor.stash(new Place(operator), Place.class);
        builder.add(
                Expressions.return_(null, Expressions.call(Keeping.class, what.method, DataContext.ROOT, rows, place)));
        return implementor.result(input.physType, builder.toBlock());
    }

    /** An operator of a plan; what it holds in one execution is found by it. */
    public static final class Place {
        private final String operator;

        Place(String operator) {
            this.operator = operator;
        }

        /** Returns what the operator holds in this execution. */
        HeldBytes held(DataContext root) {
            RocheDataContext context = (RocheDataContext) root;
            return context.ofOperator(
                    this,
                    HeldBytes.class,
                    () -> new HeldBytes(context.statement().monitor(), operator));
        }
    }

    /** What generated code calls. */
    public static final class Keeping {
        private Keeping() {}

        /** Returns the rows as they are, each of which counts. */
        public static <T> Enumerable<T> rows(DataContext root, Enumerable<T> rows, Place place) {
            HeldBytes held = place.held(root);
            return new AbstractEnumerable<>() {
                @Override
                public Enumerator<T> enumerator() {
                    // read again, as the inner side of a correlation is: what was kept before is gone
                    held.release();
                    return new Counted<>(rows.enumerator(), held);
                }
            };
        }

        /** Returns the first of equal rows, each of which counts twice: it is kept here and by the operator. */
        public static <T> Enumerable<T> distinctRows(DataContext root, Enumerable<T> rows, Place place) {
            HeldBytes held = place.held(root);
            return new AbstractEnumerable<>() {
                @Override
                public Enumerator<T> enumerator() {
                    held.release();
                    return new Distinct<>(rows.enumerator(), held);
                }
            };
        }

        /** Returns the rows as they are; grouped, each group counts. */
        public static <T> Enumerable<T> groups(DataContext root, Enumerable<T> rows, Place place) {
            return new Groupable<>(rows, place.held(root));
        }
    }

    private record Counted<T>(Enumerator<T> rows, HeldBytes held) implements Enumerator<T> {
        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public boolean moveNext() {
            if (!rows.moveNext()) {
                return false;
            }
            held.add(ENTRY_BYTES + HeldBytes.size(rows.current()));
            return true;
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

    private record Distinct<T>(Enumerator<T> rows, HeldBytes held, Set<Object> seen) implements Enumerator<T> {
        Distinct(Enumerator<T> rows, HeldBytes held) {
            this(rows, held, new HashSet<>());
        }

        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public boolean moveNext() {
            while (rows.moveNext()) {
                T row = rows.current();
                if (seen.add(row instanceof Object[] values ? Arrays.asList(values) : row)) {
                    held.add(2 * ENTRY_BYTES + HeldBytes.size(row));
                    return true;
                }
            }
            return false;
        }

        @Override
        public void reset() {
            rows.reset();
            seen.clear();
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    /** Rows whose grouping is done here, where each new group is seen. */
    private static final class Groupable<T> extends AbstractEnumerable<T> {
        private final Enumerable<T> rows;
        private final HeldBytes held;

        Groupable(Enumerable<T> rows, HeldBytes held) {
            this.rows = rows;
            this.held = held;
        }

        @Override
        public Enumerator<T> enumerator() {
            return rows.enumerator();
        }

        @Override
        public <R> Enumerable<R> select(Function1<T, R> selector) {
            return new Groupable<>(rows.select(selector), held);
        }

        @Override
        public Enumerable<T> distinct() {
            return groupBy(row -> row, () -> true, (seen, row) -> seen, (row, seen) -> row);
        }

        @Override
        public <K, A, R> Enumerable<R> groupBy(
                Function1<T, K> key, Function0<A> start, Function2<A, T, A> add, Function2<K, A, R> result) {
            return new Groups<>(rows, held, List.of(key), null, start, add, result);
        }
    }

    /**
     * The groups of rows by one or more keys, each of which counts. A key of all rows has a group though there be no rows.
     *
     * @param <T> a row
     * @param <K> a key
     * @param <A> what is gathered of a group
     * @param <R> the row of a group
     */
    static final class Groups<T, K, A, R> extends AbstractEnumerable<R> {
        private final Enumerable<T> rows;
        private final HeldBytes held;
        private final List<Function1<T, K>> keys;
        private final @Nullable K keyOfAll;
        private final Function0<A> start;
        private final Function2<A, T, A> add;
        private final Function2<K, A, R> result;

        Groups(
                Enumerable<T> rows,
                HeldBytes held,
                List<Function1<T, K>> keys,
                @Nullable K keyOfAll,
                Function0<A> start,
                Function2<A, T, A> add,
                Function2<K, A, R> result) {
            this.rows = rows;
            this.held = held;
            this.keys = keys;
            this.keyOfAll = keyOfAll;
            this.start = start;
            this.add = add;
            this.result = result;
        }

        @Override
        public Enumerator<R> enumerator() {
            held.release();
            Iterator<Map.Entry<K, A>> entries = grouped().entrySet().iterator();
            return Linq4j.iterableEnumerator(() -> new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public R next() {
                    Map.Entry<K, A> entry = entries.next();
                    return result.apply(entry.getKey(), entry.getValue());
                }
            });
        }

        private Map<K, A> grouped() {
            Map<K, A> groups = new HashMap<>();
            try (Enumerator<T> all = rows.enumerator()) {
                while (all.moveNext()) {
                    T row = all.current();
                    keys.forEach(key -> gather(groups, key.apply(row), row));
                }
            }
            if (groups.isEmpty() && keyOfAll != null) {
                groups.put(keyOfAll, start.apply());
            }
            return groups;
        }

        private void gather(Map<K, A> groups, K group, T row) {
            A known = groups.get(group);
            if (known == null) {
                held.add(2 * ENTRY_BYTES + HeldBytes.size(group));
                groups.put(group, add.apply(start.apply(), row));
            } else {
                A next = add.apply(known, row);
                if (next != known) {
                    groups.put(group, next);
                }
            }
        }
    }
}
