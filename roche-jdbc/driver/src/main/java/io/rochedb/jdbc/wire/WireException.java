package io.rochedb.jdbc.wire;

/** Bytes that are no message of the protocol. Neither end goes on after it. */
public final class WireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WireException(String message) {
        super(message, null, false, false);
    }
}
