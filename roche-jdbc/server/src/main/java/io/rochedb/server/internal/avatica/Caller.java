package io.rochedb.server.internal.avatica;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Who sends a request, and what he may connect to. */
public interface Caller {
    /** One who owns nothing and may nothing. */
    Caller NOBODY = new Caller() {
        @Override
        public String user() {
            return "";
        }

        @Override
        public Opened connect(Map<String, String> options) throws SQLException {
            throw new SQLException("log in first", "28000");
        }
    };

    /**
     * A connection of a caller's.
     *
     * @param connection the connection
     * @param cancel stops the statement it runs, from any thread
     */
    record Opened(Connection connection, Runnable cancel) {}

    /** Says what stops what the request is about to run, should nobody wait for it any more. */
    default void runs(Runnable cancel) {}

    /** Returns the name that connections belong to. */
    String user();

    /** Opens a connection of the caller's with the options a client sent; those that are no session's are refused or ignored. */
    Opened connect(Map<String, String> options) throws SQLException;
}
