package io.rochedb.engine.model;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;

/**
 * The rings a caller may see and write. An empty scope sees nothing.
 *
 * <p>Immutable.
 *
 * @param selector the visible rings
 */
public record RingScope(RingSelector selector) {
    /** Sees every ring. */
    public static final RingScope ALL = new RingScope(RingSelector.ALL);

    /** Sees no ring. */
    public static final RingScope NONE = new RingScope(RingSelector.NONE);

    /** Returns the scope of one ring and its whole subtree. */
    public static RingScope subtree(String ring) {
        return new RingScope(new RingSelector.Glob(RingNames.canonical(ring) + "/**"));
    }

    /** Returns whether the caller may see the ring. */
    public boolean sees(String ring) {
        return this == ALL || RingSelectors.matches(selector, ring);
    }
}
