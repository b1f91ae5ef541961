package io.rochedb.engine.schema;

import org.jspecify.annotations.Nullable;

/**
 * A declared column: a top-level JSON field of the same name, or a segment of the ring's name when the template has it.
 *
 * @param name the name as declared; looked up ignoring case
 * @param type the type, checked on every write
 * @param nullable whether NULL (an absent field, a JSON null) is allowed; template and primary key columns never are
 * @param defaultValue what a new record gets when it does not name the column, or null
 * @param comment text for people, or null
 */
public record ColumnDefinition(
        String name,
        ColumnType type,
        boolean nullable,
        @Nullable ColumnDefault defaultValue,
        @Nullable String comment) {}
