package io.rochedb.engine.internal.schema;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.SuppressForbidden;
import io.rochedb.engine.internal.json.JsonScalars;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a declared column demands of the JSON value in its field. Immutable, thread-safe. */
final class ColumnRule {
    private static final int SHOWN_MAX = 80;
    private static final String UUID_TEXT = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final String table;
    private final ColumnDefinition column;
    private final ColumnType type;

    ColumnRule(String table, ColumnDefinition column) {
        this.table = table;
        this.column = column;
        type = column.type();
    }

    String name() {
        return column.name();
    }

    boolean nullable() {
        return column.nullable();
    }

    /** Refuses NULL. */
    RocheException nullRefused() {
        return new RocheException(
                ErrorCode.NOT_NULL_VIOLATION,
                subject() + " is NOT NULL, and the record has no value for it; give it one");
    }

    /** Checks a value that is not null, where {@link io.rochedb.engine.internal.json.JsonMembers} found it. */
    void check(byte[] bytes, int start, int end, boolean integral) {
        switch (type.kind()) {
            case BOOLEAN:
                require(bytes[start] == 't' || bytes[start] == 'f', bytes, start, end, "write true or false");
                break;
            case TINYINT:
                integer(bytes, start, end, integral, Byte.MIN_VALUE, Byte.MAX_VALUE);
                break;
            case SMALLINT:
                integer(bytes, start, end, integral, Short.MIN_VALUE, Short.MAX_VALUE);
                break;
            case INTEGER:
                integer(bytes, start, end, integral, Integer.MIN_VALUE, Integer.MAX_VALUE);
                break;
            case BIGINT:
                integer(bytes, start, end, integral, Long.MIN_VALUE, Long.MAX_VALUE);
                break;
            case REAL:
                number(bytes, start, end);
                finite(!Float.isInfinite(JsonText.parseFloat(bytes, start, end)), bytes, start, end);
                break;
            case DOUBLE:
                number(bytes, start, end);
                finite(!Double.isInfinite(JsonText.parseDouble(bytes, start, end)), bytes, start, end);
                break;
            case DECIMAL:
                decimal(bytes, start, end);
                break;
            case JSON:
                break;
            default:
                require(bytes[start] == '"', bytes, start, end, "write a string in quotes");
                string(bytes, start, end);
                break;
        }
    }

    private void string(byte[] bytes, int start, int end) {
        boolean characters = type.kind() == Kind.CHAR || type.kind() == Kind.VARCHAR;
        // A string has no more characters than bytes, so most need not be decoded.
        if (characters && (type.precision() == ColumnType.UNBOUNDED || end - start - 2 <= type.precision())) {
            return;
        }
        String text = JsonText.decode(bytes, start + 1, end - 1);
        switch (type.kind()) {
            case CHAR:
            case VARCHAR:
                length(text.codePointCount(0, text.length()), "characters", bytes, start, end);
                break;
            case DATE:
                temporal(Temporal.isDate(text), bytes, start, end, "2026-07-04");
                break;
            case TIME:
                temporal(Temporal.isTime(text), bytes, start, end, "10:00:00.000");
                break;
            case TIMESTAMP:
                temporal(Temporal.isTimestamp(text), bytes, start, end, "2026-07-04T10:00:00.000");
                break;
            case UUID:
                require(text.matches(UUID_TEXT), bytes, start, end, "write 36 characters in lower case");
                break;
            case VARBINARY:
                binary(text, bytes, start, end);
                break;
            default:
                throw new AssertionError(type);
        }
    }

    private void integer(byte[] bytes, int start, int end, boolean integral, long min, long max) {
        number(bytes, start, end);
        require(integral, bytes, start, end, "write a whole number without fraction and exponent");
        boolean fits = JsonText.fitsLong(bytes, start, end);
        long value = fits ? JsonText.parseLong(bytes, start, end) : 0;
        if (!fits || value < min || value > max) {
            throw range(bytes, start, end, "from " + min + " to " + max);
        }
    }

    private void number(byte[] bytes, int start, int end) {
        if (!JsonScalars.isNumber(bytes[start])) {
            String text = bytes[start] == '"' ? JsonText.decode(bytes, start + 1, end - 1) : "";
            String magnitude = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
            if (magnitude.equalsIgnoreCase("NaN")
                    || magnitude.toLowerCase(Locale.ROOT).startsWith("inf")) {
                throw range(bytes, start, end, "that are numbers");
            }
            throw kind(bytes, start, end, "write a number without quotes");
        }
    }

    private void finite(boolean finite, byte[] bytes, int start, int end) {
        if (!finite) {
            throw range(bytes, start, end, "that a " + type.kind() + " can hold");
        }
    }

