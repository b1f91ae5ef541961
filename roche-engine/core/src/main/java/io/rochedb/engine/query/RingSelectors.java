package io.rochedb.engine.query;

import io.rochedb.engine.query.RingSelector.And;
import io.rochedb.engine.query.RingSelector.Exact;
import io.rochedb.engine.query.RingSelector.Glob;
import io.rochedb.engine.query.RingSelector.Like;
import io.rochedb.engine.query.RingSelector.Not;
import io.rochedb.engine.query.RingSelector.Or;
import io.rochedb.engine.query.RingSelector.Range;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation and narrowing of {@link RingSelector}s. Stateless.
 *
 * <p>{@link #exactNames} and {@link #prefix} let a sorted catalog look at few names; both are sound: no name that
 * matches is ever left out.
 */
public final class RingSelectors {
    private RingSelectors() {}

    /** Returns the canonical form of a glob, or throws {@code INVALID_RING_NAME} with the reason. */
    public static String validateGlob(String pattern) {
        return RingGlob.canonical(pattern);
    }

    /**
     * Returns whether the selector chooses a ring of this canonical name. To test many names, {@link #compile} first.
     */
    public static boolean matches(RingSelector selector, String ring) {
        if (selector instanceof Exact exact) {
            return exact.names().contains(ring);
        } else if (selector instanceof Glob glob) {
            return RingGlob.matches(glob.pattern(), ring);
        } else if (selector instanceof Like like) {
            return LikePattern.compile(like.pattern(), like.escape()).matches(ring);
        } else if (selector instanceof Range range) {
            return inRange(range, ring);
        } else if (selector instanceof And and) {
            return matchesAll(and, ring);
        } else if (selector instanceof Or or) {
            return matchesAny(or, ring);
        }
        return !matches(((Not) selector).term(), ring);
    }

    // Loops, not streams: a scope is asked for every record read by its id.

    private static boolean matchesAll(And and, String ring) {
        for (RingSelector term : and.terms()) {
            if (!matches(term, ring)) {
                return false;
            }
        }
        return true;
    }

    private static boolean matchesAny(Or or, String ring) {
        for (RingSelector term : or.terms()) {
            if (matches(term, ring)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the selector as a test that compiles each LIKE pattern once. Thread-safe. */
    public static Predicate<String> compile(RingSelector selector) {
        if (selector instanceof Like like) {
            return LikePattern.compile(like.pattern(), like.escape())::matches;
        } else if (selector instanceof And and) {
            List<Predicate<String>> terms = compileAll(and.terms());
            return ring -> terms.stream().allMatch(term -> term.test(ring));
        } else if (selector instanceof Or or) {
            List<Predicate<String>> terms = compileAll(or.terms());
            return ring -> terms.stream().anyMatch(term -> term.test(ring));
        } else if (selector instanceof Not not) {
            return compile(not.term()).negate();
        }
        return ring -> matches(selector, ring);
    }

    private static List<Predicate<String>> compileAll(List<RingSelector> terms) {
        return terms.stream().map(RingSelectors::compile).toList();
    }

    private static boolean inRange(Range range, String ring) {
        if (range.low() != null) {
            int order = ring.compareTo(range.low());
            if (order < 0 || (order == 0 && !range.lowInclusive())) {
                return false;
            }
        }
        if (range.high() == null) {
            return true;
        }
        int order = ring.compareTo(range.high());
        return order < 0 || (order == 0 && range.highInclusive());
    }

    /**
     * Returns the finite set of names the selector can choose, or empty when it is not known to be finite. Every name
     * in the set matches; the rings need not exist.
     */
    public static Optional<Set<String>> exactNames(RingSelector selector) {
        Set<String> candidates = candidates(selector);
        if (candidates == null) {
            return Optional.empty();
        }
        Predicate<String> test = compile(selector);
        Set<String> names = new LinkedHashSet<>();
        candidates.stream().filter(test).forEach(names::add);
        return Optional.of(names);
    }

    /** Returns a superset of the names the selector chooses, or null when none is known. */
    private static @Nullable Set<String> candidates(RingSelector selector) {
        if (selector instanceof Exact exact) {
            return exact.names();
        } else if (selector instanceof Glob glob) {
            return RingGlob.isLiteral(glob.pattern()) ? Set.of(glob.pattern()) : null;
        } else if (selector instanceof Like like) {
            LikePattern pattern = LikePattern.compile(like.pattern(), like.escape());
            return pattern.isLiteral() ? Set.of(pattern.prefix()) : null;
        } else if (selector instanceof Range range) {
            return candidates(range);
        } else if (selector instanceof And and) {
            Set<String> smallest = null;
            for (RingSelector term : and.terms()) {
                Set<String> names = candidates(term);
                if (names != null && (smallest == null || names.size() < smallest.size())) {
                    smallest = names;
                }
            }
            return smallest;
        } else if (selector instanceof Or or) {
            Set<String> union = new LinkedHashSet<>();
            for (RingSelector term : or.terms()) {
                Set<String> names = candidates(term);
                if (names == null) {
                    return null;
                }
                union.addAll(names);
            }
            return union;
        }
        return isAll(simplify(((Not) selector).term())) ? Set.of() : null;
    }

    private static @Nullable Set<String> candidates(Range range) {
        if (range.low() == null || range.high() == null) {
            return null;
        }
        int order = range.low().compareTo(range.high());
        return order > 0 ? Set.of() : order == 0 ? Set.of(range.low()) : null;
    }

    /**
     * Returns the longest known text that every matching name starts with; "" when there is none or nothing matches.
     */
    public static String prefix(RingSelector selector) {
        String prefix = commonPrefix(selector);
        return prefix == null ? "" : prefix;
    }

    /** Returns the glob of the rings that match two canonical globs, or null when none can. */
    public static @Nullable String intersectGlobs(String a, String b) {
        return RingGlob.intersect(a, b);
    }

    /** Returns whether every ring that matches the inner of two canonical globs matches the outer one. */
    public static boolean globCovers(String outer, String inner) {
        return RingGlob.covers(outer, inner);
    }

    /** Returns a prefix of every match, or null when nothing can match. */
    public static @Nullable String commonPrefix(RingSelector selector) {
        if (selector instanceof Exact exact) {
            return exact.names().stream().reduce(RingSelectors::common).orElse(null);
        } else if (selector instanceof Glob glob) {
            return RingGlob.prefix(glob.pattern());
        } else if (selector instanceof Like like) {
            return LikePattern.compile(like.pattern(), like.escape()).prefix();
        } else if (selector instanceof Range range) {
            if (range.low() == null || range.high() == null) {
                return "";
            }
            // Whatever lies between two names that start alike starts like them.
            return range.low().compareTo(range.high()) > 0 ? null : common(range.low(), range.high());
        } else if (selector instanceof And and) {
            return longestPrefix(and);
        } else if (selector instanceof Or or) {
            String shared = null;
            for (RingSelector term : or.terms()) {
                String prefix = commonPrefix(term);
                if (prefix != null) {
                    shared = shared == null ? prefix : common(shared, prefix);
                }
            }
            return shared;
        }
        return "";
    }

    private static @Nullable String longestPrefix(And and) {
        String longest = "";
        for (RingSelector term : and.terms()) {
            String prefix = commonPrefix(term);
            if (prefix == null || !(prefix.startsWith(longest) || longest.startsWith(prefix))) {
                return null;
            }
            longest = prefix.length() > longest.length() ? prefix : longest;
        }
        return longest;
    }

    private static String common(String a, String b) {
        int length = 0;
        int max = Math.min(a.length(), b.length());
        while (length < max && a.charAt(length) == b.charAt(length)) {
            length++;
        }
        return a.substring(0, length);
    }

    /** Returns false when no ring that the selector chooses can match the glob. */
    public static boolean canMeet(RingSelector selector, String glob) {
        if (selector instanceof And and) {
            return and.terms().stream().allMatch(term -> canMeet(term, glob));
        } else if (selector instanceof Or or) {
            return or.terms().stream().anyMatch(term -> canMeet(term, glob));
        } else if (selector instanceof Exact exact) {
            return exact.names().stream().anyMatch(name -> globsMeet(name, glob));
        } else if (selector instanceof Glob other) {
            return globsMeet(other.pattern(), glob);
        }
        return true;
    }

    /** Returns whether some ring name matches both globs. */
    public static boolean globsMeet(String a, String b) {
        String[] left = a.split("/", -1);
        String[] right = b.split("/", -1);
        int i = 0;
        while (i < left.length && i < right.length) {
            if (left[i].equals("**") || right[i].equals("**")) {
                return true;
            }
            if (!left[i].equals("*") && !right[i].equals("*") && !left[i].equals(right[i])) {
                return false;
            }
            i++;
        }
        boolean leftEnds = i == left.length || (i == left.length - 1 && left[i].equals("**"));
        boolean rightEnds = i == right.length || (i == right.length - 1 && right[i].equals("**"));
        return leftEnds && rightEnds;
    }

    /** Returns an equivalent selector without nested, repeated or idle terms. */
    public static RingSelector simplify(RingSelector selector) {
        if (selector instanceof Exact exact) {
            return exact.names().isEmpty() ? RingSelector.NONE : exact;
        } else if (selector instanceof Glob glob) {
            return RingGlob.matchesAll(glob.pattern()) ? RingSelector.ALL : literal(glob, glob.pattern());
        } else if (selector instanceof Like like) {
            LikePattern pattern = LikePattern.compile(like.pattern(), like.escape());
            return pattern.matchesAll()
                    ? RingSelector.ALL
                    : pattern.isLiteral() ? RingSelector.ring(pattern.prefix()) : like;
        } else if (selector instanceof Range range) {
            return range.low() == null && range.high() == null ? RingSelector.ALL : range;
        } else if (selector instanceof And and) {
            return simplifyAnd(and);
        } else if (selector instanceof Or or) {
            return simplifyOr(or);
        }
        RingSelector term = simplify(((Not) selector).term());
        if (term instanceof Not inner) {
            return inner.term();
        }
        return isAll(term) ? RingSelector.NONE : isNone(term) ? RingSelector.ALL : new Not(term);
    }

    private static RingSelector literal(Glob glob, String pattern) {
        return RingGlob.isLiteral(pattern) ? RingSelector.ring(pattern) : glob;
    }

    private static RingSelector simplifyAnd(And and) {
        Set<RingSelector> terms = new LinkedHashSet<>();
        for (RingSelector term : and.terms()) {
            RingSelector simple = simplify(term);
            if (isNone(simple)) {
                return RingSelector.NONE;
            }
            terms.addAll(simple instanceof And inner ? inner.terms() : List.of(simple));
        }
        return terms.size() == 1 ? terms.iterator().next() : new And(new ArrayList<>(terms));
    }

    private static RingSelector simplifyOr(Or or) {
        Set<RingSelector> terms = new LinkedHashSet<>();
        Set<String> names = new LinkedHashSet<>();
        for (RingSelector term : or.terms()) {
            RingSelector simple = simplify(term);
            if (isAll(simple)) {
                return RingSelector.ALL;
            }
            for (RingSelector inner : simple instanceof Or nested ? nested.terms() : List.of(simple)) {
                if (inner instanceof Exact exact) {
                    names.addAll(exact.names());
                } else {
                    terms.add(inner);
                }
            }
        }
        if (!names.isEmpty()) {
            terms.add(new Exact(names));
        }
        return terms.size() == 1 ? terms.iterator().next() : new Or(new ArrayList<>(terms));
    }

    private static boolean isAll(RingSelector selector) {
        return selector instanceof And and && and.terms().isEmpty();
    }

    private static boolean isNone(RingSelector selector) {
        return selector instanceof Or or && or.terms().isEmpty();
    }
}
