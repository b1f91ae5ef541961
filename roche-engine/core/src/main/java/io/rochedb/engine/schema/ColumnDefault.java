package io.rochedb.engine.schema;

/** What a column holds when a new record does not name it. */
public sealed interface ColumnDefault {
    /** A constant, as the JSON text of the value in its declared form; {@code null} for an explicit NULL. */
    record Constant(String json) implements ColumnDefault {}

    /** The statement's date, time or timestamp, as the column's type says. */
    record Now() implements ColumnDefault {}

    /** A new random UUID. */
    record RandomUuid() implements ColumnDefault {}
}
