package io.rochedb.engine.query;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import java.util.Locale;

/**
 * How much to retrieve, in words: how many hits, how far around the ring, how deep below it.
 *
 * @param amount how many hits
 * @param scope how far around; without a ring, which share of the rings is searched
 * @param depth how deep below the base ring
 */
public record RetrievalKnobs(Amount amount, Scope scope, Depth depth) {
    public static final RetrievalKnobs DEFAULT = new RetrievalKnobs(Amount.NORMAL, Scope.TIGHT, Depth.NORMAL);

    public static final int TOP_RINGS_MIN = 2;
    public static final int TOP_RINGS_MAX = 500;
    public static final int FOCUS_MAX = 100;

    /** How many hits. */
    public enum Amount {
        FEW(3),
        NORMAL(8),
        MANY(16),
        ALL_USEFUL(32);

        private final int budget;

        Amount(int budget) {
            this.budget = budget;
        }

        /** Returns the number of hits. */
        public int budget() {
            return budget;
        }
    }

    /** How deep below the base ring, and how many children of each ring. */
    public enum Depth {
        SHALLOW(0, 0),
        NORMAL(0, 0),
        DEEP(2, 4),
        VERY_DEEP(4, 8);

        private final int maxDepth;
        private final int branchBudget;

        Depth(int maxDepth, int branchBudget) {
            this.maxDepth = maxDepth;
            this.branchBudget = branchBudget;
        }

        public boolean includeChildren() {
            return maxDepth > 0;
        }

        public int maxDepth() {
            return maxDepth;
        }

        public int branchBudget() {
            return branchBudget;
        }
    }

    /** Returns the focus that a scope stands for when no ring is named: 0, 15, 45, 90. */
    public static int focus(Scope scope) {
        switch (scope) {
            case TIGHT:
                return 0;
            case NEAR:
                return 15;
            case WIDE:
                return 45;
            case ALL:
                return 90;
        }
        throw new AssertionError(scope);
    }

    /** Returns the number of hits. */
    public int budget() {
        return amount.budget();
    }

    /** Returns the tuning these words stand for. */
    public Tuning tuning() {
        return new Tuning(scope, focus(scope), 0, depth.includeChildren(), depth.maxDepth(), depth.branchBudget());
    }

    /** Returns the tuning with every number in its range: focus 0 to 100, topRings 0 or 2 to 500, the others 0 or more. */
    public static Tuning sanitised(Tuning tuning) {
        return new Tuning(
                tuning.scope(),
                clamp(tuning.focus(), 0, FOCUS_MAX),
                clampTopRings(tuning.topRings()),
                tuning.includeChildren(),
                Math.max(0, tuning.maxDepth()),
                Math.max(0, tuning.branchBudget()));
    }

    /** Returns how many rings a retrieval without a ring searches; 0 for all. A focus above 0 decides, else topRings. */
    public static int effectiveTopRings(Tuning tuning) {
        return tuning.focus() > 0 ? focusToTopRings(tuning.focus()) : clampTopRings(tuning.topRings());
    }

    /** Maps a focus of 1 to 100 to 2 to 500 rings. */
    public static int focusToTopRings(int focus) {
        int steps = clamp(focus, 1, FOCUS_MAX) - 1;
        return clamp(TOP_RINGS_MIN + (steps * 498 + 98) / 99, TOP_RINGS_MIN, TOP_RINGS_MAX);
    }

    /** Returns 0 for 0 or less, else the number within 2 to 500. */
    public static int clampTopRings(int topRings) {
        return topRings <= 0 ? 0 : clamp(topRings, TOP_RINGS_MIN, TOP_RINGS_MAX);
    }

    private static int clamp(int value, int min, int max) {
        return Math.max(min, Math.min(max, value));
    }

    /** Parses few, normal, many or all_useful. */
    public static Amount parseAmount(String text) {
        return parse(Amount.class, "amount", text, "few, normal, many or all_useful");
    }

    /** Parses tight, near, wide or all. */
    public static Scope parseScope(String text) {
        return parse(Scope.class, "scope", text, "tight, near, wide or all");
    }

    /** Parses shallow, normal, deep or very_deep. */
    public static Depth parseDepth(String text) {
        return parse(Depth.class, "depth", text, "shallow, normal, deep or very_deep");
    }

    /** Accepts any case, with or without underscores: {@code allUseful} is {@code ALL_USEFUL}. */
    private static <E extends Enum<E>> E parse(Class<E> type, String knob, String text, String choices) {
        String wanted = text.replace("_", "").toUpperCase(Locale.ROOT);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().replace("_", "").equals(wanted)) {
                return constant;
            }
        }
        throw new RocheException(
                ErrorCode.INVALID_PARAMETER, "unknown " + knob + " '" + text + "' (use " + choices + ")");
    }
}
