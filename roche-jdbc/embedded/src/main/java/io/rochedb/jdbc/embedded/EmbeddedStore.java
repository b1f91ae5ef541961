package io.rochedb.jdbc.embedded;

import io.rochedb.jdbc.embedded.internal.StoreHold;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.spi.StoreTarget;
import java.util.List;

/**
 * A store of this JVM that stays open until it is closed here: what a server gives sessions from. Thread-safe.
 */
public interface EmbeddedStore extends AutoCloseable {
    /** Opens a store as a connection to it would; failures are those of {@link Connector#connect}, explained by {@link #connector}. */
    static EmbeddedStore open(StoreTarget target, ConnectionSettings settings) {
        return StoreHold.open(target, settings);
    }

    /** Returns what the operator should know about how the store was opened. */
    List<String> warnings();

    /** Returns the connector that explains what sessions throw. */
    Connector connector();

    /** Opens a session of the operator's own, which no user's grants narrow. */
    Session session(ConnectionSettings settings);

    /** Gives the store up; it closes when its last session has ended. Harmless when repeated. */
    @Override
    void close();
}
