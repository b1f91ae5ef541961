package io.rochedb.calcite.internal.ddl;

import static io.rochedb.calcite.internal.function.ArgumentType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.BOOLEAN;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.procedure;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The procedures that stop what others do; for whoever opened the store, and for an ADMIN. */
final class SessionProcedures {
    private static final String SESSION = "session_id";
    private static final long CHECK_MILLIS = 50;

    private static final Procedure CANCEL_QUERY = Procedure.of(
            procedure("CANCEL_QUERY")
                    .argument(SESSION, INTEGER)
                    .column(SESSION, BIGINT)
                    .column("cancelled", BOOLEAN)
                    .describedAs(
                            "Stops the statement a session of sys.sessions runs, with 57014, and leaves the session"
                                    + " open; cancelled is FALSE when none ran. For an ADMIN."),
            SessionProcedures::cancelQuery);

    private static final Procedure CLOSE_SESSION = Procedure.of(
            procedure("CLOSE_SESSION")
                    .argument(SESSION, INTEGER)
                    .column(SESSION, BIGINT)
                    .describedAs("Ends a session of sys.sessions: what it runs is stopped, what is open is rolled back,"
                            + " its client is told 57P01. For an ADMIN."),
            SessionProcedures::closeSession);

    private SessionProcedures() {}

    static List<Procedure> all() {
        return List.of(CANCEL_QUERY, CLOSE_SESSION);
    }

    private static @Nullable Object[] cancelQuery(StatementContext context, CallArguments arguments) {
        OpenSessions.Session session = other(context, arguments, "CANCEL_QUERY");
        return new @Nullable Object[] {session.info().sessionId(), session.cancelRunning()};
    }

    private static @Nullable Object[] closeSession(StatementContext context, CallArguments arguments) {
        OpenSessions.Session session = other(context, arguments, "CLOSE_SESSION");
        long id = session.info().sessionId();
        // by a thread of its own: two that close each other must not wait for each other
        Thread closing = new Thread(session::close, "roche-close-session-" + id);
        closing.setDaemon(true);
        closing.start();
        while (closing.isAlive()) {
            context.monitor().check();
            join(closing);
        }
        return new @Nullable Object[] {id};
    }

    private static void join(Thread thread) {
        try {
            thread.join(CHECK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RocheException(ErrorCode.QUERY_CANCELLED, "the thread was interrupted", e);
        }
    }

    /** Returns the session that is meant, which is not the one that asks. */
    private static OpenSessions.Session other(StatementContext context, CallArguments arguments, String name) {
        SessionInfo asking = context.session();
        if (asking.restricted()) {
            throw new RocheException(ErrorCode.INSUFFICIENT_PRIVILEGE, name + " is for an ADMIN");
        }
        long id = arguments.requiredWhole(SESSION);
        if (id == asking.sessionId()) {
            throw new RocheException(ErrorCode.INVALID_PARAMETER, name + ": session " + id + " is the one that asks");
        }
        return OpenSessions.seenBy(asking, context.engine()).stream()
                .filter(session -> session.info().sessionId() == id)
                .findFirst()
                .orElseThrow(() -> new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        name + ": there is no session " + id + "; sys.sessions lists those that are open"));
    }
}
