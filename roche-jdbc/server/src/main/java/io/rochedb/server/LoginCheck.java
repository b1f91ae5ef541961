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

    /** Says how it went. */
    default void ended(String galaxy, String user, InetAddress from, boolean accepted) {}
}
