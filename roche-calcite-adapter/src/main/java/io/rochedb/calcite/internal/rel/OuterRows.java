package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.Predicate2;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a RIGHT or FULL join: the pairs, in the order of the left side; then, with nulls, the rows of the right side that are in no pair.
 * The rows of the right side are kept.
 *
 * @param <L> a row of the left side
 * @param <R> a row of the right side
 * @param <T> a row of the join
 */
final class OuterRows<L, R, T> implements Enumerator<T> {
    /** A row of the right side. Equal rows are different rows: that is why they are not told apart by their values. */
    private static final class Right<R> {
        private final R row;
        private boolean joined;

        Right(R row) {
            this.row = row;
        }
    }

    private final Enumerator<L> lefts;
    private final Predicate2<L, R> condition;
    private final Function2<@Nullable L, @Nullable R, T> pair;
    private final boolean full;
    private final HeldBytes held;
    private final QueryMonitor monitor;
    private final @Nullable Function1<L, @Nullable Object> leftKey;
    private final List<Right<R>> rights = new ArrayList<>();
    private final Map<Object, List<Right<R>>> byKey = new HashMap<>();

    private Iterator<Right<R>> candidates = Collections.emptyIterator();
    private @Nullable L left;
    private boolean leftJoined = true;
    private boolean leftEnded;
    private @Nullable T row;

    /** Reads the right side; with keys, rows are only compared when both have the same, which is not null. */
    OuterRows(
            Enumerable<L> lefts,
            Enumerable<R> rights,
            @Nullable Keys<L, R> keys,
            Predicate2<L, R> condition,
            Function2<@Nullable L, @Nullable R, T> pair,
            boolean full,
            HeldBytes held,
            QueryMonitor monitor) {
        this.condition = condition;
        this.pair = pair;
        this.full = full;
        this.held = held;
        this.monitor = monitor;
        this.leftKey = keys == null ? null : keys.left;
        keep(rights, keys);
        this.lefts = lefts.enumerator();
    }

    /** What rows of both sides must have in common; null for a row that has no partner. */
    record Keys<L, R>(Function1<L, @Nullable Object> left, Function1<R, @Nullable Object> right) {}

    private void keep(Enumerable<R> rows, @Nullable Keys<L, R> keys) {
        try (Enumerator<R> all = rows.enumerator()) {
            while (all.moveNext()) {
                monitor.check();
                Right<R> right = new Right<>(all.current());
                rights.add(right);
                held.add(Kept.ENTRY_BYTES + HeldBytes.size(right.row));
                Object key = keys == null ? null : keys.right.apply(right.row);
                if (key != null) {
                    held.add(Kept.ENTRY_BYTES + HeldBytes.size(key));
                    byKey.computeIfAbsent(key, any -> new ArrayList<>(1)).add(right);
                }
            }
        }
    }

    private Iterator<Right<R>> candidates(L left) {
        if (leftKey == null) {
            return rights.iterator();
        }
        Object key = leftKey.apply(left);
        return key == null
                ? Collections.emptyIterator()
                : byKey.getOrDefault(key, List.of()).iterator();
    }

    @Override
    @SuppressWarnings("NullAway") // a row of one value may be null
    public T current() {
        return row;
    }

    @Override
    public boolean moveNext() {
        while (true) {
            monitor.check();
            if (candidates.hasNext()) {
                if (joins(candidates.next())) {
                    return true;
                }
            } else if (leftEnded) {
                return false;
            } else if (full && !leftJoined) {
                leftJoined = true;
                row = pair.apply(left, null);
                return true;
            } else {
                nextLeft();
            }
        }
    }

    private void nextLeft() {
        leftJoined = false;
        if (lefts.moveNext()) {
            left = lefts.current();
            candidates = candidates(left);
        } else {
            leftEnded = true;
            left = null;
            candidates = rights.iterator();
        }
    }

    @SuppressWarnings("NullAway") // a row of one value may be null
    private boolean joins(Right<R> right) {
        boolean joins = leftEnded ? !right.joined : condition.apply(left, right.row);
        if (joins) {
            right.joined = true;
            leftJoined = true;
            row = pair.apply(left, right.row);
        }
        return joins;
    }

    @Override
    public void reset() {
        throw new UnsupportedOperationException("rows of a join are read once");
    }

    @Override
    public void close() {
        lefts.close();
        rights.clear();
        byKey.clear();
        held.release();
    }
}
