package io.rochedb.engine.model;

/**
 * The inferred SQL type of a top-level JSON field: a lattice that only widens.
 *
 * <p>{@code NONE} (only nulls seen) below everything; BIGINT below DOUBLE; any other mix is VARCHAR.
 */
public enum FieldType {
    NONE,
    BOOLEAN,
    BIGINT,
    DOUBLE,
    VARCHAR;

    /** Returns the least type that holds the values of both. */
    public FieldType widen(FieldType other) {
        if (this == other || other == NONE) {
            return this;
        }
        if (this == NONE) {
            return other;
        }
        boolean numbers = (this == BIGINT || this == DOUBLE) && (other == BIGINT || other == DOUBLE);
        return numbers ? DOUBLE : VARCHAR;
    }
}
