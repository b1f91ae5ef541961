package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
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
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.GregorianCalendar;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values of columns, from internal representation to what a caller asks for. No argument is SQL NULL.
 */
final class Values {
    private static final int SHOWN_MAX = 60;

    private Values() {}

    /** Returns text short enough for a message. */
    static String shown(String text) {
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }

    private static SqlErrors.ConversionException cannot(ColumnMeta column, String target) {
        return new SqlErrors.ConversionException(
                SqlErrors.BAD_CAST,
                "column '" + column.label() + "' is " + column.typeName() + " and cannot be read as " + target);
    }

    private static boolean temporal(ColumnMeta column) {
        return switch (column.jdbcType()) {
            case Types.DATE, Types.TIME, Types.TIMESTAMP -> true;
            default -> false;
        };
    }

    static String toText(Object raw, ColumnMeta column) {
        if (raw instanceof String text) {
            return text;
        }
        return switch (column.jdbcType()) {
            case Types.TIMESTAMP -> Temporals.timestampText((Long) raw);
            case Types.DATE -> Temporals.date((Integer) raw).toString();
            case Types.TIME -> Temporals.text(Temporals.time((Integer) raw));
            case Types.ARRAY -> raw instanceof List<?> ? toArray(raw, column).toString() : plainText(raw);
            default -> plainText(raw);
        };
    }

