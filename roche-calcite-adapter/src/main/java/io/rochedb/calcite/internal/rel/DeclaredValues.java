package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The reading of declared columns: a field's value as its declared type, or {@code INVALID_CAST} naming id and field. Stateless. */
final class DeclaredValues {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final int SHOWN_MAX = 60;

    private DeclaredValues() {}

    /** Returns whether a column is read through a second field, the value as text, which tells a value that does not fit from none. */
    static boolean needsText(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE -> true;
            case DECIMAL, CHAR, VARCHAR, DATE, TIME, TIMESTAMP, VARBINARY, UUID, JSON -> false;
        };
    }

    /** Returns the value in the representation of {@link io.rochedb.calcite.SqlCursor}; its text, where needed, is the next field. */
    static @Nullable Object read(RecordCursor records, int field, ColumnDefinition column) {
        Object value = records.field(field);
        ColumnType type = column.type();
        if (value == null) {
            Object text = needsText(type.kind()) ? records.field(field + 1) : null;
            if (text != null) {
                throw misfit(records, column, text);
            }
            return null;
        }
        try {
            return convert(value, type);
        } catch (ArithmeticException | IllegalArgumentException | DateTimeException e) {
            throw misfit(records, column, value);
        }
    }

    private static Object convert(Object value, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN, BIGINT, DOUBLE, CHAR, VARCHAR, UUID, JSON -> value;
            case TINYINT -> narrow((Long) value, Byte.MIN_VALUE, Byte.MAX_VALUE).byteValue();
            case SMALLINT ->
                narrow((Long) value, Short.MIN_VALUE, Short.MAX_VALUE).shortValue();
            case INTEGER -> Math.toIntExact((Long) value);
            case REAL -> ((Double) value).floatValue();
            case DECIMAL -> decimal((String) value, type);
            case DATE -> Math.toIntExact(LocalDate.parse((String) value).toEpochDay());
            case TIME -> (int) (LocalTime.parse((String) value).toNanoOfDay() / NANOS_PER_MILLI);
            case TIMESTAMP ->
                LocalDateTime.parse((String) value).toInstant(ZoneOffset.UTC).toEpochMilli();
            case VARBINARY -> Base64.getDecoder().decode((String) value);
        };
    }

    private static Long narrow(Long value, long min, long max) {
        if (value < min || value > max) {
            throw new ArithmeticException("out of range");
        }
        return value;
    }

    private static BigDecimal decimal(String token, ColumnType type) {
        BigDecimal number = new BigDecimal(token);
        if (type.precision() < 0) {
            // equal numbers are one: as a key of a group or a join, too
            BigDecimal plain = number.stripTrailingZeros();
            return plain.scale() < 0 ? plain.setScale(0) : plain;
        }
        number = number.setScale(type.scale());
        if (number.precision() > type.precision()) {
            throw new ArithmeticException("too many digits");
        }
        return number;
    }

    private static RocheException misfit(RecordCursor records, ColumnDefinition column, Object value) {
        String text = value.toString();
        String shown = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
        return new RocheException(
                ErrorCode.INVALID_CAST,
                "field '" + column.name() + "' of record '" + records.id().text() + "' holds '" + shown
                        + "', which is no "
                        + column.type().kind() + " (UPDATE the field, or read it through _payload)");
    }
}
