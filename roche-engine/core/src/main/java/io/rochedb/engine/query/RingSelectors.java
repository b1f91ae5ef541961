package io.rochedb.engine.query;

/** Evaluation of {@link RingSelector}s. Stateless. */
public final class RingSelectors {
    private RingSelectors() {}

    /** Returns whether the selector chooses a ring of this canonical name. */
    public static boolean matches(RingSelector selector, String ring) {
        throw new UnsupportedOperationException("being written");
    }
}
