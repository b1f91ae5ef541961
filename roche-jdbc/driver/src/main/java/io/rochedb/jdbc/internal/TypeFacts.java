package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.Types;

/** What JDBC wants to know of a type: class, digits, width. */
final class TypeFacts {
    /** Characters of text nobody has bounded: what a table on a screen can plan with. */
    static final int TEXT_SIZE = 65_536;

    private TypeFacts() {}

    /** Returns the constant of {@code java.sql.Types} for a type name, OTHER when there is none. */
    static int jdbcType(String typeName) {
        return switch (typeName) {
            case "VARCHAR" -> Types.VARCHAR;
            case "BIGINT" -> Types.BIGINT;
            case "INTEGER" -> Types.INTEGER;
            case "SMALLINT" -> Types.SMALLINT;
            case "TINYINT" -> Types.TINYINT;
            case "DOUBLE" -> Types.DOUBLE;
            case "REAL" -> Types.REAL;
            case "DECIMAL" -> Types.DECIMAL;
            case "BOOLEAN" -> Types.BOOLEAN;
            case "TIMESTAMP" -> Types.TIMESTAMP;
            case "DATE" -> Types.DATE;
            case "TIME" -> Types.TIME;
            case "VARBINARY" -> Types.VARBINARY;
            default -> typeName.endsWith(" ARRAY") ? Types.ARRAY : Types.OTHER;
        };
    }

    static String className(int jdbcType) {
        return switch (jdbcType) {
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR -> "java.lang.String";
            case Types.BIGINT -> "java.lang.Long";
            case Types.INTEGER, Types.SMALLINT, Types.TINYINT -> "java.lang.Integer";
            case Types.DOUBLE, Types.FLOAT -> "java.lang.Double";
            case Types.REAL -> "java.lang.Float";
            case Types.DECIMAL, Types.NUMERIC -> "java.math.BigDecimal";
            case Types.BOOLEAN, Types.BIT -> "java.lang.Boolean";
            case Types.TIMESTAMP -> "java.sql.Timestamp";
            case Types.DATE -> "java.sql.Date";
            case Types.TIME -> "java.sql.Time";
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> "[B";
            case Types.ARRAY -> "java.sql.Array";
            default -> "java.lang.Object";
        };
    }

    static boolean signed(int jdbcType) {
        return switch (jdbcType) {
            case Types.BIGINT,
                    Types.INTEGER,
                    Types.SMALLINT,
                    Types.TINYINT,
                    Types.DOUBLE,
                    Types.FLOAT,
                    Types.REAL,
                    Types.DECIMAL,
                    Types.NUMERIC -> true;
            default -> false;
        };
    }

    static boolean text(int jdbcType) {
        return jdbcType == Types.CHAR || jdbcType == Types.VARCHAR || jdbcType == Types.LONGVARCHAR;
    }

    /** Returns whether a value of the first type can be cast to the second; text to all but bytes, if it reads so. */
    static boolean converts(int from, int to) {
        boolean known = isScalar(from) && isScalar(to);
        if (known && (text(from) || text(to))) {
            return true;
        }
        return known && from == to
                || signed(from) && signed(to)
                || from == Types.DATE && to == Types.TIMESTAMP
                || from == Types.TIMESTAMP && (to == Types.DATE || to == Types.TIME);
    }

    private static boolean isScalar(int jdbcType) {
        return switch (jdbcType) {
            case Types.BOOLEAN, Types.DATE, Types.TIME, Types.TIMESTAMP -> true;
            default -> signed(jdbcType) || text(jdbcType);
        };
    }

    /** Returns digits, characters or bytes: what {@code COLUMN_SIZE} means. */
    static int precision(ColumnMeta column) {
        return precision(column.jdbcType(), column.precision());
    }

    static int precision(int jdbcType, int declared) {
        return switch (jdbcType) {
            case Types.TINYINT -> 3;
            case Types.SMALLINT -> 5;
            case Types.INTEGER -> 10;
            case Types.BIGINT -> 19;
            case Types.REAL -> 7;
            case Types.DOUBLE, Types.FLOAT -> 15;
            case Types.BOOLEAN, Types.BIT -> 1;
            case Types.DATE -> 10;
            case Types.TIME -> 12;
            case Types.TIMESTAMP -> 23;
            case Types.DECIMAL, Types.NUMERIC -> declared > 0 ? declared : 38;
            default -> declared > 0 ? declared : TEXT_SIZE;
        };
    }

    static int scale(ColumnMeta column) {
        return switch (column.jdbcType()) {
            case Types.TIMESTAMP, Types.TIME -> 3;
            case Types.DECIMAL, Types.NUMERIC -> Math.max(0, column.scale());
            default -> 0;
        };
    }

    static int displaySize(ColumnMeta column) {
        return switch (column.jdbcType()) {
            case Types.TINYINT -> 4;
            case Types.SMALLINT -> 6;
            case Types.INTEGER -> 11;
            case Types.BIGINT -> 20;
            case Types.REAL -> 15;
            case Types.DOUBLE, Types.FLOAT -> 24;
            case Types.BOOLEAN, Types.BIT -> 5;
            case Types.DECIMAL, Types.NUMERIC -> precision(column) + 2;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY ->
                (int) Math.min(Integer.MAX_VALUE, 2L * precision(column));
            default -> precision(column);
        };
    }
}
