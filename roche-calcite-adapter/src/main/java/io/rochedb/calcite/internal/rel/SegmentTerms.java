package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.query.LikePattern;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.Predicate.Meta;
import io.rochedb.engine.query.Predicate.Op;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.schema.RingTemplate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on segments of the names of a family of rings: they choose rings and say nothing else of a record.
 *
 * <p>Everything here is about rings of the template only, which have a fixed number of segments; the scan's own route sees to that. So a
 * pattern over the whole name, with {@code %} for the other segments, never matches a slash by a wildcard and means the one segment.
 */
final class SegmentTerms {
    /** Rings, or globs, that equalities are turned into at most; beyond, each segment is tested by itself. */
    static final int RINGS_MAX = 10_000;

    /** No ring name has it: it escapes patterns over names. */
    private static final char ESCAPE = '\u0001';

    private SegmentTerms() {}

    /** Returns the term for one segment that is one of the values. */
    static Term equal(@Nullable RingTemplate rings, int segment, List<Value> values) {
        if (rings == null) {
            throw new IllegalStateException("a segment without rings");
        }
        return new SegmentTerms.Equal(rings, Map.of(segment, List.copyOf(values)));
    }

    /** Each of some segments is one of its values. */
    record Equal(RingTemplate rings, Map<Integer, List<Value>> values) implements Term {
        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            List<Set<String>> known = known(parameters);
            long names = 1;
            for (Set<String> segment : known) {
                names = Math.min(RINGS_MAX + 1L, names * Math.max(1, segment.size()));
            }
            boolean none = values.keySet().stream().anyMatch(at -> known.get(at).isEmpty());
            if (none) {
                return RingSelector.NONE;
            }
            if (names > RINGS_MAX) {
                List<RingSelector> each = new ArrayList<>();
                for (Map.Entry<Integer, List<Value>> entry : values.entrySet()) {
                    each.add(new Equal(rings, Map.of(entry.getKey(), entry.getValue())).eachValue(parameters));
                }
                return new RingSelector.And(each);
            }
            return union(names(known));
        }

