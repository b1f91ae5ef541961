package io.rochedb.calcite.internal.dml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.rochedb.calcite.internal.table.IsoText;
import io.rochedb.calcite.internal.table.WrittenTimes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;

/**
 * SQL's assignment: a value as a column of a declared type holds it. Text becomes numbers, dates and truth values and the reverse; a fraction too long is
 * rounded half up; what does not fit is refused with the state SQL has for it. Stateless.
 */
final class ColumnValues {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> TRUE = Set.of("true", "t", "yes", "y", "on", "1");
    private static final Set<String> FALSE = Set.of("false", "f", "no", "n", "off", "0");
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int SHOWN_MAX = 60;

    private ColumnValues() {}

    /** Returns a value that is not NULL as the column holds it. */
    static Object assign(ColumnDefinition column, Object value) {
        if (value instanceof FieldJson.Raw) {
            return value;
        }
        ColumnType type = column.type();
        try {
            return switch (type.kind()) {
                case BOOLEAN -> bool(column, value);
                case TINYINT -> whole(column, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case SMALLINT -> whole(column, value, Short.MIN_VALUE, Short.MAX_VALUE);
                case INTEGER -> whole(column, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case BIGINT -> whole(column, value, Long.MIN_VALUE, Long.MAX_VALUE);
                case REAL -> real(column, value);
                case DOUBLE -> dbl(column, value);
                case DECIMAL -> decimal(column, value);
                case CHAR, VARCHAR -> sized(column, text(column, value));
                case DATE -> dateTime(column, value).toLocalDate();
                case TIME -> time(column, value);
                case TIMESTAMP -> dateTime(column, value);
                case VARBINARY -> binary(column, value);
                case UUID -> UUID.fromString(uuidText(text(column, value))).toString();
                case JSON -> json(column, value);
            };
        } catch (NumberFormatException e) {
            throw misfit(column, value, ErrorCode.INVALID_CAST, "it is not a number");
        } catch (DateTimeException e) {
            throw misfit(column, value, ErrorCode.INVALID_DATETIME, "write " + example(type.kind()));
        } catch (IllegalArgumentException e) {
            throw misfit(column, value, ErrorCode.INVALID_CAST, "write 36 hexadecimal characters with dashes");
        }
    }

    private static String example(ColumnType.Kind kind) {
        return switch (kind) {
            case DATE -> "'2026-07-04'";
            case TIME -> "'10:00:00'";
            default -> "'2026-07-04 10:00:00'";
        };
    }

    private static Boolean bool(ColumnDefinition column, Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        String text = value.toString().strip().toLowerCase(Locale.ROOT);
        if ((value instanceof CharSequence || value instanceof Number) && TRUE.contains(text)) {
            return true;
        }
        if ((value instanceof CharSequence || value instanceof Number) && FALSE.contains(text)) {
            return false;
        }
        throw misfit(column, value, ErrorCode.INVALID_CAST, "write TRUE or FALSE");
    }

    private static BigDecimal number(ColumnDefinition column, Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (value instanceof Double || value instanceof Float) {
            if (!Double.isFinite(((Number) value).doubleValue())) {
                throw misfit(column, value, ErrorCode.NUMERIC_OUT_OF_RANGE, "JSON has no such number");
            }
            return new BigDecimal(value.toString());
        }
        if (value instanceof Number number) {
            return BigDecimal.valueOf(number.longValue());
        }
        if (value instanceof CharSequence text) {
            return new BigDecimal(text.toString().strip());
        }
        throw misfit(column, value, ErrorCode.INVALID_CAST, "it is not a number");
    }

    private static Long whole(ColumnDefinition column, Object value, long min, long max) {
        if (value instanceof Integer || value instanceof Long) {
            long known = ((Number) value).longValue();
            if (known >= min && known <= max) {
                return known;
            }
        }
        BigDecimal number = number(column, value).setScale(0, RoundingMode.HALF_UP);
        if (number.compareTo(BigDecimal.valueOf(min)) < 0 || number.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw misfit(column, value, ErrorCode.NUMERIC_OUT_OF_RANGE, "it takes " + min + " to " + max);
        }
        return number.longValue();
    }

    private static Float real(ColumnDefinition column, Object value) {
        float real = number(column, value).floatValue();
        if (Float.isInfinite(real)) {
            throw misfit(column, value, ErrorCode.NUMERIC_OUT_OF_RANGE, "a REAL has no number so large");
        }
        return real;
    }

    private static Double dbl(ColumnDefinition column, Object value) {
        double real = number(column, value).doubleValue();
        if (Double.isInfinite(real)) {
            throw misfit(column, value, ErrorCode.NUMERIC_OUT_OF_RANGE, "a DOUBLE has no number so large");
        }
        return real;
    }

    private static BigDecimal decimal(ColumnDefinition column, Object value) {
        BigDecimal number = number(column, value);
        ColumnType type = column.type();
        if (type.precision() == ColumnType.UNBOUNDED) {
            return number;
        }
        BigDecimal rounded = number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.precision() > type.precision()) {
            throw misfit(
                    column,
                    value,
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "it has " + type.precision() + " digits, " + type.scale() + " of them after the point");
        }
        return rounded;
    }

    private static String text(ColumnDefinition column, Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof LocalDateTime time) {
            return IsoText.timestamp(rounded(time)).replace('T', ' ');
        }
        if (value instanceof LocalTime time) {
            return IsoText.time(time);
        }
        if (value instanceof byte[] || value instanceof List<?> || value instanceof float[]) {
            throw misfit(column, value, ErrorCode.INVALID_CAST, "it is no text");
        }
        return value.toString();
    }

