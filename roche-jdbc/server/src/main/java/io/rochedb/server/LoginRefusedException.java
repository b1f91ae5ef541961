package io.rochedb.server;

/** A login that is refused before a password is looked at, with the SQLSTATE and the text the client is told. */
public final class LoginRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String sqlState;

    public LoginRefusedException(String sqlState, String message) {
        super(message, null, false, false);
        this.sqlState = sqlState;
    }

    public String sqlState() {
        return sqlState;
    }
}