        /** Returns the rings of one segment's values, however many they are. */
        private RingSelector eachValue(@Nullable Object[] parameters) {
            return union(names(known(parameters)));
        }

        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            List<Predicate> each = new ArrayList<>();
            List<Set<String>> known = known(parameters);
            for (int at : values.keySet()) {
                List<Predicate> any = new ArrayList<>();
                for (String value : known.get(at)) {
                    any.add(new Predicate.Like(Meta.RING, pattern(rings, at, escaped(value)), ESCAPE));
                }
                each.add(new Predicate.Or(any));
            }
            return new Predicate.And(each);
        }

        @Override
        public boolean ringOnly() {
            return true;
        }

        /** Returns whether every segment is chosen, so that rings are named one by one. */
        boolean namesRings() {
            return values.size() == rings.columns().size();
        }

        /** Returns the values a segment can have, by segment; none for a segment of which nothing is said. */
        private List<Set<String>> known(@Nullable Object[] parameters) {
            List<Set<String>> known = new ArrayList<>();
            for (int at = 0; at < rings.columns().size(); at++) {
                Set<String> segment = new LinkedHashSet<>();
                for (Value value : values.getOrDefault(at, List.of())) {
                    String text = value.textAt(parameters);
                    if (text != null && RingTemplate.isSegment(text)) {
                        segment.add(text);
                    }
                }
                known.add(segment);
            }
            return known;
        }

        private List<String> names(List<Set<String>> known) {
            List<List<@Nullable String>> rows = new ArrayList<>();
            rows.add(new ArrayList<>());
            for (Set<String> segment : known) {
                List<@Nullable String> choices = new ArrayList<>(segment);
                if (choices.isEmpty()) {
                    choices.add(null);
                }
                List<List<@Nullable String>> longer = new ArrayList<>();
                for (List<@Nullable String> row : rows) {
                    for (String choice : choices) {
                        List<@Nullable String> next = new ArrayList<>(row);
                        next.add(choice);
                        longer.add(next);
                    }
                }
                rows = longer;
            }
            return rows.stream().map(rings::ring).toList();
        }
    }

    /** A segment compared with a value by anything but equality. */
    record Compare(RingTemplate rings, int segment, Op op, Value value) implements Term {
        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            String text = value.textAt(parameters);
            if (text == null) {
                return RingSelector.NONE;
            }
            String bound = before(rings) + text;
            RingSelector equal = one(text);
            return switch (op) {
                case EQ -> equal;
                case NE -> new RingSelector.Not(equal);
                case LT -> below(text, bound);
                case LE -> new RingSelector.Or(List.of(below(text, bound), equal));
                case GE -> notBelow(text, bound);
                case GT -> new RingSelector.And(List.of(notBelow(text, bound), new RingSelector.Not(equal)));
            };
        }

        /*
         * Names are ordered as their segments but where one segment is the beginning of the other: then what follows it in the name,
         * a slash, is compared with the rest of the longer one.
         */
        private RingSelector below(String text, String bound) {
            return new RingSelector.Or(List.of(new RingSelector.Range(null, false, bound, false), beginnings(text)));
        }

        private RingSelector notBelow(String text, String bound) {
            return new RingSelector.And(
                    List.of(new RingSelector.Range(bound, true, null, false), new RingSelector.Not(beginnings(text))));
        }

        private RingSelector beginnings(String text) {
            List<String> names = new ArrayList<>();
            for (int end = 1; end < Math.min(text.length(), RingNames.MAX_BYTES); end++) {
                String beginning = text.substring(0, end);
                if (RingTemplate.isSegment(beginning)) {
                    names.add(name(beginning));
                }
            }
            return union(names);
        }

        private RingSelector one(String text) {
            return RingTemplate.isSegment(text) ? union(List.of(name(text))) : RingSelector.NONE;
        }

        private String name(String text) {
            List<@Nullable String> row = new ArrayList<>();
            for (int at = 0; at < rings.columns().size(); at++) {
                row.add(at == segment ? text : null);
            }
            return rings.ring(row);
        }

        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return onRing(route(parameters));
        }

        @Override
        public boolean ringOnly() {
            return true;
        }
    }

    /** A segment [NOT] LIKE a pattern. */
    record Like(
            RingTemplate rings,
            int segment,
            Value value,
            @Nullable Value escape,
            boolean negated) implements Term {
        @Override
        public RingSelector route(@Nullable Object[] parameters) {
            String text = escape != null && escape.at(parameters) == null ? null : value.textAt(parameters);
            if (text == null) {
                return RingSelector.NONE;
            }
            String escapeText = escape == null ? null : escape.textAt(parameters);
            char character = escapeText == null ? LikePattern.NO_ESCAPE : LikeEscape.character(escapeText);
            LikePattern.compile(text, character);
            String part = translated(text, character);
            RingSelector like =
                    part == null ? RingSelector.NONE : new RingSelector.Like(pattern(rings, segment, part), ESCAPE);
            return negated ? new RingSelector.Not(like) : like;
        }

        @Override
        public Predicate predicate(@Nullable Object[] parameters) {
            return onRing(route(parameters));
        }

        @Override
        public boolean ringOnly() {
            return true;
        }
    }

    /** Returns the terms with equalities on different segments of one family joined, so that together they name rings. */
    static List<Term> joined(List<Term> terms) {
        List<Term> joined = new ArrayList<>();
        for (Term term : terms) {
            int at = 0;
            while (at < joined.size() && !canJoin(joined.get(at), term)) {
                at++;
            }
            if (at == joined.size()) {
                joined.add(term);
            } else {
                Map<Integer, List<Value>> values = new TreeMap<>(((Equal) joined.get(at)).values);
                values.putAll(((Equal) term).values);
                joined.set(at, new Equal(((Equal) term).rings, values));
            }
        }
        return joined;
    }

    private static boolean canJoin(Term a, Term b) {
        return a instanceof Equal first
                && b instanceof Equal second
                && first.rings.equals(second.rings)
                && second.values.keySet().stream().noneMatch(first.values::containsKey);
    }

    /** Returns whether a comparison of order of a segment can be turned into one of names: what stands before it must be known. */
    static boolean canOrder(int segment) {
        return segment == 0;
    }

    private static String before(RingTemplate rings) {
        String glob = rings.glob();
        return glob.substring(0, glob.indexOf('*'));
    }

    /** Returns the selector of names and globs; one that can be no ring's is left out. */
    static RingSelector union(List<String> names) {
        Set<String> exact = new LinkedHashSet<>();
        List<RingSelector> all = new ArrayList<>();
        for (String name : names) {
            if (name.indexOf('*') < 0) {
                exact.add(name);
                continue;
            }
            try {
                all.add(new RingSelector.Glob(name));
            } catch (RocheException tooLong) {
                continue;
            }
        }
        if (all.isEmpty()) {
            return new RingSelector.Exact(exact);
        }
        all.add(new RingSelector.Exact(exact));
        return new RingSelector.Or(all);
    }

    /** Returns the pattern over names in which one segment is like a pattern and the other variable ones are anything. */
    private static String pattern(RingTemplate rings, int segment, String part) {
        StringBuilder pattern = new StringBuilder();
        int next = 0;
        for (String name : rings.glob().split("/", -1)) {
            pattern.append(pattern.isEmpty() ? "" : "/");
            pattern.append(!name.equals("*") ? escaped(name) : next++ == segment ? part : "%");
        }
        return pattern.toString();
    }

    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            literal(text.charAt(i), escaped);
        }
        return escaped.toString();
    }

    private static void literal(char c, StringBuilder out) {
        if (c == '%' || c == '_' || c == ESCAPE) {
            out.append(ESCAPE);
        }
        out.append(c);
    }

    /** Returns a valid pattern with our escape character, or null when only a text with a slash is like it. */
    private static @Nullable String translated(String pattern, char escape) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean escaped = escape != LikePattern.NO_ESCAPE && c == escape;
            if (escaped) {
                c = pattern.charAt(++i);
            }
            if (c == '/') {
                return null;
            }
            if (!escaped && (c == '%' || c == '_')) {
                out.append(c);
            } else {
                literal(c, out);
            }
        }
        return out.toString();
    }

    /** Returns the condition on a record's ring that a selector is. */
    private static Predicate onRing(RingSelector selector) {
        if (selector instanceof RingSelector.Exact exact) {
            return new Predicate.In(Meta.RING, Set.copyOf(exact.names()));
        } else if (selector instanceof RingSelector.Glob glob) {
            return new Predicate.Like(Meta.RING, anySegment(glob.pattern()), ESCAPE);
        } else if (selector instanceof RingSelector.Like like) {
            return new Predicate.Like(Meta.RING, like.pattern(), like.escape());
        } else if (selector instanceof RingSelector.Range range) {
            List<Predicate> bounds = new ArrayList<>();
            if (range.low() != null) {
                bounds.add(new Predicate.Compare(Meta.RING, range.lowInclusive() ? Op.GE : Op.GT, range.low()));
            }
            if (range.high() != null) {
                bounds.add(new Predicate.Compare(Meta.RING, range.highInclusive() ? Op.LE : Op.LT, range.high()));
            }
            return new Predicate.And(bounds);
        } else if (selector instanceof RingSelector.And and) {
            return new Predicate.And(
                    and.terms().stream().map(SegmentTerms::onRing).toList());
        } else if (selector instanceof RingSelector.Or or) {
            return new Predicate.Or(
                    or.terms().stream().map(SegmentTerms::onRing).toList());
        }
        return new Predicate.Not(onRing(((RingSelector.Not) selector).term()));
    }

    private static String anySegment(String glob) {
        StringBuilder pattern = new StringBuilder();
        for (String name : glob.split("/", -1)) {
            pattern.append(pattern.isEmpty() ? "" : "/").append(name.equals("*") ? "%" : escaped(name));
        }
        return pattern.toString();
    }
}
