package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.internal.table.IsoText;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.jspecify.annotations.Nullable;

/**
 * A constant of a pushed condition: a literal, or a parameter that is read when the plan is opened.
 *
 * @param parameter index of the parameter, or -1 for a literal
 * @param literal the literal, already of the type {@code as}
 * @param as what the value is turned into
 */
record Value(int parameter, @Nullable Object literal, As as) {
    /** What an engine operand compares with. */
    enum As {
        STRING,
        /** The text of a UUID as a document holds it. */
        UUID_TEXT,
        LONG,
        DOUBLE,
        BOOLEAN,
        /** A DATE as the ISO-8601 text a document holds. */
        DATE_TEXT,
        /** The last, with all of its three fraction digits, of the texts a document can hold for a TIME. */
        TIME_TEXT,
        /** The same of a TIMESTAMP. */
        TIMESTAMP_TEXT,
        /** The first, without idle zeros, of the texts a document can hold for a TIME. */
        TIME_SHORT,
        /** The same of a TIMESTAMP. */
        TIMESTAMP_SHORT,
        ANY
    }

    static Value literal(@Nullable Object value, As as) {
        return new Value(-1, value, as);
    }

    static Value parameter(int index, As as) {
        return new Value(index, null, as);
    }

    /** Returns the value for one execution; null for SQL NULL. */
    @Nullable
    Object at(@Nullable Object[] parameters) {
        if (parameter < 0) {
            return literal;
        }
        if (parameter >= parameters.length) {
            throw new RocheException(
                    ErrorCode.PARAMETER_NOT_BOUND, "parameter " + (parameter + 1) + " of the statement has no value");
        }
        return convert(parameters[parameter], as);
    }

    /** Returns a literal given as SQL's value as what an operand compares with. */
    @Nullable
    Object converted() {
        return convert(literal, as);
    }

    private static @Nullable Object convert(@Nullable Object value, As as) {
        if (value == null) {
            return null;
        }
        return switch (as) {
            case STRING -> value instanceof String ? value : value.toString();
            case UUID_TEXT -> UuidTexts.canonical(value.toString());
            case LONG -> value instanceof Long ? value : (Object) ((Number) value).longValue();
            case DOUBLE -> value instanceof Double ? value : (Object) ((Number) value).doubleValue();
            case DATE_TEXT, TIME_TEXT, TIMESTAMP_TEXT, TIME_SHORT, TIMESTAMP_SHORT ->
                isoText(((Number) value).longValue(), as);
            case BOOLEAN, ANY -> value;
        };
    }

    /** Returns the text of a date (days) or time (milliseconds). */
    static String isoText(long value, As as) {
        return switch (as) {
            case DATE_TEXT -> IsoText.date(value);
            case TIME_TEXT -> IsoText.time(value);
            case TIME_SHORT -> IsoText.shortest(IsoText.time(value));
            case TIMESTAMP_SHORT -> IsoText.shortest(IsoText.timestamp(value));
            default -> IsoText.timestamp(value);
        };
    }

    @Nullable
    String textAt(@Nullable Object[] parameters) {
        return (String) at(parameters);
    }

    @Override
    public String toString() {
        return parameter >= 0 ? "?" + parameter : literal instanceof String text ? "'" + text + "'" : "" + literal;
    }
}