    private void decimal(byte[] bytes, int start, int end) {
        number(bytes, start, end);
        String text = new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        boolean plain = text.indexOf('e') < 0 && text.indexOf('E') < 0;
        require(plain, bytes, start, end, "write the number without an exponent");
        if (type.precision() == ColumnType.UNBOUNDED) {
            return;
        }
        BigDecimal value = new BigDecimal(text).stripTrailingZeros();
        int fraction = Math.max(0, value.scale());
        int whole = value.signum() == 0 ? 0 : value.precision() - value.scale();
        if (fraction > type.scale() || whole > type.precision() - type.scale()) {
            throw range(
                    bytes,
                    start,
                    end,
                    "with at most " + (type.precision() - type.scale()) + " digits before and " + type.scale()
                            + " after the point");
        }
    }

    private void binary(String text, byte[] bytes, int start, int end) {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw kind(bytes, start, end, "write the bytes in base64");
        }
        length(decoded.length, "bytes", bytes, start, end);
    }

    private void length(int length, String what, byte[] bytes, int start, int end) {
        if (type.precision() != ColumnType.UNBOUNDED && length > type.precision()) {
            throw new RocheException(
                    ErrorCode.STRING_TOO_LONG,
                    subject() + " takes at most " + type.precision() + " " + what + ", and " + shown(bytes, start, end)
                            + " has " + length + "; shorten it, or declare the column wider");
        }
    }

    private void temporal(boolean valid, byte[] bytes, int start, int end, String example) {
        if (!valid) {
            throw new RocheException(
                    ErrorCode.INVALID_DATETIME,
                    subject() + " cannot hold " + shown(bytes, start, end) + "; write \"" + example
                            + "\": ISO 8601 in UTC, no zone, at most milliseconds");
        }
    }

    private void require(boolean right, byte[] bytes, int start, int end, String fix) {
        if (!right) {
            throw kind(bytes, start, end, fix);
        }
    }

    private RocheException kind(byte[] bytes, int start, int end, String fix) {
        return new RocheException(
                ErrorCode.INVALID_CAST, subject() + " cannot hold " + shown(bytes, start, end) + "; " + fix);
    }

    private RocheException range(byte[] bytes, int start, int end, String which) {
        return new RocheException(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                subject() + " cannot hold " + shown(bytes, start, end) + "; it takes values " + which);
    }

    private String subject() {
        return "column '" + column.name() + "' (" + text(type) + ") of table '" + table + "'";
    }

    static String text(ColumnType type) {
        switch (type.kind()) {
            case DECIMAL:
                return type.precision() == ColumnType.UNBOUNDED
                        ? "DECIMAL"
                        : "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
            case CHAR:
            case VARCHAR:
            case VARBINARY:
                return type.precision() == ColumnType.UNBOUNDED
                        ? type.kind().name()
                        : type.kind() + "(" + type.precision() + ")";
            default:
                return type.kind().name();
        }
    }

    private static String shown(byte[] bytes, int start, int end) {
        String text = new String(bytes, start, Math.min(end - start, 4 * SHOWN_MAX), StandardCharsets.UTF_8);
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }

    // The default.

    /** Returns the JSON text that a new record without the field gets, or null for none. */
    @Nullable
    String defaultJson(long nowMillis) {
        ColumnDefault value = column.defaultValue();
        if (value == null) {
            return null;
        } else if (value instanceof ColumnDefault.Constant constant) {
            return constant.json();
        } else if (value instanceof ColumnDefault.Now) {
            return '"' + now(nowMillis) + '"';
        }
        return '"' + randomUuid() + '"';
    }

    private String now(long millis) {
        switch (type.kind()) {
            case DATE:
                return Temporal.date(millis);
            case TIME:
                return Temporal.time(millis);
            default:
                return Temporal.timestamp(millis);
        }
    }

    @SuppressForbidden("an identifier must be unlike every other, not repeatable")
    private static String randomUuid() {
        return UUID.randomUUID().toString();
    }

    /** Refuses a default that the column cannot hold. */
    void checkDefault() {
        ColumnDefault value = column.defaultValue();
        Kind kind = type.kind();
        if (value instanceof ColumnDefault.Now && kind != Kind.DATE && kind != Kind.TIME && kind != Kind.TIMESTAMP) {
            throw DefinitionChecks.invalid(
                    subject() + " cannot have the present time as its default; write a constant");
        }
        boolean text = kind == Kind.VARCHAR || kind == Kind.CHAR;
        boolean holdsUuid =
                kind == Kind.UUID || (text && (type.precision() == ColumnType.UNBOUNDED || type.precision() >= 36));
        if (value instanceof ColumnDefault.RandomUuid && !holdsUuid) {
            throw DefinitionChecks.invalid(subject() + " cannot have a new UUID as its default; declare it as UUID");
        }
        if (value instanceof ColumnDefault.Constant constant) {
            byte[] json = constant.json().getBytes(StandardCharsets.UTF_8);
            JsonText.validate(json, 0, json.length, DocumentCheck.DEPTH_MAX);
            boolean isNull = constant.json().equals("null");
            if (!isNull) {
                boolean integral = constant.json().chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
                check(json, 0, json.length, integral);
            }
        }
    }
}