    /** Returns the text of a value whose class says all. */
    static String plainText(@Nullable Object raw) {
        if (raw instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (raw instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (raw instanceof float[] vector) {
            return Arrays.toString(vector);
        }
        if (raw instanceof List<?> list) {
            StringBuilder text = new StringBuilder("[");
            for (Object element : list) {
                text.append(text.length() == 1 ? "" : ", ").append(plainText(element));
            }
            return text.append(']').toString();
        }
        if (raw instanceof Object[] row) {
            return plainText(Arrays.asList(row));
        }
        return String.valueOf(raw);
    }

    private static Number number(Object raw, ColumnMeta column, String target) {
        if (raw instanceof Number number && !temporal(column)) {
            return number;
        }
        if (raw instanceof String text) {
            return Numbers.parse(text, target);
        }
        if (raw instanceof Boolean flag) {
            return flag ? 1 : 0;
        }
        throw cannot(column, target);
    }

    static long toLong(Object raw, ColumnMeta column, long min, long max, String target) {
        if (raw instanceof Long value && column.jdbcType() == Types.BIGINT && value >= min && value <= max) {
            return value;
        }
        return Numbers.toLong(number(raw, column, target), min, max, target);
    }

    static double toDouble(Object raw, ColumnMeta column) {
        if (raw instanceof Double value) {
            return value;
        }
        return raw instanceof String text ? Numbers.parseDouble(text) : Numbers.toDouble(number(raw, column, "DOUBLE"));
    }

    static float toFloat(Object raw, ColumnMeta column) {
        return raw instanceof String text
                ? Numbers.toFloat(Numbers.parseDouble(text))
                : Numbers.toFloat(number(raw, column, "REAL"));
    }

    static BigDecimal toDecimal(Object raw, ColumnMeta column) {
        return Numbers.toDecimal(number(raw, column, "DECIMAL"));
    }

    static boolean toBoolean(Object raw, ColumnMeta column) {
        if (raw instanceof Boolean flag) {
            return flag;
        }
        if (raw instanceof String text) {
            return parseBoolean(text);
        }
        if (raw instanceof Number && !temporal(column)) {
            return toDecimal(raw, column).signum() != 0;
        }
        throw cannot(column, "BOOLEAN");
    }

    static boolean parseBoolean(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes", "y", "on" -> true;
            case "false", "f", "0", "no", "n", "off" -> false;
            default ->
                throw new SqlErrors.ConversionException(SqlErrors.BAD_CAST, "'" + shown(text) + "' is no BOOLEAN");
        };
    }

    static byte[] toBytes(Object raw, ColumnMeta column) {
        if (raw instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (raw instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw cannot(column, "VARBINARY");
    }

    static LocalDate toLocalDate(Object raw, ColumnMeta column) {
        if (raw instanceof String text) {
            return Temporals.parseDate(text);
        }
        return switch (column.jdbcType()) {
            case Types.DATE -> Temporals.date((Integer) raw);
            case Types.TIMESTAMP -> Temporals.dateTime((Long) raw).toLocalDate();
            default -> throw cannot(column, "DATE");
        };
    }

    static LocalTime toLocalTime(Object raw, ColumnMeta column) {
        if (raw instanceof String text) {
            return Temporals.parseTime(text);
        }
        return switch (column.jdbcType()) {
            case Types.TIME -> Temporals.time((Integer) raw);
            case Types.TIMESTAMP -> Temporals.dateTime((Long) raw).toLocalTime();
            default -> throw cannot(column, "TIME");
        };
    }

    /** Returns milliseconds since the epoch. */
    static long toMillis(Object raw, ColumnMeta column) {
        if (raw instanceof String text) {
            return Temporals.parseTimestamp(text);
        }
        return switch (column.jdbcType()) {
            case Types.TIMESTAMP -> (Long) raw;
            case Types.DATE -> Temporals.millis(Temporals.date((Integer) raw).atStartOfDay());
            default -> throw cannot(column, "TIMESTAMP");
        };
    }

    static Date toDate(Object raw, ColumnMeta column, @Nullable Calendar zone) {
        LocalDate date = toLocalDate(raw, column);
        return zone == null
                ? Temporals.sqlDate(date)
                : new Date(Temporals.instant(date.atStartOfDay(), zone).getTime());
    }

    static Time toTime(Object raw, ColumnMeta column, @Nullable Calendar zone) {
        LocalTime time = toLocalTime(raw, column);
        return zone == null
                ? Temporals.sqlTime(time)
                : new Time(Temporals.instant(time.atDate(LocalDate.EPOCH), zone).getTime());
    }

    /** Returns the stored instant; with a calendar the instant at which its zone's wall clock shows the stored fields. */
    static Timestamp toTimestamp(Object raw, ColumnMeta column, @Nullable Calendar zone) {
        long millis = toMillis(raw, column);
        return zone == null ? new Timestamp(millis) : Temporals.instant(Temporals.dateTime(millis), zone);
    }

    static JdbcArray toArray(Object raw, ColumnMeta column) {
        if (raw instanceof float[] vector) {
            return new JdbcArray("REAL", vector.clone());
        }
        if (raw instanceof List<?>) {
            return new JdbcArray(JdbcArray.elementType(column.typeName()), raw);
        }
        throw cannot(column, "ARRAY");
    }

    private static List<@Nullable Object> toList(Object raw, ColumnMeta column) {
        try {
            return Arrays.asList((@Nullable Object[]) toArray(raw, column).getArray());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static float[] toVector(Object raw, ColumnMeta column) {
        if (raw instanceof float[] vector) {
            return vector.clone();
        }
        if (raw instanceof String text) {
            return Vectors.parse(text);
        }
        if (raw instanceof List<?> list) {
            return Vectors.of(list.toArray());
        }
        throw cannot(column, "REAL ARRAY");
    }

    /** Returns what {@code getObject} without a class returns. */
    static Object toObject(Object raw, ColumnMeta column) {
        if (raw instanceof String) {
            return raw;
        }
        return switch (column.jdbcType()) {
            case Types.TIMESTAMP -> toTimestamp(raw, column, null);
            case Types.DATE -> toDate(raw, column, null);
            case Types.TIME -> toTime(raw, column, null);
            case Types.SMALLINT, Types.TINYINT -> ((Number) raw).intValue();
            case Types.ARRAY -> toArray(raw, column);
            default -> {
                // numbers first: to ask one whether it is a list takes the machine long
                if (raw instanceof Number || raw instanceof Boolean) {
                    yield raw;
                }
                yield raw instanceof byte[] bytes
                        ? bytes.clone()
                        : raw instanceof float[] || raw instanceof List<?> ? toArray(raw, column) : raw;
            }
        };
    }

    /** Returns a value as an instance of a class. */
    static Object toClass(Object raw, ColumnMeta column, Class<?> type) {
        if (type == String.class) {
            return toText(raw, column);
        }
        Object number = toNumberClass(raw, column, type);
        if (number != null) {
            return number;
        }
        Object temporal = toTemporalClass(raw, column, type);
        if (temporal != null) {
            return temporal;
        }
        if (type == Boolean.class) {
            return toBoolean(raw, column);
        }
        if (type == byte[].class) {
            return toBytes(raw, column);
        }
        if (type == float[].class) {
            return toVector(raw, column);
        }
        if (type == double[].class) {
            return Vectors.widen(toVector(raw, column));
        }
        if (type == UUID.class) {
            return toUuid(toText(raw, column));
        }
        if (type == Array.class) {
            return toArray(raw, column);
        }
        if (type == Clob.class || type == NClob.class) {
            return new JdbcClob(toText(raw, column));
        }
        if (type == Blob.class) {
            return new JdbcBlob(toBytes(raw, column));
        }
        if (type == InputStream.class) {
            return new ByteArrayInputStream(toBytes(raw, column));
        }
        if (type == Reader.class) {
            return new StringReader(toText(raw, column));
        }
        if (type == List.class || type == Collection.class) {
            return toList(raw, column);
        }
        if (JsonNodes.accepts(type)) {
            return JsonNodes.parse(toText(raw, column), type);
        }
        Object plain = toObject(raw, column);
        if (type.isInstance(plain)) {
            return plain;
        }
        throw cannot(column, type.getSimpleName());
    }

    private static @Nullable Object toNumberClass(Object raw, ColumnMeta column, Class<?> type) {
        if (type == Integer.class) {
            return (int) toLong(raw, column, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
        }
        if (type == Long.class) {
            return toLong(raw, column, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
        }
        if (type == Double.class) {
            return toDouble(raw, column);
        }
        if (type == Float.class) {
            return toFloat(raw, column);
        }
        if (type == Short.class) {
            return (short) toLong(raw, column, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
        }
        if (type == Byte.class) {
            return (byte) toLong(raw, column, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
        }
        if (type == BigDecimal.class) {
            return toDecimal(raw, column);
        }
        if (type == BigInteger.class) {
            return toDecimal(raw, column).toBigInteger();
        }
        return null;
    }

    private static @Nullable Object toTemporalClass(Object raw, ColumnMeta column, Class<?> type) {
        if (type == LocalDate.class) {
            return toLocalDate(raw, column);
        }
        if (type == LocalTime.class) {
            return toLocalTime(raw, column);
        }
        if (type == LocalDateTime.class) {
            return Temporals.dateTime(toMillis(raw, column));
        }
        if (type == Instant.class) {
            return Instant.ofEpochMilli(toMillis(raw, column));
        }
        if (type == OffsetDateTime.class) {
            return Temporals.dateTime(toMillis(raw, column)).atOffset(ZoneOffset.UTC);
        }
        if (type == OffsetTime.class) {
            return toLocalTime(raw, column).atOffset(ZoneOffset.UTC);
        }
        if (type == ZonedDateTime.class) {
            return Temporals.dateTime(toMillis(raw, column)).atZone(ZoneOffset.UTC);
        }
        if (type == Timestamp.class || type == java.util.Date.class) {
            return toTimestamp(raw, column, null);
        }
        if (type == Calendar.class || type == GregorianCalendar.class) {
            Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("UTC"), Locale.ROOT);
            calendar.setTimeInMillis(toMillis(raw, column));
            return calendar;
        }
        if (type == Date.class) {
            return toDate(raw, column, null);
        }
        if (type == Time.class) {
            return toTime(raw, column, null);
        }
        return null;
    }

    private static UUID toUuid(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            if (uuid.toString().equalsIgnoreCase(text)) {
                return uuid;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new SqlErrors.ConversionException(SqlErrors.BAD_CAST, "'" + shown(text) + "' is no UUID");
    }
}
