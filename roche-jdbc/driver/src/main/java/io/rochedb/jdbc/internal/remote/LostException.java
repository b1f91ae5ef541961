package io.rochedb.jdbc.internal.remote;

import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/** The connection broke: what that means depends on what was under way, so whoever began it says it. */
final class LostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean sent;

    /**
     * Creates the news of a lost connection.
     *
     * @param sent whether the server may have got the whole request
     */
    LostException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.sent = sent;
    }

    boolean sent() {
        return sent;
    }

    /** Returns whether it was given up because no answer came in time. */
    boolean timedOut() {
        return getCause() instanceof SocketTimeoutException;
    }

    /** Returns the failure of a request that may have written something. */
    RemoteFailure ofWrite(String what) {
        return sent
                ? new RemoteFailure(
                        RemoteFailure.OUTCOME_UNKNOWN,
                        getMessage() + " while " + what
                                + " was under way: whether it took effect is unknown; look before" + " doing it again",
                        getCause())
                : ofRead();
    }

    /** Returns the failure of a request that has written nothing. */
    RemoteFailure ofRead() {
        return new RemoteFailure(RemoteFailure.BROKEN, String.valueOf(getMessage()), getCause());
    }
}
