package io.rochedb.jdbc.embedded;

import org.jspecify.annotations.Nullable;

/**
 * Something that must be kept on record.
 *
 * @param kind what kind of thing it is
 * @param atMillis when it ended, time of the store
 * @param user who did it, or tried; empty for the operator
 * @param sessionId number of the session in this process, 0 for none
 * @param text the statement without passwords; for a login where it came from
 * @param sqlState why it failed, or null when it did not
 */
public record AuditEvent(
        Kind kind,
        long atMillis,
        String user,
        long sessionId,
        String text,
        @Nullable String sqlState) {
    /** What is kept on record. */
    public enum Kind {
        /** A login; raised by whoever checks logins. */
        LOGIN,
        /** A statement that changes what is declared. */
        DECLARATION,
        /** A statement about users and grants. */
        ACCESS
    }
}
