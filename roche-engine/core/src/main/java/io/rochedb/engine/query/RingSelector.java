package io.rochedb.engine.query;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rings a read touches: a Boolean expression over ring names, decided before any record is read.
 *
 * <p>Immutable. Names compare as {@code String.compareTo}. See {@link RingSelectors} for evaluation.
 */
public sealed interface RingSelector {
    RingSelector ALL = new And(List.of());
    RingSelector NONE = new Or(List.of());

    /** These rings and no others. */
    record Exact(Set<String> names) implements RingSelector {
        public Exact {
            names = Set.copyOf(names);
        }
    }

    /**
     * A glob: {@code *} stands for one segment, {@code **} (last segment only) for the ring itself and its whole
     * subtree. {@code INVALID_RING_NAME} when malformed.
     */
    record Glob(String pattern) implements RingSelector {
        public Glob {
            pattern = RingSelectors.validateGlob(pattern);
        }
    }

    /** SQL LIKE on the name; '\0' for no escape character. See {@link LikePattern}. */
    record Like(String pattern, char escape) implements RingSelector {}

    /** low (&lt; or &lt;=) name (&lt; or &lt;=) high; null for no bound. */
    record Range(
            @Nullable String low,
            boolean lowInclusive,
            @Nullable String high,
            boolean highInclusive) implements RingSelector {}

    /** Rings that every term chooses; of no terms, all rings. */
    record And(List<RingSelector> terms) implements RingSelector {
        public And {
            terms = List.copyOf(terms);
        }
    }

    /** Rings that any term chooses; of no terms, none. */
    record Or(List<RingSelector> terms) implements RingSelector {
        public Or {
            terms = List.copyOf(terms);
        }
    }

    /** Rings the term does not choose. */
    record Not(RingSelector term) implements RingSelector {}

    /** Returns a selector of one ring. */
    static RingSelector ring(String name) {
        return new Exact(Set.of(name));
    }
}
