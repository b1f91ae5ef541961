package io.rochedb.sqlline;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLWarning;

/** Opens stores for the commands. */
final class Stores {
    private Stores() {}

    /** Opens a connection; what it warns of, such as a store just created, goes to standard error. */
    static Connection open(String url, Console console) {
        Connection connection = openQuietly(url);
        try {
            for (SQLWarning warning = connection.getWarnings(); warning != null; warning = warning.getNextWarning()) {
                console.err().print("roche: " + warning.getMessage() + "\n");
            }
            connection.clearWarnings();
            return connection;
        } catch (SQLException failure) {
            throw notOpened(failure);
        }
    }

    /** Opens a connection. */
    static Connection openQuietly(String url) {
        try {
            return DriverManager.getConnection(url);
        } catch (SQLException failure) {
            throw notOpened(failure);
        }
    }

    private static ShellException notOpened(SQLException failure) {
        return new ShellException(ExitCode.ofConnect(failure), failure.getSQLState() + ": " + failure.getMessage());
    }
}
