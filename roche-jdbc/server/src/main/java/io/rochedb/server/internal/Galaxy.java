package io.rochedb.server.internal;

import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Session;
import io.rochedb.jdbc.wire.Scram;

/** One store of a server: who may come into it, and the sessions it gives. Thread-safe. */
public interface Galaxy {
    String name();

    /** Returns whether everybody is let in as an operator, without a password: on loopback only. */
    boolean isOpen();

    /** Returns what a password of this user is checked against; for a name that nobody has, something no password fits and that does not change. */
    Scram.Verifier verifier(String user);

    /** Opens a session of a user who has logged in. */
    Session session(String user, ConnectionSettings settings);

    /** Returns what explains the failures of sessions. */
    Connector connector();
}
