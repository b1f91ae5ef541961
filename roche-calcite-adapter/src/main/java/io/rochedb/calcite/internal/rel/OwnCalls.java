package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.query.QueryMonitor;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.EnumerableDefaults;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.JoinType;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Predicate2;
import org.apache.calcite.linq4j.tree.BlockStatement;
import org.apache.calcite.linq4j.tree.ConstantExpression;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.MethodCallExpression;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Shuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.BuiltInMethod;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts operators of ours into generated code, in place of the library's: those that compute their right side again for each row of the left,
 * that take equal rows of the right side of a RIGHT or FULL join for one, or that keep rows and groups without counting them.
 */
public final class OwnCalls extends Shuttle {
    /** Of the arguments of the library's hash join: the comparer, whether right rows are kept, whether left ones are, the condition. */
    private static final int COMPARER = 4;

    private static final int KEEPS_RIGHT = 5;
    private static final int CONDITION = 7;

    private final RelNode operator;
    private final EnumerableRelImplementor implementor;

    private OwnCalls(RelNode operator, EnumerableRelImplementor implementor) {
        this.operator = operator;
        this.implementor = implementor;
    }

    /** Returns the code of a join or of an aggregate with our operators in it. */
    static BlockStatement in(RelNode operator, BlockStatement code, EnumerableRelImplementor implementor) {
        return code.accept(new OwnCalls(operator, implementor));
    }

    @Override
    public Expression visit(MethodCallExpression call, @Nullable Expression target, List<Expression> arguments) {
        if (call.method.equals(BuiltInMethod.NESTED_LOOP_JOIN.method)) {
            return own("nestedLoopJoin", "a join", null, arguments);
        }
        if (call.method.equals(BuiltInMethod.GROUP_BY_MULTIPLE.method)) {
            List<ImmutableBitSet> sets = ((Aggregate) operator).getGroupSets();
            List<Expression> ours = new ArrayList<>(arguments);
            ours.add(Expressions.constant(sets.indexOf(ImmutableBitSet.of())));
            ours.add(anyRow(operator.getInput(0)));
            return own("groupByMultiple", "GROUP BY", null, ours);
        }
        if (call.method.equals(BuiltInMethod.HASH_JOIN.method)
                && isConstant(arguments.get(COMPARER), null)
                && isConstant(arguments.get(KEEPS_RIGHT), true)
                && !isConstant(arguments.get(CONDITION), null)) {
            List<Expression> ours = new ArrayList<>(arguments);
            ours.remove(KEEPS_RIGHT);
            ours.remove(COMPARER);
            return own("outerHashJoin", "a join", target, ours);
        }
        return super.visit(call, target, arguments);
    }

    /** A row for a key that looks at none: null, but where a row is one value that cannot be null. */
    private Expression anyRow(RelNode input) {
        List<RelDataTypeField> fields = input.getRowType().getFieldList();
        Type type = fields.size() == 1
                ? implementor.getTypeFactory().getJavaClass(fields.get(0).getType())
                : Object.class;
        Primitive primitive = Primitive.of(type);
        return primitive == null
                ? Expressions.constant(null)
                : Expressions.box(Expressions.constant(primitive.defaultValue, type));
    }

    private static boolean isConstant(Expression expression, @Nullable Object value) {
        return expression instanceof ConstantExpression constant && Objects.equals(constant.value, value);
    }

    private Expression own(String method, String name, @Nullable Expression target, List<Expression> arguments) {
        List<Expression> all = new ArrayList<>();
        all.add(DataContext.ROOT);
        all.add(implementor.stash(new Kept.Place(name), Kept.Place.class));
        if (target != null) {
            all.add(target);
        }
        all.addAll(arguments);
        return Expressions.call(OwnCalls.class, method, all);
    }

    /** Called by generated code: a join that tries each pair. */
    public static <L, R, T> Enumerable<T> nestedLoopJoin(
            DataContext root,
            Kept.Place place,
            Enumerable<L> left,
            Enumerable<R> right,
            Predicate2<L, R> condition,
            Function2<@Nullable L, @Nullable R, T> pair,
            JoinType type) {
        QueryMonitor monitor = RocheDataContext.statement(root).monitor();
        HeldBytes held = place.held(root);
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                held.release();
                if (type.generatesNullsOnLeft()) {
                    boolean full = type.generatesNullsOnRight();
                    return new OuterRows<>(left, right, null, condition, pair, full, held, monitor);
                }
                RightSide<R> kept = new RightSide<>(right, held, monitor);
                Enumerable<T> pairs = EnumerableDefaults.nestedLoopJoin(left, kept, condition, pair, type);
                return new Closing<>(pairs.enumerator(), kept);
            }
        };
    }

    /** Called by generated code: a RIGHT or FULL join of rows with equal keys, with a condition beside. */
    public static <L, R, T> Enumerable<T> outerHashJoin(
            DataContext root,
            Kept.Place place,
            Enumerable<L> left,
            Enumerable<R> right,
            Function1<L, @Nullable Object> leftKey,
            Function1<R, @Nullable Object> rightKey,
            Function2<@Nullable L, @Nullable R, T> pair,
            boolean full,
            Predicate2<L, R> condition) {
        QueryMonitor monitor = RocheDataContext.statement(root).monitor();
        HeldBytes held = place.held(root);
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<T> enumerator() {
                held.release();
                OuterRows.Keys<L, R> keys = new OuterRows.Keys<>(leftKey, rightKey);
                return new OuterRows<>(left, right, keys, condition, pair, full, held, monitor);
            }
        };
    }

    /** Called by generated code: groups by several keys at once; {@code keyOfAll} is the place of the one of all rows, which is the same for any row, or -1. */
    public static <T, K, A, R> Enumerable<R> groupByMultiple(
            DataContext root,
            Kept.Place place,
            Enumerable<T> rows,
            List<Function1<T, K>> keys,
            Function0<A> start,
            Function2<A, T, A> add,
            Function2<K, A, R> result,
            int keyOfAll,
            T anyRow) {
        K all = keyOfAll < 0 ? null : keys.get(keyOfAll).apply(anyRow);
        return new Kept.Groups<>(rows, place.held(root), keys, all, start, add, result);
    }

    /** Rows made of a kept side, which is let go when they are closed. */
    private record Closing<T>(Enumerator<T> rows, RightSide<?> kept) implements Enumerator<T> {
        @Override
        public T current() {
            return rows.current();
        }

        @Override
        public boolean moveNext() {
            return rows.moveNext();
        }

        @Override
        public void reset() {
            rows.reset();
        }

        @Override
        public void close() {
            rows.close();
            kept.close();
        }
    }
}
