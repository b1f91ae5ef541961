package io.rochedb.engine.query;

import org.jspecify.annotations.Nullable;

/**
 * A routed retrieval: the best records by cosine similarity, and how far around a ring to look.
 *
 * @param vector query vector, not normalised
 * @param ring base ring, or null for a global (or top-rings) search
 * @param budget hits at most
 * @param tuning how far to look
 * @param predicate what a candidate must satisfy before the search
 * @param tokenBudget stop before a hit that would take the sum of tokens past this; -1 for no limit
 */
public record RetrieveRequest(
        float[] vector, @Nullable String ring, int budget, Tuning tuning, Predicate predicate, long tokenBudget) {

    /** How far around the base ring siblings are searched. */
    public enum Scope {
        TIGHT,
        NEAR,
        WIDE,
        ALL
    }

    /**
     * Knobs of the search plan.
     *
     * @param scope siblings of the base ring: none, 2, max(4, branchBudget), all
     * @param focus 0 to 100; above 0 chooses topRings = focusToTopRings(focus)
     * @param topRings without a ring: search only that many rings with the best centroids (0: all; else 2 to 500)
     * @param includeChildren whether descendants of the base ring are searched
     * @param maxDepth how deep
     * @param branchBudget children per ring at most, 0 for all
     */
    public record Tuning(
            Scope scope, int focus, int topRings, boolean includeChildren, int maxDepth, int branchBudget) {
        public static final Tuning DEFAULT = new Tuning(Scope.TIGHT, 0, 0, false, 0, 0);
    }
}
