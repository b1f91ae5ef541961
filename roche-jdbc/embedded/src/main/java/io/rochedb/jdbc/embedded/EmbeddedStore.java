package io.rochedb.jdbc.embedded;

import io.rochedb.engine.access.ScramVerifier;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.jdbc.embedded.internal.StoreHold;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * A store of this JVM that stays open until it is closed here: what a server gives sessions from. Thread-safe.
 */
public interface EmbeddedStore extends AutoCloseable {
    /** Opens a store as a connection to it would; failures are those of {@link Connector#connect}, explained by {@link #connector}. */
    static EmbeddedStore open(StoreTarget target, ConnectionSettings settings) {
        return StoreHold.open(target, settings);
    }

    /** Returns the exception JDBC would throw for what {@link #open} has thrown. */
    static SQLException explain(Throwable thrown) {
        return StoreHold.explain(thrown);
    }

    /** Returns what the operator should know about how the store was opened. */
    List<String> warnings();

    /** Returns the connector that explains what sessions throw. */
    Connector connector();

    /** Opens a session of the operator's own, which no user's grants narrow. */
    Session session(ConnectionSettings settings);

    /** Opens a session of a user; fails with 28000 when there is none of that name. Each of its statements looks up anew what he may see and do. */
    Session session(ConnectionSettings settings, Principal principal);

    /** Returns whether the store has any user. */
    boolean hasUsers();

    /** Returns the user of a name. */
    Optional<Principal> principal(String user);

    /** Returns what a login is checked against; for a name no user has, one that looks like any other and fits no password. */
    ScramVerifier verifier(String user);

    /** Returns what the store has done and holds, as numbers. */
    MetricSet metrics();

    /** Returns the time of the store in milliseconds. */
    long now();

    /** Has a listener told of what later sessions declare, and of their statements about users. */
    void audit(AuditListener listener);

    /** Gives the store up; it closes when its last session has ended. Harmless when repeated. */
    @Override
    void close();
}
