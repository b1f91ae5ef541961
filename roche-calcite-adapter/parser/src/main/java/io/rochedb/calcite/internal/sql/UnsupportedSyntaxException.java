package io.rochedb.calcite.internal.sql;

/** Thrown by the parser for what it knows, and knows not to be supported. */
public final class UnsupportedSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one; {@code feature} is the syntax in upper case. */
    public UnsupportedSyntaxException(String feature) {
        super(feature);
    }

    /** Returns the syntax. */
    public String feature() {
        return String.valueOf(getMessage());
    }
}
