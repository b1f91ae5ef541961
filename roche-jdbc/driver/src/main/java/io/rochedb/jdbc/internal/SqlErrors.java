package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.Connector;
import io.rochedb.jdbc.spi.Failure;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/**
 * The one place that makes {@code SQLException}s: SQLSTATE to subclass, and anything thrown below to SQLSTATE.
 */
public final class SqlErrors {
    static final String NOT_SUPPORTED = "0A000";
    static final String CLOSED = "HY010";
    static final String CONNECTION_CLOSED = "08003";
    static final String BAD_CAST = "22018";
    static final String OUT_OF_RANGE = "22003";
    static final String BAD_VALUE = "22023";
    static final String BAD_DATETIME = "22007";
    static final String DATETIME_OVERFLOW = "22008";
    static final String NOT_BOUND = "07002";
    static final String BAD_COLUMN = "42703";
    static final String NO_ROW = "24000";

    private SqlErrors() {}

    /** A conversion that failed where only unchecked exceptions can pass; the boundary turns it into an {@code SQLException}. */
    static final class ConversionException extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String sqlState;

        ConversionException(String sqlState, String message) {
            super(message, null, false, false);
            this.sqlState = sqlState;
        }

        /** Returns the same error with what it is about in front. */
        ConversionException prefixed(String prefix) {
            return new ConversionException(sqlState, prefix + getMessage());
        }
    }

    /** Returns an exception of the subclass its SQLSTATE asks for. */
    public static SQLException of(String sqlState, String message, @Nullable Throwable cause) {
        return switch (sqlState.substring(0, 2)) {
            case "08" -> new SQLNonTransientConnectionException(message, sqlState, cause);
            case "0A" -> new SQLFeatureNotSupportedException(message, sqlState, cause);
            case "22" -> new SQLDataException(message, sqlState, cause);
            case "23" -> new SQLIntegrityConstraintViolationException(message, sqlState, cause);
            case "28" -> new SQLInvalidAuthorizationSpecException(message, sqlState, cause);
            case "40" -> new SQLTransactionRollbackException(message, sqlState, cause);
            case "42" -> new SQLSyntaxErrorException(message, sqlState, cause);
            case "53" -> new SQLTransientException(message, sqlState, cause);
            case "25", "54" -> new SQLNonTransientException(message, sqlState, cause);
            default -> new SQLException(message, sqlState, cause);
        };
    }

    public static SQLException of(String sqlState, String message) {
        return of(sqlState, message, null);
    }

    static SQLException notSupported(String what) {
        return of(NOT_SUPPORTED, what);
    }

    /** Translates anything thrown below the JDBC classes. */
    public static SQLException translate(@Nullable Connector connector, Throwable thrown) {
        if (thrown instanceof SQLException already) {
            return already;
        }
        if (thrown instanceof ConversionException conversion) {
            return of(conversion.sqlState, String.valueOf(conversion.getMessage()));
        }
        if (thrown instanceof OutOfMemoryError) {
            return of("53200", "the JVM ran out of memory; ask for fewer rows or raise -Xmx", thrown);
        }
        if (thrown instanceof StackOverflowError) {
            return of("54001", "the statement is nested too deeply", thrown);
        }
        if (thrown instanceof ThreadDeath death) {
            throw death;
        }
        Failure failure = connector == null
                ? new Failure("XX000", "internal error: " + thrown.getMessage(), false)
                : connector.explain(thrown);
        if (failure.timedOut()) {
            return new SQLTimeoutException(failure.message(), failure.sqlState(), thrown);
        }
        return of(failure.sqlState(), failure.message(), thrown);
    }
}
