package io.rochedb.jdbc.spi;

/**
 * What an exception means to the caller of JDBC.
 *
 * @param sqlState five characters
 * @param message what is wrong and how to fix it; names no library class
 * @param timedOut whether a query timeout ended the statement
 */
public record Failure(String sqlState, String message, boolean timedOut) {
    public Failure {
        if (sqlState.length() != 5) {
            throw new IllegalArgumentException("a SQLSTATE has five characters: " + sqlState);
        }
    }
}
