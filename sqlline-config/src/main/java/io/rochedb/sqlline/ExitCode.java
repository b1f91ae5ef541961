package io.rochedb.sqlline;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The exit statuses of {@code roche}; 143 is the JVM's own after SIGTERM and the shutdown hooks that drain the store. */
final class ExitCode {
    static final int OK = 0;
    static final int STATEMENT_FAILED = 1;
    static final int USAGE = 2;
    static final int CANNOT_CONNECT = 3;
    static final int CORRUPT = 4;
    static final int REJECTS = 5;
    static final int CONFIGURATION = 78;

    private ExitCode() {}

    /** Returns the status for a connection that failed. */
    static int ofConnect(SQLException failure) {
        String state = state(failure);
        if (isCorruption(state)) {
            return CORRUPT;
        }
        return state.equals("01S00") ? CONFIGURATION : CANNOT_CONNECT;
    }

    /** Returns the status for a statement that failed. */
    static int ofStatement(SQLException failure) {
        return isCorruption(state(failure)) ? CORRUPT : STATEMENT_FAILED;
    }

    private static boolean isCorruption(String state) {
        return state.equals("XX001") || state.equals("XX002");
    }

    private static String state(SQLException failure) {
        @Nullable String state = failure.getSQLState();
        return state == null ? "" : state;
    }
}
