package io.rochedb.engine;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of the engine and the adapter: a code, and a message that names the offending value and the fix.
 *
 * <p>Unchecked inside the process; the JDBC layer turns it into a {@code SQLException}.
 */
public final class RocheException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public RocheException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public RocheException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** Returns what kind of error this is. */
    public ErrorCode code() {
        return code;
    }
}
