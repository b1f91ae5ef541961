package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonScanner;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/** A column of a CSV file: how its fields become JSON values. */
final class CsvColumn {
    /** A number as JSON writes it: none that begins with 0 and goes on. */
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");

    private static final Pattern INTEGER = Pattern.compile("-?(?:0|[1-9][0-9]*)");
    private static final Pattern LENIENT_INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern LENIENT_NUMBER =
            Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?");
    private static final int DIGITS_MAX = 1_000;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

    private final String name;
    private final byte[] member;
    private final ColumnType type;
    private final boolean declared;

    /**
     * Creates a column.
     *
     * @param declared whether a value that is not of the type is refused; else it stays text
     */
    CsvColumn(String name, ColumnType type, boolean declared) {
        this.name = name;
        this.type = type;
        this.declared = declared;
        ByteBuilder out = new ByteBuilder();
        JsonText.quote(name, out);
        out.append(':');
        member = out.toByteArray();
    }

    String name() {
        return name;
    }

    ColumnType type() {
        return type;
    }

    /** Returns the narrowest type of a value: BOOLEAN, BIGINT, DOUBLE or VARCHAR. */
    static Kind inferred(String value) {
        if (value.equals("true") || value.equals("false")) {
            return Kind.BOOLEAN;
        }
        if (value.length() > DIGITS_MAX || !NUMBER.matcher(value).matches()) {
            return Kind.VARCHAR;
        }
        byte[] digits = value.getBytes(StandardCharsets.ISO_8859_1);
        if (INTEGER.matcher(value).matches()) {
            // what 64 bits cannot hold keeps its digits as text
            return JsonText.fitsLong(digits, 0, digits.length) ? Kind.BIGINT : Kind.VARCHAR;
        }
        return Double.isFinite(Double.parseDouble(value)) ? Kind.DOUBLE : Kind.VARCHAR;
    }

    /** Returns the type that holds the values of two. */
    static Kind widened(Kind left, Kind right) {
        if (left == right) {
            return left;
        }
        boolean numbers =
                (left == Kind.BIGINT || left == Kind.DOUBLE) && (right == Kind.BIGINT || right == Kind.DOUBLE);
        return numbers ? Kind.DOUBLE : Kind.VARCHAR;
    }

    /** Appends the member of a value. */
    void append(String value, ByteBuilder out) {
        out.append(member, 0, member.length);
        if (declared) {
            appendDeclared(value, out);
            return;
        }
        Kind kind = inferred(value);
        if (type.kind() != Kind.VARCHAR && widened(kind, type.kind()) == type.kind()) {
            out.ascii(value);
        } else {
            JsonText.quote(value, out);
        }
    }

    private void appendDeclared(String value, ByteBuilder out) {
        String text = value.strip();
        try {
            switch (type.kind()) {
                case BOOLEAN -> out.ascii(truth(text));
                case TINYINT, SMALLINT, INTEGER, BIGINT -> out.ascii(integer(text));
                case REAL, DOUBLE -> out.ascii(number(text));
                case DECIMAL -> out.ascii(decimal(text));
                case DATE -> JsonText.quote(LocalDate.parse(text).toString(), out);
                case TIME -> JsonText.quote(TIME.format(rounded(LocalDate.EPOCH.atTime(LocalTime.parse(text)))), out);
                case TIMESTAMP -> JsonText.quote(TIMESTAMP.format(rounded(timestamp(text))), out);
                case UUID -> JsonText.quote(UUID.fromString(text).toString(), out);
                case JSON -> json(value, out);
                case CHAR, VARCHAR -> {
                    boolean fits = type.precision() == ColumnType.UNBOUNDED
                            || value.codePointCount(0, value.length()) <= type.precision();
                    if (!fits) {
                        throw refused(value);
                    }
                    JsonText.quote(value, out);
                }
                case VARBINARY -> JsonText.quote(text, out);
            }
        } catch (DateTimeException | IllegalArgumentException | MalformedJson e) {
            throw refused(value);
        }
    }

    private RefusedLine refused(String value) {
        String shown = value.length() <= 60 ? value : value.substring(0, 60) + "…";
        String limits = type.kind() == Kind.DECIMAL && type.precision() > 0
                ? "(" + type.precision() + "," + type.scale() + ")"
                : (type.kind() == Kind.VARCHAR || type.kind() == Kind.CHAR) && type.precision() > 0
                        ? "(" + type.precision() + ")"
                        : "";
        return new RefusedLine("column '" + name + "': '" + shown + "' is no " + type.kind() + limits);
    }

    private static String truth(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> "true";
            case "false", "f", "no", "n", "0" -> "false";
            default -> throw new IllegalArgumentException(text);
        };
    }

    private String integer(String text) {
        if (!LENIENT_INTEGER.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        long value = Long.parseLong(text);
        long max = switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
        if (value > max || value < -max - 1) {
            throw new IllegalArgumentException(text);
        }
        return Long.toString(value);
    }

    private static String number(String text) {
        double value = LENIENT_NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(text);
        }
        return NUMBER.matcher(text).matches() ? text : Double.toString(value);
    }

    private String decimal(String text) {
        if (text.length() > DIGITS_MAX || !LENIENT_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        BigDecimal value = new BigDecimal(text);
        if (value.precision() - (long) value.scale() > DIGITS_MAX || value.scale() > DIGITS_MAX * 10) {
            throw new IllegalArgumentException(text);
        }
        if (type.precision() != ColumnType.UNBOUNDED) {
            value = value.setScale(type.scale(), RoundingMode.HALF_UP);
            if (value.precision() > type.precision()) {
                throw new IllegalArgumentException(text);
            }
        }
        return value.toPlainString();
    }

    private static LocalDateTime timestamp(String text) {
        String iso = text.replace(' ', 'T');
        String plain = iso.endsWith("Z") ? iso.substring(0, iso.length() - 1) : iso;
        return plain.indexOf('T') < 0 ? LocalDate.parse(plain).atStartOfDay() : LocalDateTime.parse(plain);
    }

    /** Returns the nearest millisecond, half up. */
    private static LocalDateTime rounded(LocalDateTime time) {
        return time.plusNanos(500_000);
    }

    private static void json(String value, ByteBuilder out) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        JsonText.validate(utf8, 0, utf8.length, JsonScanner.DEPTH_MAX);
        JsonText.compact(utf8, 0, utf8.length, out);
    }
}
