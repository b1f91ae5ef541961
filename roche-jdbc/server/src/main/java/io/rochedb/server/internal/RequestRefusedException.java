package io.rochedb.server.internal;

import java.io.Serial;

/** A request that cannot be done as it was sent; its session goes on. */
final class RequestRefusedException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String sqlState;

    RequestRefusedException(String sqlState, String message) {
        super(message, null, false, false);
        this.sqlState = sqlState;
    }

    String sqlState() {
        return sqlState;
    }
}
