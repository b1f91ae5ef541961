package io.rochedb.calcite;

import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of the recent statements of every session of this process: what {@code sys.scans} shows.
 *
 * <p>Whoever runs statements calls {@link #record} after each and {@link #forget} when the session ends. Bounded:
 * {@value #ENTRIES_MAX} statements a session, {@value #SQL_CHARACTERS_MAX} characters a text. Thread-safe.
 */
public final class ScanLog {
    /** Statements remembered of one session. */
    public static final int ENTRIES_MAX = 100;

    /** Characters kept of a statement's text. */
    public static final int SQL_CHARACTERS_MAX = 2_000;

    private static final Map<Long, ScanLog> SESSIONS = new ConcurrentHashMap<>();

    private final Deque<Entry> entries = new ArrayDeque<>(ENTRIES_MAX);
    private long recorded;

    private ScanLog() {}

    /**
     * One statement.
     *
     * @param scanId number of the statement in its session, from 1
     * @param executedAtMillis when it began
     * @param sql its text, cut and without passwords
     * @param elapsedMillis how long it ran
     * @param planCache {@code miss}, {@code hit} or {@code fast}
     * @param counters counts by the names of {@link QueryMonitor}, in the order of {@code sys.scans}
     * @param candidateReduction 1 - scanned / (scanned + skipped)
     */
    public record Entry(
            long scanId,
            long executedAtMillis,
            String sql,
            double elapsedMillis,
            String planCache,
            List<Long> counters,
            double candidateReduction) {}

    /** Remembers a statement that has ended, well or not. */
    public static void record(
            long sessionId,
            String sql,
            QueryMonitor monitor,
            RochePlan.CacheState state,
            long executedAtMillis,
            double elapsedMillis) {
        SESSIONS.computeIfAbsent(sessionId, id -> new ScanLog())
                .add(shown(sql), monitor, state, executedAtMillis, elapsedMillis);
    }

    /** Returns the statements of a session, oldest first. */
    public static List<Entry> entries(long sessionId) {
        ScanLog log = SESSIONS.get(sessionId);
        return log == null ? List.of() : log.copy();
    }

    /** Forgets a session that has ended. */
    public static void forget(long sessionId) {
        SESSIONS.remove(sessionId);
    }

    private static String shown(String sql) {
        return sql.length() <= SQL_CHARACTERS_MAX
                ? SecretTexts.masked(sql)
                : SecretTexts.masked(sql.substring(0, SQL_CHARACTERS_MAX)) + "…";
    }

    private synchronized void add(
            String sql, QueryMonitor monitor, RochePlan.CacheState state, long executedAtMillis, double elapsedMillis) {
        if (entries.size() == ENTRIES_MAX) {
            entries.removeFirst();
        }
        recorded++;
        entries.addLast(new Entry(
                recorded,
                executedAtMillis,
                sql,
                elapsedMillis,
                state.name().toLowerCase(Locale.ROOT),
                List.of(
                        monitor.ringsKnown(),
                        monitor.ringsRouted(),
                        monitor.ringsPruned(),
                        monitor.recordsScanned(),
                        monitor.recordsSkipped(),
                        monitor.vectorsScanned(),
                        monitor.vectorsSkipped(),
                        monitor.bytesScanned(),
                        monitor.rowsReturned(),
                        monitor.estimatedTokens()),
                monitor.candidateReduction()));
    }

    private synchronized List<Entry> copy() {
        return new ArrayList<>(entries);
    }
}
