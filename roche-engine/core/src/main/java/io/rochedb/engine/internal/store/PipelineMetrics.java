package io.rochedb.engine.internal.store;

import io.rochedb.engine.metrics.Durations;
import io.rochedb.engine.metrics.MetricSet;
import java.util.concurrent.atomic.LongAdder;

/** What the pipeline has written. Thread-safe. */
final class PipelineMetrics {
    private static final String SECONDS = "roche_log_write_seconds";
    private static final String SECONDS_HELP = "How long groups of commits took to be written to the log.";

    private final LongAdder commits;
    private final LongAdder operations;
    private final LongAdder bytes;
    private final Durations synced;
    private final Durations unsynced;

    PipelineMetrics(MetricSet metrics) {
        commits = metrics.counter("roche_log_commits", "", "Commits written to the log.");
        operations = metrics.counter("roche_log_operations", "", "Operations of commits written to the log.");
        bytes = metrics.counter("roche_log_written_bytes", "", "Bytes written to the log.");
        synced = metrics.durations(SECONDS, "synced=\"true\"", SECONDS_HELP);
        unsynced = metrics.durations(SECONDS, "synced=\"false\"", SECONDS_HELP);
    }

    void written(int newCommits, int newOperations, int newBytes, boolean sync, long begin) {
        commits.add(newCommits);
        operations.add(newOperations);
        bytes.add(newBytes);
        (sync ? synced : unsynced).recordSince(begin);
    }
}
