package io.rochedb.jdbc.spi;

import org.jspecify.annotations.Nullable;

/**
 * One column of a result, or one parameter of a statement.
 *
 * @param label the name the statement gives it
 * @param name the name in its table, or the label
 * @param table the table it comes from, or null
 * @param jdbcType a constant of {@code java.sql.Types}
 * @param typeName SQL type name without precision; {@code "REAL ARRAY"} for arrays
 * @param precision digits or characters; 0 when not applicable
 * @param scale digits after the point; 0 when not applicable
 * @param nullable whether NULL can occur
 */
public record ColumnMeta(
        String label,
        String name,
        @Nullable String table,
        int jdbcType,
        String typeName,
        int precision,
        int scale,
        boolean nullable) {}
