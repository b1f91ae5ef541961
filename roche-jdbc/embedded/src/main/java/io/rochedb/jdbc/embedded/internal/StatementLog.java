package io.rochedb.jdbc.embedded.internal;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.RochePlan.CacheState;
import io.rochedb.calcite.ScanLog;
import io.rochedb.calcite.SecretTexts;
import io.rochedb.calcite.SessionInfo;
import io.rochedb.engine.metrics.Durations;
import io.rochedb.engine.metrics.MetricSet;
import io.rochedb.engine.query.QueryMonitor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the ended statements of a store leave their traces: sys.scans, sys.metrics, a flight recording, and, of slow ones, the log. Thread-safe.
 */
final class StatementLog {
    /** The logger of slow statements, for those who want them in a place of their own. */
    static final String SLOW = "io.rochedb.slow";

    private static final Logger LOG = LoggerFactory.getLogger(SLOW);
    private static final String SECONDS = "roche_statement_seconds";
    private static final String SECONDS_HELP =
            "How long statements took until their rows were closed, by what they are and how their plan was come by.";
    private static final String ERRORS = "roche_statement_errors";
    private static final String ERRORS_HELP = "Statements that failed, by SQLSTATE.";
    private static final String NO_KIND = "none";
    private static final int DIGEST_CHARACTERS = 12;

    private final MetricSet metrics;
    private final long slowNanos;
    private final Durations[][] durations = new Durations[RochePlan.Kind.values().length][CacheState.values().length];
    private final Durations unplanned;

    /** Logs statements that take longer than {@code slowNanos}, none when that is 0. */
    StatementLog(MetricSet metrics, long slowNanos) {
        this.metrics = metrics;
        this.slowNanos = slowNanos;
        for (RochePlan.Kind kind : RochePlan.Kind.values()) {
            for (CacheState state : CacheState.values()) {
                durations[kind.ordinal()][state.ordinal()] = durations(lower(kind), lower(state));
            }
        }
        unplanned = durations(NO_KIND, lower(CacheState.MISS));
    }

    private Durations durations(String kind, String plan) {
        return metrics.durations(SECONDS, "kind=\"" + kind + "\",plan=\"" + plan + "\"", SECONDS_HELP);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Notes a run that has ended, well or not. */
    void ended(EmbeddedExecution run, SessionInfo session, String sql) {
        long nanos = run.end();
        ScanLog.record(
                session.sessionId(),
                sql,
                run.monitor(),
                run.planState(),
                run.startMillis(),
                nanos / (double) EmbeddedExecution.NANOS_PER_MILLI);
        RochePlan plan = run.plan();
        (plan == null
                        ? unplanned
                        : durations[plan.kind().ordinal()][run.planState().ordinal()])
                .record(nanos);
        String sqlState = run.failedWith();
        if (sqlState != null) {
            failed(sqlState);
        }
        StatementEvent event = run.event();
        if (event.shouldCommit()) {
            fill(event, run, session, sql);
            event.commit();
        }
        if (slowNanos > 0 && nanos >= slowNanos && LOG.isWarnEnabled()) {
            LOG.warn(slow(run, session, sql, nanos));
        }
    }

    /** Counts a statement that could not even be described. */
    void failed(Throwable failure) {
        failed(sqlState(failure));
    }

    private void failed(String sqlState) {
        metrics.counter(ERRORS, "sqlstate=\"" + sqlState + '"', ERRORS_HELP).increment();
    }

    private static void fill(StatementEvent event, EmbeddedExecution run, SessionInfo session, String sql) {
        QueryMonitor monitor = run.monitor();
        RochePlan plan = run.plan();
        String sqlState = run.failedWith();
        event.sql = shown(sql);
        event.session = session.sessionId();
        event.kind = plan == null ? NO_KIND : lower(plan.kind());
        event.plan = lower(run.planState());
        event.ringsKnown = monitor.ringsKnown();
        event.ringsRouted = monitor.ringsRouted();
        event.recordsScanned = monitor.recordsScanned();
        event.vectorsScanned = monitor.vectorsScanned();
        event.bytesScanned = monitor.bytesScanned();
        event.rowsReturned = monitor.rowsReturned();
        event.sqlState = sqlState == null ? "" : sqlState;
    }

    private static String shown(String sql) {
        return sql.length() <= ScanLog.SQL_CHARACTERS_MAX
                ? SecretTexts.masked(sql)
                : SecretTexts.masked(sql.substring(0, ScanLog.SQL_CHARACTERS_MAX)) + "…";
    }

    private static String slow(EmbeddedExecution run, SessionInfo session, String sql, long nanos) {
        QueryMonitor monitor = run.monitor();
        RochePlan plan = run.plan();
        String sqlState = run.failedWith();
        return String.format(
                Locale.ROOT,
                "slow statement: millis=%.1f session=%d user=%s plan=%s digest=%s rings=%d/%d scanned=%d skipped=%d vectors=%d"
                        + " bytes=%d rows=%d held=%d sqlstate=%s sql=%s",
                nanos / (double) EmbeddedExecution.NANOS_PER_MILLI,
                session.sessionId(),
                quoted(session.user()),
                lower(run.planState()),
                plan == null ? "-" : digest(plan),
                monitor.ringsRouted(),
                monitor.ringsKnown(),
                monitor.recordsScanned(),
                monitor.recordsSkipped(),
                monitor.vectorsScanned(),
                monitor.bytesScanned(),
                monitor.rowsReturned(),
                monitor.heldBytes(),
                sqlState == null ? "00000" : sqlState,
                quoted(shown(sql)));
    }

    /** One line, whatever is in it. */
    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
    }

    /** Returns what is the same of two statements that are run by the same plan. */
    private static String digest(RochePlan plan) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(plan.explain().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Returns the SQLSTATE of what a statement failed with. */
    static String sqlState(@Nullable Throwable failure) {
        if (failure instanceof io.rochedb.engine.RocheException known) {
            return known.code().sqlState();
        }
        return failure instanceof RefusedException refused ? refused.sqlState() : "XX000";
    }
}
