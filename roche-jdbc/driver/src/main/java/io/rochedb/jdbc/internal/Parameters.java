package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values of parameters, from what callers bind to the internal representation of the type a plan asks for.
 */
final class Parameters {
    /** Stands in a slot nobody has set. */
    static final Object UNSET = new Object();

    private static final int COPY_BUFFER_CHARS = 8_192;

    private Parameters() {}

    /** Converts the bound values of one execution; throws {@code 07002} when one is missing. */
    static @Nullable Object[] bind(@Nullable Object[] bound, List<ColumnMeta> types) {
        int count = types.size();
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            Object value = i < bound.length ? bound[i] : UNSET;
            if (value == null) {
                continue;
            }
            if (value == UNSET) {
                throw new SqlErrors.ConversionException(
                        SqlErrors.NOT_BOUND, "parameter " + (i + 1) + " of " + count + " has no value; bind it first");
            }
            try {
                values[i] = scaled(
                        coerce(value, types.get(i).jdbcType(), types.get(i).typeName()), types.get(i));
            } catch (SqlErrors.ConversionException e) {
                throw e.prefixed("parameter " + (i + 1) + ": ");
            }
        }
        return values;
    }

    /** Returns a decimal with the digits of its type after the point; none is taken away, or a comparison would be another. */
    private static Object scaled(Object value, ColumnMeta type) {
        return value instanceof BigDecimal decimal && decimal.scale() < type.scale()
                ? decimal.setScale(type.scale())
                : value;
    }

    /** Converts a value to the internal representation of a type. */
    static Object coerce(Object value, int jdbcType, String typeName) {
        return switch (jdbcType) {
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> value instanceof String ? value : toText(value);
            case Types.BIGINT ->
                value instanceof Long ? value : Long.valueOf(whole(value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT"));
            case Types.INTEGER -> (int) whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
            case Types.SMALLINT -> (short) whole(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
            case Types.TINYINT -> (byte) whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
            case Types.DOUBLE, Types.FLOAT ->
                value instanceof String text
                        ? (Object) Numbers.parseDouble(text)
                        : Double.valueOf(Numbers.toDouble(number(value, "DOUBLE")));
            case Types.REAL -> Numbers.toFloat(number(value, "REAL"));
            case Types.DECIMAL, Types.NUMERIC -> Numbers.toDecimal(number(value, "DECIMAL"));
            case Types.BOOLEAN, Types.BIT -> toBoolean(value);
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> toMillis(value);
            case Types.DATE -> Temporals.days(toDate(value));
            case Types.TIME, Types.TIME_WITH_TIMEZONE -> Temporals.millisOfDay(toTime(value));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> toBytes(value);
            case Types.ARRAY -> toArray(value, typeName);
            default -> natural(value);
        };
    }

    /**
     * Returns what a value is bound as when nothing says which type it must be: itself, temporal values as {@code LocalDate},
     * {@code LocalTime} or {@code LocalDateTime} of UTC, which no number can be taken for.
     */
    private static Object natural(Object value) {
        if (value instanceof String || value instanceof Number || value instanceof Boolean || value instanceof byte[]) {
            return value instanceof BigInteger integer ? new BigDecimal(integer) : value;
        }
        if (value instanceof float[] || value instanceof double[] || value instanceof Array) {
            return toArray(value, "ANY");
        }
        if (value instanceof Collection || value instanceof Object[]) {
            return toArray(value, "ANY");
        }
        if (value instanceof Blob) {
            return toBytes(value);
        }
        if (value instanceof Date || value instanceof LocalDate) {
            return toDate(value);
        }
        if (value instanceof Time || value instanceof LocalTime || value instanceof OffsetTime) {
            return toTime(value);
        }
        if (isInstant(value)) {
            return Temporals.dateTime(toMillis(value));
        }
        return toText(value);
    }

    private static boolean isInstant(Object value) {
        return value instanceof java.util.Date
                || value instanceof LocalDateTime
                || value instanceof Instant
                || value instanceof OffsetDateTime
                || value instanceof ZonedDateTime
                || value instanceof Calendar;
    }

    private static SqlErrors.ConversionException cannot(Object value, String target) {
        return new SqlErrors.ConversionException(
                SqlErrors.BAD_CAST, "a " + value.getClass().getSimpleName() + " cannot be bound as " + target);
    }

    private static String toText(Object value) {
        if (value instanceof Number || value instanceof float[] || value instanceof List<?>) {
            return Values.plainText(value);
        }
        if (value instanceof double[] vector) {
            return Arrays.toString(vector);
        }
        if (value instanceof Boolean
                || value instanceof Character
                || value instanceof UUID
                || value instanceof Enum
                || value instanceof URL
                || JsonNodes.accepts(value.getClass())) {
            return value.toString();
        }
        if (value instanceof Date || value instanceof LocalDate) {
            return toDate(value).toString();
        }
        if (value instanceof Time || value instanceof LocalTime || value instanceof OffsetTime) {
            return Temporals.text(toTime(value));
        }
        if (isInstant(value)) {
            return Temporals.timestampText(toMillis(value));
        }
        if (value instanceof Clob clob) {
            return text(clob);
        }
        throw cannot(value, "VARCHAR");
    }

    private static Number number(Object value, String target) {
        if (value instanceof Number number) {
            return number;
        }
        if (value instanceof String text) {
            return Numbers.parse(text, target);
        }
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        throw cannot(value, target);
    }

    private static long whole(Object value, long min, long max, String target) {
        return Numbers.toExactLong(number(value, target), min, max, target);
    }

    private static Boolean toBoolean(Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if (value instanceof String text) {
            return Values.parseBoolean(text);
        }
        if (value instanceof Number number) {
            return Numbers.toDecimal(number).signum() != 0;
        }
        throw cannot(value, "BOOLEAN");
    }

    private static LocalDate toDate(Object value) {
        if (value instanceof LocalDate date) {
            return date;
        }
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof String text) {
            return Temporals.parseDate(text);
        }
        if (isInstant(value)) {
            return Temporals.dateTime(toMillis(value)).toLocalDate();
        }
        throw cannot(value, "DATE");
    }

    private static LocalTime toTime(Object value) {
        if (value instanceof LocalTime time) {
            return time;
        }
        if (value instanceof Time time) {
            return Temporals.localTime(time);
        }
        if (value instanceof OffsetTime time) {
            return time.withOffsetSameInstant(ZoneOffset.UTC).toLocalTime();
        }
        if (value instanceof String text) {
            return Temporals.parseTime(text);
        }
        if (isInstant(value) && !(value instanceof Date)) {
            return Temporals.dateTime(toMillis(value)).toLocalTime();
        }
        throw cannot(value, "TIME");
    }

    private static long toMillis(Object value) {
        if (value instanceof Timestamp timestamp) {
            return Temporals.millis(timestamp);
        }
        if (value instanceof LocalDateTime dateTime) {
            return Temporals.millis(dateTime);
        }
        if (value instanceof Instant instant) {
            return Temporals.millis(instant);
        }
        if (value instanceof OffsetDateTime dateTime) {
            return Temporals.millis(dateTime.toInstant());
        }
        if (value instanceof ZonedDateTime dateTime) {
            return Temporals.millis(dateTime.toInstant());
        }
        if (value instanceof Date || value instanceof LocalDate) {
            return Temporals.millis(toDate(value).atStartOfDay(ZoneOffset.UTC).toInstant());
        }
        if (value instanceof java.util.Date date && !(value instanceof Time)) {
            return date.getTime();
        }
        if (value instanceof Calendar calendar) {
            return calendar.getTimeInMillis();
        }
        if (value instanceof String text) {
            return Temporals.parseTimestamp(text);
        }
        throw cannot(value, "TIMESTAMP");
    }

    private static byte[] toBytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof Blob blob) {
            try {
                return blob.getBytes(1, Math.toIntExact(blob.length()));
            } catch (SQLException e) {
                throw new SqlErrors.ConversionException(SqlErrors.BAD_VALUE, "the Blob cannot be read");
            }
        }
        throw cannot(value, "VARBINARY");
    }

    private static Object toArray(Object value, String typeName) {
        boolean vector = typeName.startsWith("REAL") || typeName.startsWith("FLOAT") || typeName.equals("ANY");
        Object elements = value;
        if (value instanceof Array array) {
            try {
                elements = array.getArray();
            } catch (SQLException e) {
                throw new SqlErrors.ConversionException(SqlErrors.BAD_VALUE, "the Array cannot be read");
            }
        } else if (value instanceof Collection<?> collection) {
            elements = collection.toArray();
        } else if (value instanceof String text) {
            elements = Vectors.parse(text);
        }
        if (elements == null || !elements.getClass().isArray() || elements instanceof byte[]) {
            throw cannot(value, typeName);
        }
        if (vector
                && (typeName.startsWith("REAL") || !(elements instanceof Object[]) || numbers((Object[]) elements))) {
            return Vectors.of(elements);
        }
        return elements(elements, JdbcArray.elementType(typeName));
    }

    private static boolean numbers(Object[] elements) {
        for (Object element : elements) {
            if (!(element instanceof Number)) {
                return false;
            }
        }
        return elements.length > 0;
    }

    /** Converts the elements of an array to the internal representation of their type. */
    static List<@Nullable Object> elements(Object array, String elementType) {
        int jdbcType = elementType.endsWith(" ARRAY") ? Types.ARRAY : TypeFacts.jdbcType(elementType);
        int length = java.lang.reflect.Array.getLength(array);
        List<@Nullable Object> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            Object value = java.lang.reflect.Array.get(array, i);
            try {
                list.add(value == null ? null : coerce(value, jdbcType, elementType));
            } catch (SqlErrors.ConversionException e) {
                throw e.prefixed("element " + (i + 1) + ": ");
            }
        }
        return list;
    }

    static String text(Clob clob) {
        try {
            return clob.getSubString(1, Math.toIntExact(clob.length()));
        } catch (SQLException e) {
            throw new SqlErrors.ConversionException(SqlErrors.BAD_VALUE, "the Clob cannot be read");
        }
    }

    /** Reads a stream to its end, or so many bytes of it; fewer than announced are refused. */
    static byte @Nullable [] read(@Nullable InputStream stream, long length) throws SQLException {
        if (stream == null) {
            return null;
        }
        checkLength(length);
        try {
            byte[] bytes = length < 0 ? stream.readAllBytes() : stream.readNBytes((int) length);
            if (length >= 0 && bytes.length < length) {
                throw SqlErrors.of(
                        SqlErrors.BAD_VALUE, "the stream ends after " + bytes.length + " of " + length + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the stream cannot be read", e);
        }
    }

    /** Reads characters to the end, or so many of them; fewer than announced are refused. */
    static @Nullable String read(@Nullable Reader reader, long length) throws SQLException {
        if (reader == null) {
            return null;
        }
        checkLength(length);
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[COPY_BUFFER_CHARS];
        try {
            while (length < 0 || text.length() < length) {
                int wanted = length < 0 ? buffer.length : (int) Math.min(buffer.length, length - text.length());
                int read = reader.read(buffer, 0, wanted);
                if (read < 0) {
                    break;
                }
                text.append(buffer, 0, read);
            }
        } catch (IOException e) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the reader cannot be read", e);
        }
        if (length >= 0 && text.length() < length) {
            throw SqlErrors.of(
                    SqlErrors.BAD_VALUE, "the reader ends after " + text.length() + " of " + length + " characters");
        }
        return text.toString();
    }

    private static void checkLength(long length) throws SQLException {
        if (length > Integer.MAX_VALUE) {
            throw SqlErrors.of("54000", "a value has at most " + Integer.MAX_VALUE + " bytes, not " + length);
        }
    }
}
