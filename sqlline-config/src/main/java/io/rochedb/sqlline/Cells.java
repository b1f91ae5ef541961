package io.rochedb.sqlline;

import java.lang.reflect.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of result sets, in the few Java types the formats write: String, Boolean, Number, List, or null.
 *
 * <p>Dates and times are ISO-8601 text without zone, binaries base64, so that no format depends on the machine's time zone.
 */
final class Cells {
    private Cells() {}

    /** Returns the value of one column of the current row. */
    static @Nullable Object read(ResultSet rows, int column, int jdbcType) throws SQLException {
        @Nullable
        Object value = switch (jdbcType) {
            case Types.BOOLEAN, Types.BIT -> (Object) rows.getBoolean(column);
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> (Object) rows.getLong(column);
            case Types.REAL -> (Object) rows.getFloat(column);
            case Types.FLOAT, Types.DOUBLE -> (Object) rows.getDouble(column);
            case Types.DECIMAL, Types.NUMERIC -> rows.getBigDecimal(column);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> plain(rows.getBytes(column));
            case Types.TIMESTAMP -> isoTimestamp(rows.getString(column));
            case Types.ARRAY, Types.JAVA_OBJECT, Types.OTHER, Types.STRUCT -> plain(rows.getObject(column));
            default -> rows.getString(column);
        };
        return rows.wasNull() ? null : value;
    }

    private static @Nullable String isoTimestamp(@Nullable String text) {
        return text == null ? null : text.replace(' ', 'T');
    }

    /** Returns arrays and lists as lists of plain values, other unknown objects as text. */
    static @Nullable Object plain(@Nullable Object value) throws SQLException {
        if (value == null || value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        if (value instanceof java.sql.Array array) {
            return plain(array.getArray());
        }
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        List<@Nullable Object> elements = new ArrayList<>();
        if (value instanceof Iterable<?> iterable) {
            for (Object element : iterable) {
                elements.add(plain(element));
            }
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(plain(Array.get(value, i)));
            }
        } else {
            return value.toString();
        }
        return elements;
    }

    /** Returns the text of a value for people and for CSV; null stays null. */
    static @Nullable String text(@Nullable Object value) {
        if (value instanceof List<?> list) {
            List<String> elements = new ArrayList<>();
            for (Object element : list) {
                elements.add(String.valueOf(text(element)));
            }
            return "[" + String.join(", ", elements) + "]";
        }
        if (value instanceof java.math.BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value == null ? null : value.toString();
    }
}
