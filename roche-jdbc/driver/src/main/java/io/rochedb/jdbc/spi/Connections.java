package io.rochedb.jdbc.spi;

import io.rochedb.jdbc.internal.JdbcConnection;
import java.sql.Connection;

/** JDBC connections over sessions that are open already. */
public final class Connections {
    private Connections() {}

    /**
     * Returns a connection that owns a session and closes it.
     *
     * @param displayed the URL that metadata shows, without secrets
     */
    public static Connection over(Connector connector, Session session, ConnectionSettings settings, String displayed) {
        return JdbcConnection.over(connector, session, settings, displayed);
    }
}
