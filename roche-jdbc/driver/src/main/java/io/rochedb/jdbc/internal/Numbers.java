package io.rochedb.jdbc.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Numbers made narrower, never silently wrong: out of range is an error, and so is text that is no number.
 */
final class Numbers {
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);
    /** More digits than any double has before its point; guards against 1e999999999. */
    private static final int MAGNITUDE_MAX = 400;

    private Numbers() {}

    /** Returns the whole part of a number. */
    static long toLong(Number number, long min, long max, String typeName) {
        long value;
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            value = number.longValue();
        } else if (number instanceof Double || number instanceof Float) {
            double wide = number.doubleValue();
            if (!(wide >= -0x1p63 && wide < 0x1p63)) {
                throw range(number, typeName);
            }
            value = (long) wide;
        } else {
            BigInteger whole = whole(toDecimal(number), typeName);
            if (whole.compareTo(LONG_MIN) < 0 || whole.compareTo(LONG_MAX) > 0) {
                throw range(number, typeName);
            }
            value = whole.longValue();
        }
        if (value < min || value > max) {
            throw range(number, typeName);
        }
        return value;
    }

    /** Returns a number without a fraction; one with a fraction is refused. */
    static long toExactLong(Number number, long min, long max, String typeName) {
        long value = toLong(number, min, max, typeName);
        boolean exact = number instanceof Double || number instanceof Float
                ? number.doubleValue() == value
                : !(number instanceof BigDecimal decimal) || decimal.compareTo(BigDecimal.valueOf(value)) == 0;
        if (!exact) {
            throw new SqlErrors.ConversionException(
                    SqlErrors.BAD_CAST,
                    number + " has a fraction and " + typeName + " has none; use CAST(? AS DOUBLE)");
        }
        return value;
    }

    private static BigInteger whole(BigDecimal decimal, String typeName) {
        if (decimal.precision() - (long) decimal.scale() > MAGNITUDE_MAX) {
            throw range(decimal, typeName);
        }
        return decimal.setScale(0, RoundingMode.DOWN).toBigInteger();
    }

    static BigDecimal toDecimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (number instanceof Double || number instanceof Float) {
            return parse(number.toString(), "DECIMAL");
        }
        return BigDecimal.valueOf(number.longValue());
    }

    static float toFloat(Number number) {
        if (number instanceof Float real) {
            return real;
        }
        double wide = number.doubleValue();
        float narrow = (float) wide;
        if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
            throw range(number, "REAL");
        }
        return narrow;
    }

    static double toDouble(Number number) {
        double value = number.doubleValue();
        if (Double.isInfinite(value) && (number instanceof BigDecimal || number instanceof BigInteger)) {
            throw range(number, "DOUBLE");
        }
        return value;
    }

    /** Reads a number from text. */
    static BigDecimal parse(String text, String typeName) {
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException e) {
            throw new SqlErrors.ConversionException(
                    SqlErrors.BAD_CAST, "'" + Values.shown(text) + "' is no " + typeName);
        }
    }

    static double parseDouble(String text) {
        try {
            return Double.parseDouble(text.trim());
        } catch (NumberFormatException e) {
            throw new SqlErrors.ConversionException(SqlErrors.BAD_CAST, "'" + Values.shown(text) + "' is no DOUBLE");
        }
    }

    private static SqlErrors.ConversionException range(Number number, String typeName) {
        return new SqlErrors.ConversionException(
                SqlErrors.OUT_OF_RANGE, Values.shown(number.toString()) + " is out of range for " + typeName);
    }
}
