package io.rochedb.calcite.internal.direct;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The statements with literals last run, by their text, apart from the plans they share, so that many literals drive no plan out. Thread-safe.
 */
public final class LiteralPlans {
    /** Shapes remembered that cannot be shared. */
    private static final int UNFIT_MAX = 1_000;

    private final Map<String, LiteralPlan> plans;
    private final Map<String, Boolean> unfit = bounded(UNFIT_MAX);

    public LiteralPlans(int capacity) {
        plans = bounded(capacity);
    }

    private static <T> Map<String, T> bounded(int capacity) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
                return size() > capacity;
            }
        };
    }

    /** Returns the plan of a text, or null. */
    public @Nullable LiteralPlan find(String sql) {
        synchronized (plans) {
            return plans.get(sql);
        }
    }

    /** Keeps a plan that holds for every scope and session. */
    public void put(String sql, LiteralPlan plan) {
        synchronized (plans) {
            plans.put(sql, plan);
        }
    }

    /** Returns whether statements of this shape turned out to be of their own kind. */
    public boolean isUnfit(String shape) {
        synchronized (unfit) {
            return unfit.containsKey(shape);
        }
    }

    /** Remembers that statements of this shape share no plan. */
    public void unfit(String shape) {
        synchronized (unfit) {
            unfit.put(shape, true);
        }
    }
}
