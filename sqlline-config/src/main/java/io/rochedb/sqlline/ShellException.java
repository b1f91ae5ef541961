package io.rochedb.sqlline;

/** A reason for {@code roche} to end with a status and one message to its user. */
final class ShellException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    ShellException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    static ShellException usage(String message) {
        return new ShellException(ExitCode.USAGE, message);
    }

    static ShellException configuration(String message) {
        return new ShellException(ExitCode.CONFIGURATION, message);
    }
}
