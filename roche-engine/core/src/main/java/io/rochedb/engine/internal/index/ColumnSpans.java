package io.rochedb.engine.internal.index;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.query.LikePattern;
import io.rochedb.engine.query.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The encoded values of one index column among which all values that satisfy a condition are. Stateless.
 *
 * <p>They may hold more than that, never less: where the condition reads the field as another type than the index does, the span is the
 * smallest that is certain. Conditions that the column's form cannot answer give null.
 */
final class ColumnSpans {
    private static final KeySpan BOOLEANS = span(KeyBytes.FALSE, KeyBytes.TRUE + 1);
    private static final KeySpan NUMBERS = span(KeyBytes.NEGATIVE, KeyBytes.POSITIVE + 1);
    private static final KeySpan DOUBLES = span(KeyBytes.DOUBLE, KeyBytes.DOUBLE + 1);
    private static final KeySpan TEXTS = span(KeyBytes.TEXT, KeyBytes.TEXT + 1);
    private static final KeySpan OTHERS = span(KeyBytes.OTHER, KeyBytes.OTHER + 1);

    private ColumnSpans() {}

    /**
     * How a condition reads the values.
     *
     * @param converts whether it reads strings as numbers and booleans, as a path does
     */
    record Reading(FieldType type, boolean converts) {
        boolean isText() {
            return type == FieldType.VARCHAR || type == FieldType.NONE;
        }
    }

    private static KeySpan span(int low, int high) {
        return new KeySpan(new byte[] {(byte) low}, new byte[] {(byte) high});
    }

    /** Returns whether each span of {@link #equal} is of one value of the index. */
    static boolean exact(KeyForm form, Reading reading) {
        return reading.isText() || (!reading.converts && (reading.type != FieldType.DOUBLE || form == KeyForm.DOUBLE));
    }

    /** Returns the spans of one value; null when the form cannot tell. */
    static @Nullable List<KeySpan> equal(KeyForm form, Reading reading, Object value) {
        if (value instanceof String text && reading.isText()) {
            return form == KeyForm.TEXT
                    ? List.of(point(out -> KeyBytes.text(KeyBytes.TEXT, text, out)))
                    : form == KeyForm.ANY ? anyEqual(text) : null;
        }
        if (value instanceof Boolean truth && reading.type == FieldType.BOOLEAN) {
            boolean fits = form == KeyForm.BOOLEAN || form == KeyForm.ANY;
            return fits ? withTexts(form, reading, point(out -> KeyBytes.bool(truth, out))) : null;
        }
        KeySpan span = number(form, reading.type, Predicate.Op.EQ, value);
        return span == null ? null : withTexts(form, reading, span);
    }

    /** Where strings are converted, each of them may be the value: only an index that has strings too can tell. */
    private static @Nullable List<KeySpan> withTexts(KeyForm form, Reading reading, KeySpan span) {
        if (!reading.converts) {
            return List.of(span);
        }
        return form == KeyForm.ANY ? List.of(span, TEXTS) : null;
    }

    /** Returns the span of the values before or after one; null when the form cannot tell. */
    static @Nullable List<KeySpan> range(KeyForm form, Reading reading, Predicate.Op op, Object value) {
        if (value instanceof String text && reading.isText()) {
            byte[] at = bytes(out -> KeyBytes.text(KeyBytes.TEXT, text, out));
            return texts(form, bounded(TEXTS, at, KeyBytes.after(at), op));
        }
        KeySpan span = number(form, reading.type, op, value);
        return span == null ? null : withTexts(form, reading, span);
    }

    /** Returns the spans of the texts that start as a pattern does; null when it starts with a wildcard. */
    static @Nullable List<KeySpan> like(KeyForm form, Reading reading, LikePattern pattern) {
        String prefix = pattern.prefix();
        if (!reading.isText() || prefix.isEmpty()) {
            return null;
        }
        return pattern.isLiteral()
                ? equal(form, reading, prefix)
                : texts(form, point(out -> KeyBytes.textPrefix(prefix, out)));
    }

