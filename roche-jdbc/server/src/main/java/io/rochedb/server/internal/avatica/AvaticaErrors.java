package io.rochedb.server.internal.avatica;

import io.rochedb.server.internal.ServerLog;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import org.apache.calcite.avatica.AvaticaSeverity;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.apache.calcite.avatica.remote.Service.ErrorResponse;

/** Errors as the protocol carries them: a SQLSTATE and a text, never a stack trace or the name of a class. */
final class AvaticaErrors {
    private AvaticaErrors() {}

    /** A failure on its way out of a request. The library sends what this prints as its stack trace. */
    private static final class RequestFailed extends AvaticaRuntimeException {
        private static final long serialVersionUID = 1L;

        RequestFailed(String message, int code, String sqlState) {
            super(message, code, sqlState, AvaticaSeverity.ERROR);
        }

        @Override
        public void printStackTrace(PrintWriter writer) {
            writer.print(getErrorMessage());
        }

        @Override
        public void printStackTrace(PrintStream stream) {
            stream.print(getErrorMessage());
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    static AvaticaRuntimeException of(String sqlState, String message) {
        return new RequestFailed(message, ErrorResponse.UNKNOWN_ERROR_CODE, sqlState);
    }

    static AvaticaRuntimeException of(SQLException failure) {
        String state = failure.getSQLState();
        return new RequestFailed(text(failure), failure.getErrorCode(), state == null ? "XX000" : state);
    }

    static AvaticaRuntimeException unknownConnection() {
        return new RequestFailed(
                "the connection is not known here: it was closed, was idle for too long, or belongs to someone else;"
                        + " connect again",
                ErrorResponse.MISSING_CONNECTION_ERROR_CODE,
                "08003");
    }

    static AvaticaRuntimeException unexpected(Throwable thrown) {
        String reference = ServerLog.failed("a request of a stock client", thrown);
        return of("XX000", "internal error of the server, " + reference + " in its log");
    }

    /** A batch says how far it came: the protocol has no counts for one that failed. */
    private static String text(SQLException failure) {
        String text = String.valueOf(failure.getMessage());
        if (!(failure instanceof BatchUpdateException batch)) {
            return text;
        }
        long done = 0;
        for (long count : batch.getLargeUpdateCounts()) {
            done += count == Statement.EXECUTE_FAILED ? 0 : 1;
        }
        return text + " (entries of the batch before it that took effect: " + done + ")";
    }
}
