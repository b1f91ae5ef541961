package io.rochedb.engine.internal.io;

/** The signal that a line cannot be imported, with the reason; carries no stack trace. */
final class RefusedLine extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RefusedLine(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
