package io.rochedb.jdbc.internal.remote;

import io.rochedb.jdbc.spi.Failure;
import org.jspecify.annotations.Nullable;

/** A failure whose state and text are known: the server's, or one of the connection to it. */
final class RemoteFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The server cannot be reached, or does not let this client in. */
    static final String CANNOT_CONNECT = "08001";

    static final String CLOSED = "08003";
    static final String BROKEN = "08006";
    static final String OUTCOME_UNKNOWN = "08007";
    static final String PROTOCOL = "08P01";
    static final String BAD_VALUE = "22023";
    static final String TOO_LARGE = "54000";
    static final String CANCELLED = "57014";
    static final String LOGIN_REFUSED = "28000";

    private final transient Failure failure;

    RemoteFailure(Failure failure, @Nullable Throwable cause) {
        super(failure.message(), cause, false, false);
        this.failure = failure;
    }

    RemoteFailure(String sqlState, String message, @Nullable Throwable cause) {
        this(new Failure(sqlState, message, false), cause);
    }

    RemoteFailure(String sqlState, String message) {
        this(sqlState, message, null);
    }

    Failure failure() {
        return failure;
    }
}
