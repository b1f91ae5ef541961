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
        public Connection connect(Map<String, String> options) throws SQLException {
            throw new SQLException("log in first", "28000");
        }
    };

    /** Returns the name that connections belong to. */
    String user();

    /** Opens a connection of the caller's with the options a client sent; those that are no session's are refused or ignored. */
    Connection connect(Map<String, String> options) throws SQLException;
}
