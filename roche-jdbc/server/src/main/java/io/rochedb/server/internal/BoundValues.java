package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import io.rochedb.jdbc.spi.ParameterBinder;
import io.rochedb.jdbc.wire.WireReader;
import java.math.BigDecimal;
import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values that a client has converted for types it was told. */
record BoundValues(
        KnownStatement statement, int typesNumber, @Nullable Object[] values) implements ParameterBinder {

    /** What a value takes, at least: its place and a small object. */
    private static final int VALUE_BYTES = 16;

    /** The digits after the point, or zeros before it, that a decimal may have. */
    private static final int SCALE_MAX = 10_000;

    /** Reads so many values. */
    static @Nullable Object[] read(WireReader in, int count) {
        in.charge((long) count * VALUE_BYTES);
        @Nullable Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = in.value();
        }
        return values;
    }

    @Override
    public @Nullable Object[] bind(List<ColumnMeta> types) {
        if (!statement.isBoundFor(typesNumber, types)) {
            throw new TypesChangedException(statement, types);
        }
        if (types.size() != values.length) {
            throw new RequestRefusedException("08P01", values.length + " values for " + types.size() + " parameters");
        }
        for (int i = 0; i < values.length; i++) {
            check(i, values[i], types.get(i));
        }
        return values.clone();
    }

    private static void check(int index, @Nullable Object value, ColumnMeta type) {
        if (value == null) {
            return;
        }
        if (!isOf(type.jdbcType(), value)) {
            throw new RequestRefusedException(
                    "08P01",
                    "parameter " + (index + 1) + " is of type " + type.typeName() + ", but a "
                            + value.getClass().getSimpleName() + " was sent");
        }
        checkDecimals(index, value);
    }

    /** Returns whether a value is what clients convert to for a type: its internal representation. */
    private static boolean isOf(int jdbcType, Object value) {
        return switch (jdbcType) {
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> value instanceof String;
            case Types.BIGINT, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> value instanceof Long;
            case Types.INTEGER, Types.DATE, Types.TIME, Types.TIME_WITH_TIMEZONE -> value instanceof Integer;
            case Types.SMALLINT -> value instanceof Short;
            case Types.TINYINT -> value instanceof Byte;
            case Types.DOUBLE, Types.FLOAT -> value instanceof Double;
            case Types.REAL -> value instanceof Float;
            case Types.DECIMAL, Types.NUMERIC -> value instanceof BigDecimal;
            case Types.BOOLEAN, Types.BIT -> value instanceof Boolean;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> value instanceof byte[];
            case Types.ARRAY -> value instanceof List<?> || value instanceof float[];
            default -> true;
        };
    }

    /** Refuses decimals of a few bytes whose digits, written out, would fill the memory. */
    private static void checkDecimals(int index, @Nullable Object value) {
        if (value instanceof List<?> list) {
            for (Object element : list) {
                checkDecimals(index, element);
            }
        } else if (value instanceof BigDecimal decimal && Math.abs((long) decimal.scale()) > SCALE_MAX) {
            throw new RequestRefusedException(
                    "22003",
                    "parameter " + (index + 1) + " has an exponent of " + -(long) decimal.scale() + ", beyond "
                            + SCALE_MAX);
        }
    }
}
