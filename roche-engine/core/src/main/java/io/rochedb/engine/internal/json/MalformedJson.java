package io.rochedb.engine.internal.json;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;

/** The signal that bytes are not the JSON they were taken for; carries no stack trace, since scans meet it in bulk. */
public final class MalformedJson extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int position;
    private final String reason;

    public MalformedJson(int position, String reason) {
        super(reason, null, false, false);
        this.position = position;
        this.reason = reason;
    }

    /** Returns the offending byte's position, from 0 at the start of the slice. */
    public int position() {
        return position;
    }

    /** Returns what is wrong. */
    public String reason() {
        return reason;
    }

    /** Returns the error a user sees. */
    public RocheException asError() {
        return new RocheException(ErrorCode.INVALID_JSON, "invalid JSON at byte " + position + ": " + reason);
    }
}