    /** A field read as text is so whatever the value: where values of all kinds are, those of other kinds are not in order of their text. */
    private static @Nullable List<KeySpan> texts(KeyForm form, KeySpan texts) {
        return form == KeyForm.TEXT
                ? List.of(texts)
                : form == KeyForm.ANY ? List.of(BOOLEANS, NUMBERS, texts, OTHERS) : null;
    }

    private static List<KeySpan> anyEqual(String text) {
        List<KeySpan> spans = new ArrayList<>();
        spans.add(point(out -> KeyBytes.text(KeyBytes.TEXT, text, out)));
        if (text.equals("true") || text.equals("false")) {
            spans.add(point(out -> KeyBytes.bool(text.equals("true"), out)));
        } else if (looksLikeNumber(text)) {
            ByteBuilder out = new ByteBuilder();
            if (KeyBytes.number(text, out)) {
                spans.add(KeySpan.of(out.toByteArray()));
            }
        }
        spans.add(point(out -> KeyBytes.text(KeyBytes.OTHER, text, out)));
        return spans;
    }

    /** Returns whether a JSON number could look so; what is none gives a span in which nothing is wrong, only more. */
    private static boolean looksLikeNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
                return false;
            }
        }
        return !text.isEmpty() && Character.isDigit(text.charAt(text.length() - 1));
    }

    private static @Nullable KeySpan number(KeyForm form, FieldType type, Predicate.Op op, Object value) {
        if (!(value instanceof Number number) || (type != FieldType.BIGINT && type != FieldType.DOUBLE)) {
            return null;
        }
        boolean asDouble = form == KeyForm.DOUBLE;
        if (!asDouble && form != KeyForm.NUMBER && form != KeyForm.ANY) {
            return null;
        }
        KeySpan kind = asDouble ? DOUBLES : NUMBERS;
        if (type == FieldType.BIGINT && !asDouble) {
            byte[] at = bytes(out -> KeyBytes.number(Long.toString(number.longValue()), out));
            return bounded(kind, at, KeyBytes.after(at), op);
        }
        if (type == FieldType.BIGINT) {
            // Several integers may be one double: its ends are in.
            byte[] at = bytes(out -> KeyBytes.real((double) number.longValue(), out));
            return bounded(kind, at, KeyBytes.after(at), inclusive(op));
        }
        double real = number.doubleValue();
        if (Double.isNaN(real)) {
            return new KeySpan(new byte[] {0}, new byte[] {0});
        }
        if (asDouble) {
            byte[] at = bytes(out -> KeyBytes.real(real, out));
            return bounded(kind, at, KeyBytes.after(at), op);
        }
        // All decimals that are read as this double lie between its neighbours.
        return bounded(kind, neighbour(Math.nextDown(real)), neighbour(Math.nextUp(real)), inclusive(op));
    }

    private static byte[] neighbour(double value) {
        if (Double.isInfinite(value)) {
            return value < 0 ? NUMBERS.low() : new byte[] {KeyBytes.POSITIVE + 1};
        }
        return bytes(out -> KeyBytes.number(Double.toString(value), out));
    }

    private static Predicate.Op inclusive(Predicate.Op op) {
        return op == Predicate.Op.LT ? Predicate.Op.LE : op == Predicate.Op.GT ? Predicate.Op.GE : op;
    }

    private static KeySpan bounded(KeySpan kind, byte[] at, byte @Nullable [] after, Predicate.Op op) {
        switch (op) {
            case EQ:
                return new KeySpan(at, after);
            case LT:
                return new KeySpan(kind.low(), at);
            case LE:
                return new KeySpan(kind.low(), after);
            case GT:
                return new KeySpan(after == null ? at : after, kind.high());
            case GE:
                return new KeySpan(at, kind.high());
            case NE:
                break;
        }
        return kind;
    }

    private static KeySpan point(Consumer<ByteBuilder> encoder) {
        return KeySpan.of(bytes(encoder));
    }

    private static byte[] bytes(Consumer<ByteBuilder> encoder) {
        ByteBuilder out = new ByteBuilder();
        encoder.accept(out);
        return out.toByteArray();
    }
}
