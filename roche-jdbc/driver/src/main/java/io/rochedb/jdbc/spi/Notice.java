package io.rochedb.jdbc.spi;

/** Something a user should know about a statement that ran: an {@code SQLWarning} of its statement. */
public record Notice(String sqlState, String message) {}
