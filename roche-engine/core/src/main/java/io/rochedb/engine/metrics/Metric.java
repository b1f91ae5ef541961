package io.rochedb.engine.metrics;

/**
 * One number as it was when it was read; names, labels and units are those of OpenMetrics.
 *
 * @param family what it belongs to: its name without the endings of counters and histograms
 * @param name its name, which says its unit: {@code roche_log_written_bytes_total}
 * @param labels what sets it apart from others of the name, {@code kind="query"}; empty for the only one
 * @param type what its family is
 * @param value its value
 * @param help a sentence about its family
 */
public record Metric(String family, String name, String labels, Type type, double value, String help) {
    /** What a family of numbers is. */
    public enum Type {
        /** Grows, from 0 when the engine is opened. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Counts durations by their length. */
        HISTOGRAM
    }
}
