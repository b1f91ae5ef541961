package io.rochedb.jdbc.wire;

/** Values that would take more memory than their reader was given. */
public final class ValueLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ValueLimitException() {
        super("the values would take more memory than they may", null, false, false);
    }
}
