package io.rochedb.engine.internal.index;

import io.rochedb.engine.query.LikePattern;
import io.rochedb.engine.query.Predicate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a predicate that an index can answer: its top-level conditions that compare a field with values. Used by one thread.
 *
 * <p>What an index gives are candidates: the whole predicate is tested on each.
 */
public final class IndexProbe {
    /** At most so many spans are looked up; columns that would make more are left to the test of the candidates. */
    private static final int SPANS_MAX = 16_384;

    private final Map<List<String>, List<Term>> terms;
    private final Map<IndexShape, Optional<Match>> matches = new HashMap<>();

    private IndexProbe(Map<List<String>, List<Term>> terms) {
        this.terms = terms;
    }

    /** A condition on one field. */
    private record Term(ColumnSpans.Reading reading, Predicate condition, String text) {
        boolean isEquality() {
            return condition instanceof Predicate.In
                    || (condition instanceof Predicate.Compare compare && compare.op() == Predicate.Op.EQ);
        }
    }

    /**
     * How an index answers.
     *
     * @param spans where the candidates' keys are
     * @param columns how many columns are looked up
     * @param oneRecord whether at most one record can satisfy it: every column of a unique index equals one value
     * @param text the conditions, as EXPLAIN shows them
     */
    public record Match(IndexShape shape, List<KeySpan> spans, int columns, boolean oneRecord, String text) {}

    /** Returns the probe of a predicate, or null when no index could answer any of it. */
    public static @Nullable IndexProbe of(Predicate predicate) {
        Map<List<String>, List<Term>> terms = new HashMap<>();
        collect(predicate, terms);
        return terms.isEmpty() ? null : new IndexProbe(terms);
    }

    private static void collect(Predicate predicate, Map<List<String>, List<Term>> terms) {
        if (predicate instanceof Predicate.And and) {
            for (Predicate term : and.terms()) {
                collect(term, terms);
            }
        } else if (predicate instanceof Predicate.Compare compare
                && compare.op() != Predicate.Op.NE
                && compare.value() != null) {
            add(compare.operand(), compare, symbol(compare.op()) + " ?", terms);
        } else if (predicate instanceof Predicate.In in) {
            add(in.operand(), in, "in (" + in.values().size() + " values)", terms);
        } else if (predicate instanceof Predicate.Like like && like.pattern() != null) {
            add(like.operand(), like, "like ?", terms);
        }
    }

    private static void add(
            Predicate.Operand operand, Predicate condition, String text, Map<List<String>, List<Term>> terms) {
        if (operand instanceof Predicate.Field field) {
            ColumnSpans.Reading reading = new ColumnSpans.Reading(field.ref().type(), false);
            terms.computeIfAbsent(List.of(field.ref().name()), path -> new ArrayList<>())
                    .add(new Term(reading, condition, text));
        } else if (operand instanceof Predicate.Path path) {
            ColumnSpans.Reading reading = new ColumnSpans.Reading(path.type(), true);
            terms.computeIfAbsent(path.names(), names -> new ArrayList<>()).add(new Term(reading, condition, text));
        }
    }

    private static String symbol(Predicate.Op op) {
        switch (op) {
            case EQ:
                return "=";
            case NE:
                return "<>";
            case LT:
                return "<";
            case LE:
                return "<=";
            case GT:
                return ">";
            case GE:
                return ">=";
        }
        throw new AssertionError(op);
    }

    /** Returns how an index of this shape answers, or null when it cannot. */
    public @Nullable Match match(IndexShape shape) {
        return matches.computeIfAbsent(shape, one -> Optional.ofNullable(compute(one)))
                .orElse(null);
    }

    private @Nullable Match compute(IndexShape shape) {
        List<byte[]> prefixes = List.of(new byte[0]);
        List<KeySpan> spans = null;
        int columns = 0;
        boolean points = true;
        StringBuilder text = new StringBuilder();
        for (IndexShape.Column column : shape.columns()) {
            List<Term> conditions = terms.get(column.path());
            ColumnMatch match = conditions == null ? null : ColumnMatch.of(column.form(), conditions);
            if (match == null || (long) prefixes.size() * match.spans.size() > SPANS_MAX) {
                points = false;
                break;
            }
            columns++;
            text.append(text.length() == 0 ? "" : ", ")
                    .append(column.text())
                    .append(' ')
                    .append(match.text);
            if (!match.points) {
                spans = behind(prefixes, match.spans);
                points = false;
                break;
            }
            prefixes = extended(prefixes, match.spans);
        }
        if (columns == 0) {
            return null;
        }
        if (spans == null) {
            spans = prefixes.stream().map(KeySpan::of).toList();
        }
        boolean one = shape.unique() && points && prefixes.size() == 1;
        return new Match(shape, spans, columns, one, text.toString());
    }

    private static List<KeySpan> behind(List<byte[]> prefixes, List<KeySpan> spans) {
        List<KeySpan> all = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            for (KeySpan span : spans) {
                KeySpan whole = span.behind(prefix);
                if (!whole.isEmpty()) {
                    all.add(whole);
                }
            }
        }
        return all;
    }

    private static List<byte[]> extended(List<byte[]> prefixes, List<KeySpan> points) {
        List<byte[]> all = new ArrayList<>();
        for (byte[] prefix : prefixes) {
            for (KeySpan point : points) {
                all.add(KeySpan.join(prefix, point.low()));
            }
        }
        return all;
    }

    /** The spans of a column's values; {@code points} when each is of one value, so that the next column can follow. */
    private record ColumnMatch(List<KeySpan> spans, boolean points, String text) {
        static @Nullable ColumnMatch of(KeyForm form, List<Term> conditions) {
            for (Term term : conditions) {
                List<KeySpan> equal = term.isEquality() ? equal(form, term) : null;
                if (equal != null) {
                    return new ColumnMatch(equal, ColumnSpans.exact(form, term.reading), term.text);
                }
            }
            List<KeySpan> found = null;
            StringBuilder text = new StringBuilder();
            for (Term term : conditions) {
                List<KeySpan> range = range(form, term);
                if (range == null || (found != null && (found.size() > 1 || range.size() > 1))) {
                    continue;
                }
                found = found == null ? range : List.of(found.get(0).and(range.get(0)));
                text.append(text.length() == 0 ? "" : " and ").append(term.text);
            }
            return found == null ? null : new ColumnMatch(found, false, text.toString());
        }

        private static @Nullable List<KeySpan> equal(KeyForm form, Term term) {
            if (term.condition instanceof Predicate.Compare compare && compare.value() != null) {
                return ColumnSpans.equal(form, term.reading, compare.value());
            }
            if (term.condition instanceof Predicate.In in) {
                List<KeySpan> all = new ArrayList<>();
                for (Object value : in.values()) {
                    List<KeySpan> spans = ColumnSpans.equal(form, term.reading, value);
                    if (spans == null) {
                        return null;
                    }
                    all.addAll(spans);
                }
                return all;
            }
            return null;
        }

        private static @Nullable List<KeySpan> range(KeyForm form, Term term) {
            if (term.condition instanceof Predicate.Like like && like.pattern() != null) {
                return ColumnSpans.like(form, term.reading, LikePattern.compile(like.pattern(), like.escape()));
            }
            if (term.condition instanceof Predicate.Compare compare && compare.value() != null) {
                return ColumnSpans.range(form, term.reading, compare.op(), compare.value());
            }
            return null;
        }
    }
}
