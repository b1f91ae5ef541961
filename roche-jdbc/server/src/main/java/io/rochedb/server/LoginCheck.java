package io.rochedb.server;

import java.net.InetAddress;

/**
 * Watches logins: who is refused before a password is looked at, and who hears how it went. Passwords themselves are checked against the
 * store. Called by many threads.
 */
public interface LoginCheck {
    /** A check that refuses nobody and keeps nothing. */
    LoginCheck NONE = new LoginCheck() {};

    /** Says that somebody is about to log in; a {@link LoginRefusedException} sends him away. */
    default void begins(String galaxy, String user, InetAddress from) {}

    /**
     * Says that a password is about to be looked at: waits while others of the name are being looked at, and sends away, as {@link #begins} does, who
     * must not guess so often. {@link #checked} follows.
     */
    default void checks(String galaxy, String user, InetAddress from) {}

    /** Says whether the password was right. */
    default void checked(String galaxy, String user, InetAddress from, boolean right) {}

    /** Says how the login went. */
    default void ended(String galaxy, String user, InetAddress from, boolean accepted) {}
}
