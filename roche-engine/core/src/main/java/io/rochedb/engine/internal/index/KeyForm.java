package io.rochedb.engine.internal.index;

import io.rochedb.engine.schema.ColumnType;

/** How the values of an index column are read and ordered; a value that does not fit is NULL. */
public enum KeyForm {
    /** As text: a string's content, the token of a number or boolean, an object or array as compact JSON; String.compareTo order. */
    TEXT,
    /** Numbers, exactly. */
    NUMBER,
    /** Numbers, as the nearest double. */
    DOUBLE,
    BOOLEAN,
    /** Every value by its kind: booleans, then numbers, then strings, then the rest. What a field without a declared type has. */
    ANY;

    /** Returns the form of a declared type. */
    public static KeyForm of(ColumnType type) {
        switch (type.kind()) {
            case BOOLEAN:
                return BOOLEAN;
            case TINYINT:
            case SMALLINT:
            case INTEGER:
            case BIGINT:
            case DECIMAL:
                return NUMBER;
            case REAL:
            case DOUBLE:
                return DOUBLE;
            case CHAR:
            case VARCHAR:
            case DATE:
            case TIME:
            case TIMESTAMP:
            case VARBINARY:
            case UUID:
                return TEXT;
            case JSON:
                return ANY;
        }
        throw new AssertionError(type);
    }
}
