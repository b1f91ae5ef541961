package io.rochedb.calcite.internal.sys;

import static io.rochedb.calcite.internal.function.ColumnType.BIGINT;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.sys.MetadataTables.row;

import io.rochedb.calcite.OpenSessions;
import io.rochedb.calcite.OpenSessions.Running;
import io.rochedb.calcite.OpenSessions.Session;
import io.rochedb.calcite.SecretTexts;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.calcite.StatementContext;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The system tables about who is connected and what runs: a user sees himself, an ADMIN everybody. */
final class SessionTables {
    private static final String APPLICATION = "applicationName";

    private SessionTables() {}

    static List<DeclaredSysTable> all() {
        return List.of(sessions(), queries());
    }

    private static DeclaredSysTable sessions() {
        return DeclaredSysTable.table("sessions")
                .column("session_id", BIGINT)
                .column("user_name", VARCHAR)
                .nullable("role", VARCHAR)
                .nullable("application", VARCHAR)
                .nullable("ring", VARCHAR)
                .column("connected_at", TIMESTAMP)
                .column("state", VARCHAR)
                .of(
                        "The sessions of the store in this process: active, idle in transaction, or idle; anybody but an ADMIN sees"
                                + " his own only.",
                        (context, where) ->
                                seen(context).map(SessionTables::session).iterator());
    }

    private static @Nullable Object[] session(Session session) {
        SessionInfo info = session.info();
        String state = session.running() != null ? "active" : session.inTransaction() ? "idle in transaction" : "idle";
        return row(
                info.sessionId(),
                info.user(),
                info.role() == null ? null : info.role().name(),
                info.settings().get(APPLICATION),
                info.defaultRing(),
                session.sinceMillis(),
                state);
    }

    private static DeclaredSysTable queries() {
        return DeclaredSysTable.table("queries")
                .column("session_id", BIGINT)
                .columns(VARCHAR, "user_name", "query_text")
                .column("started_at", TIMESTAMP)
                .column("elapsed_millis", DOUBLE)
                .columns(BIGINT, "records_scanned", "rows_returned")
                .of(
                        "The statements that run now; anybody but an ADMIN sees his own only.",
                        (context, where) -> seen(context)
                                .flatMap(session -> query(context, session))
                                .iterator());
    }

    private static Stream<@Nullable Object[]> query(StatementContext context, Session session) {
        Running running = session.running();
        if (running == null) {
            return Stream.empty();
        }
        SessionInfo info = session.info();
        @Nullable
        Object[] row = row(
                info.sessionId(),
                info.user(),
                SecretTexts.masked(running.sql()),
                context.engine().now() - (long) running.elapsedMillis(),
                running.elapsedMillis(),
                running.monitor().recordsScanned(),
                running.monitor().rowsReturned());
        return Stream.<@Nullable Object[]>of(row);
    }

    private static Stream<Session> seen(StatementContext context) {
        return OpenSessions.seenBy(context.session(), context.engine()).stream();
    }
}
