package io.rochedb.engine.schema;

/**
 * The declared type of a column.
 *
 * @param kind the type's family
 * @param precision characters of CHAR and VARCHAR, bytes of VARBINARY, digits of DECIMAL; {@link #UNBOUNDED} when not limited; 0 for the others
 * @param scale fraction digits of DECIMAL; 0 for the others
 */
public record ColumnType(Kind kind, int precision, int scale) {
    /** Precision of a type without a limit. */
    public static final int UNBOUNDED = -1;

    /**
     * The families, each with its form in the document: numbers as plain JSON numbers, DATE, TIME and TIMESTAMP as ISO-8601 strings (milliseconds, no
     * zone), UUID as lower-case text, VARBINARY as base64, JSON as any JSON value.
     */
    public enum Kind {
        BOOLEAN,
        TINYINT,
        SMALLINT,
        INTEGER,
        BIGINT,
        REAL,
        DOUBLE,
        DECIMAL,
        CHAR,
        VARCHAR,
        DATE,
        TIME,
        TIMESTAMP,
        VARBINARY,
        UUID,
        JSON
    }

    /** Returns a type without precision. */
    public static ColumnType of(Kind kind) {
        return new ColumnType(kind, kind == Kind.VARCHAR || kind == Kind.VARBINARY ? UNBOUNDED : 0, 0);
    }
}
