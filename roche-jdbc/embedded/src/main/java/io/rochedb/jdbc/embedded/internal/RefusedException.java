package io.rochedb.jdbc.embedded.internal;

/** A use of the session that JDBC forbids and the engine has no code for. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sqlState;

    RefusedException(String sqlState, String message) {
        super(message, null, false, false);
        this.sqlState = sqlState;
    }

    String sqlState() {
        return sqlState;
    }
}
