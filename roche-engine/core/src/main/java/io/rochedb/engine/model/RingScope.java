package io.rochedb.engine.model;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The rings a caller may see, which of them he may write, and whether he may change what is declared about them. An empty scope sees nothing.
 *
 * <p>Immutable.
 *
 * @param selector the visible rings
 * @param writable the rings that may be written; all of them are visible
 * @param administers whether declarations about the visible rings may be changed
 */
public record RingScope(RingSelector selector, RingSelector writable, boolean administers) {
    /** Sees every ring, and may do everything. */
    public static final RingScope ALL = new RingScope(RingSelector.ALL);

    /** Sees no ring. */
    public static final RingScope NONE = new RingScope(RingSelector.NONE);

    /** Everything may be done with the visible rings. */
    public RingScope(RingSelector selector) {
        this(selector, selector, true);
    }

    /** Returns the scope of one ring and its whole subtree. */
    public static RingScope subtree(String ring) {
        return new RingScope(new RingSelector.Glob(RingNames.canonical(ring) + "/**"));
    }

    /** Returns the scope of somebody who sees the rings of some globs, and writes those of others, which he sees as well. */
    public static RingScope of(Collection<String> readable, Collection<String> writable) {
        List<String> seen = new ArrayList<>(readable);
        seen.addAll(writable);
        return new RingScope(anyOf(seen), anyOf(writable), false);
    }

    /** Returns the same selector for all lists of globs that stand for the same rings, as far as one glob of a list covers another. */
    private static RingSelector anyOf(Collection<String> globs) {
        TreeSet<String> distinct = new TreeSet<>(globs);
        List<RingSelector> terms = new ArrayList<>();
        for (String glob : distinct) {
            boolean covered =
                    distinct.stream().anyMatch(other -> !other.equals(glob) && RingSelectors.globCovers(other, glob));
            if (!covered) {
                terms.add(new RingSelector.Glob(glob));
            }
        }
        return RingSelectors.simplify(new RingSelector.Or(terms));
    }

    /** Returns whether the caller may see every ring. */
    public boolean seesAll() {
        return this == ALL || selector.equals(RingSelector.ALL);
    }

    /** Returns whether the caller may see the ring. */
    public boolean sees(String ring) {
        return this == ALL || RingSelectors.matches(selector, ring);
    }

    /** Returns whether the caller may write some ring of a glob. */
    public boolean writesSome(String glob) {
        return this == ALL || RingSelectors.canMeet(writable, glob);
    }

    /** Returns whether the caller may write the ring. */
    public boolean writes(String ring) {
        return this == ALL || RingSelectors.matches(writable, ring);
    }
}
