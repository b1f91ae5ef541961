package io.rochedb.calcite.internal.sql;

import org.apache.calcite.sql.SqlDataTypeSpec;
import org.jspecify.annotations.Nullable;

/**
 * A column as written in CREATE TABLE and ALTER TABLE.
 *
 * @param name its name
 * @param type its type, or null when the statement names none
 * @param nullable whether NULL or NOT NULL was written, or null for neither
 * @param defaultValue the expression after DEFAULT, or null
 */
public record ColumnText(
        String name,
        @Nullable SqlDataTypeSpec type,
        @Nullable Boolean nullable,
        @Nullable SourceText defaultValue) {}
