package io.rochedb.calcite.internal.json;

import io.rochedb.engine.model.JsonItems;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Conversion of JSON scalars to SQL values in the representation of generated code. Stateless. */
final class JsonScalarTypes {
    /** The length of JSON_VALUE's text when no type is given, which cuts nothing. */
    static final int DEFAULT_LENGTH = 2_000;

    private static final int DIGITS_MAX = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private JsonScalarTypes() {}

    /** Returns whether JSON_VALUE can return the type. */
    static boolean isKnown(SqlTypeName type) {
        return switch (type) {
            case CHAR, VARCHAR, BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE, DECIMAL -> true;
            case DATE, TIME, TIMESTAMP, VARBINARY -> true;
            default -> false;
        };
    }

    /** Returns a scalar as a type, or null when it is not of it. */
    static @Nullable Object convert(JsonItems items, int item, SqlTypeName type, int precision, int scale) {
        return switch (type) {
            case BOOLEAN -> items.truth(item);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> integer(items.integer(item), type);
            case FLOAT, DOUBLE -> items.number(item);
            case REAL -> real(items.number(item));
            default -> {
                String text = items.text(item);
                yield text == null ? null : ofText(text, type, precision, scale);
            }
        };
    }

    private static @Nullable Object ofText(String text, SqlTypeName type, int precision, int scale) {
        try {
            return switch (type) {
                case DECIMAL -> decimal(text.strip(), precision, scale);
                case DATE -> (int) LocalDate.parse(text.strip()).toEpochDay();
                case TIME -> time(text.strip());
                case TIMESTAMP -> timestamp(text.strip());
                case VARBINARY -> new ByteString(Base64.getDecoder().decode(text.strip()));
                default ->
                    precision < 0 || precision == DEFAULT_LENGTH || text.codePointCount(0, text.length()) <= precision
                            ? text
                            : null;
            };
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException notOne) {
            return null;
        }
    }

    /** Returns a whole number in the class of its type, or null when the type is too small for it. */
    static @Nullable Object integer(@Nullable Long value, SqlTypeName type) {
        if (value == null) {
            return null;
        }
        long exact = value;
        return switch (type) {
            case TINYINT -> exact == (byte) exact ? (Object) (byte) exact : null;
            case SMALLINT -> exact == (short) exact ? (Object) (short) exact : null;
            case INTEGER -> exact == (int) exact ? (Object) (int) exact : null;
            default -> value;
        };
    }

    private static @Nullable Object real(@Nullable Double value) {
        return value == null || Float.isInfinite(value.floatValue()) ? null : (Object) value.floatValue();
    }

    private static @Nullable BigDecimal decimal(String text, int precision, int scale) {
        if (text.length() > DIGITS_MAX) {
            return null;
        }
        BigDecimal exact = new BigDecimal(text);
        if (exact.signum() == 0 || exact.precision() - (long) exact.scale() < -DIGITS_MAX) {
            return BigDecimal.ZERO.setScale(Math.max(scale, 0));
        }
        if (exact.precision() - (long) exact.scale() > precision) {
            return null;
        }
        BigDecimal rounded = exact.setScale(Math.max(scale, 0), RoundingMode.HALF_UP);
        return rounded.precision() > precision ? null : rounded;
    }

    private static int time(String text) {
        long nanos = LocalTime.parse(text).toNanoOfDay();
        return (int) ((nanos + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI);
    }

    private static long timestamp(String text) {
        String iso = text.replace(' ', 'T');
        LocalDateTime time;
        if (iso.indexOf('T') < 0) {
            time = LocalDate.parse(iso).atStartOfDay();
        } else if (iso.endsWith("Z") || iso.lastIndexOf('+') > 0 || iso.lastIndexOf('-') > iso.indexOf('T')) {
            time = OffsetDateTime.parse(iso)
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .toLocalDateTime();
        } else {
            time = LocalDateTime.parse(iso);
        }
        return time.plus(Duration.ofNanos(NANOS_PER_MILLI / 2))
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
    }
}