    private static String sized(ColumnDefinition column, String text) {
        int most = column.type().precision();
        if (most > 0 && text.length() > most && text.codePointCount(0, text.length()) > most) {
            throw misfit(
                    column,
                    text,
                    ErrorCode.STRING_TOO_LONG,
                    "it takes " + most + " characters, not " + text.codePointCount(0, text.length()));
        }
        return text;
    }

    private static String uuidText(String text) {
        String plain = text.strip().toLowerCase(Locale.ROOT);
        if (plain.length() != 36) {
            throw new IllegalArgumentException(text);
        }
        return plain;
    }

    private static byte[] binary(ColumnDefinition column, Object value) {
        if (!(value instanceof byte[] bytes)) {
            throw misfit(column, value, ErrorCode.INVALID_CAST, "write X'00FF' or bind bytes");
        }
        int most = column.type().precision();
        if (most > 0 && bytes.length > most) {
            throw misfit(column, value, ErrorCode.STRING_TOO_LONG, "it takes " + most + " bytes, not " + bytes.length);
        }
        return bytes;
    }

    private static LocalTime time(ColumnDefinition column, Object value) {
        LocalTime time = value instanceof LocalTime local
                ? local
                : value instanceof CharSequence text
                        ? WrittenTimes.readTime(text.toString())
                        : value instanceof java.sql.Time sql
                                ? sql.toLocalTime()
                                : dateTime(column, value).toLocalTime();
        return rounded(LocalDateTime.of(LocalDate.EPOCH, time)).toLocalTime();
    }

    private static LocalDateTime dateTime(ColumnDefinition column, Object value) {
        if (value instanceof LocalDateTime time) {
            return rounded(time);
        } else if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        } else if (value instanceof java.sql.Date date) {
            return date.toLocalDate().atStartOfDay();
        } else if (value instanceof Instant instant) {
            return rounded(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        } else if (value instanceof OffsetDateTime time) {
            return rounded(LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC));
        } else if (value instanceof ZonedDateTime time) {
            return rounded(LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC));
        } else if (value instanceof java.util.Date date && !(value instanceof java.sql.Time)) {
            return LocalDateTime.ofInstant(Instant.ofEpochMilli(date.getTime()), ZoneOffset.UTC);
        } else if (value instanceof CharSequence written) {
            return rounded(WrittenTimes.readTimestamp(written.toString()));
        }
        throw misfit(
                column,
                value,
                ErrorCode.INVALID_CAST,
                "write " + example(column.type().kind()));
    }

    /** Rounds half up to milliseconds. */
    private static LocalDateTime rounded(LocalDateTime time) {
        if (time.getNano() % NANOS_PER_MILLI == 0) {
            return time;
        }
        return time.plusNanos(NANOS_PER_MILLI / 2).truncatedTo(ChronoUnit.MILLIS);
    }

    private static Object json(ColumnDefinition column, Object value) {
        if (!(value instanceof CharSequence)) {
            return value;
        }
        String text = value.toString();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() == null) {
                throw misfit(column, value, ErrorCode.INVALID_JSON, "it is empty");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw misfit(column, value, ErrorCode.INVALID_JSON, "it is more than one value");
            }
        } catch (JsonProcessingException e) {
            throw misfit(column, value, ErrorCode.INVALID_JSON, "a text is written '\"text\"'");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new FieldJson.Raw(text);
    }

    private static RocheException misfit(ColumnDefinition column, Object value, ErrorCode code, String why) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value);
        String shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
        return new RocheException(
                code,
                "column '" + column.name() + "' of type " + named(column.type()) + " cannot hold '" + shown + "': "
                        + why);
    }

    private static String named(ColumnType type) {
        boolean sized = type.precision() > 0;
        String scale = type.kind() == ColumnType.Kind.DECIMAL ? "," + type.scale() : "";
        return sized
                ? type.kind() + "(" + type.precision() + scale + ")"
                : type.kind().name();
    }
}
