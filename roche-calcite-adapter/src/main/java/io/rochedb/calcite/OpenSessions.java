package io.rochedb.calcite;

import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions open in this process: what {@code sys.sessions} and {@code sys.queries} show. Thread-safe.
 *
 * <p>Whoever opens a session calls {@link #add}, and {@link #remove} when it has ended.
 */
public final class OpenSessions {
    private static final ConcurrentMap<Long, Entry> SESSIONS = new ConcurrentSkipListMap<>();

    private OpenSessions() {}

    private record Entry(RocheEngine engine, Session session) {}

    /** A session, asked by any thread. */
    public interface Session {
        SessionInfo info();

        /** Returns when it was opened, time of the store. */
        long sinceMillis();

        boolean inTransaction();

        /** Returns the statement it runs, or whose rows it reads; null for none. */
        @Nullable
        Running running();

        /** Stops the statement that runs, or whose rows are read, and goes on; returns whether there was one. */
        boolean cancelRunning();

        /** Stops what runs, rolls back what is open, and ends the session. */
        void close();
    }

    /**
     * A statement that runs.
     *
     * @param sql its text
     * @param elapsedMillis how long it has run
     * @param monitor its counters
     */
    public record Running(String sql, double elapsedMillis, QueryMonitor monitor) {}

    /** Makes a session known. */
    public static void add(RocheEngine engine, Session session) {
        SESSIONS.put(session.info().sessionId(), new Entry(engine, session));
    }

    /** Forgets a session that has ended. */
    public static void remove(long sessionId) {
        SESSIONS.remove(sessionId);
    }

    /** Returns those sessions of an engine that a session may see, oldest first: all, or those of its own user. */
    public static List<Session> seenBy(SessionInfo viewer, RocheEngine engine) {
        return SESSIONS.values().stream()
                .filter(entry -> entry.engine == engine)
                .map(Entry::session)
                .filter(session -> isSeenBy(viewer, session.info()))
                .toList();
    }

    private static boolean isSeenBy(SessionInfo viewer, SessionInfo session) {
        return !viewer.restricted() || (session.role() != null && session.user().equals(viewer.user()));
    }
}
