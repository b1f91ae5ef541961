package io.rochedb.jdbc.embedded.internal;

import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.jdbc.RocheProperty;
import io.rochedb.jdbc.spi.ConnectionSettings;

/**
 * What each run of a connection's statements may take.
 *
 * @param statementMillis how long it may take, 0 for any time
 * @param statementName what that limit is called
 * @param scannedMax records it may scan
 * @param memoryMaxBytes memory its operators may hold
 */
record RunLimits(long statementMillis, String statementName, long scannedMax, long memoryMaxBytes) {
    /** One statement may hold this part of the heap unless the connection says otherwise. */
    private static final int QUERY_MEMORY_SHARE = 4;

    private static final long NANOS_PER_MILLI = 1_000_000L;

    static RunLimits of(ConnectionSettings settings) {
        return new RunLimits(
                settings.millis(RocheProperty.STATEMENT_TIMEOUT),
                "statementTimeout=" + settings.text(RocheProperty.STATEMENT_TIMEOUT, "0s")
                        + ", the most that its connection or server allows",
                settings.number(RocheProperty.MAX_SCANNED, Long.MAX_VALUE),
                settings.bytes(RocheProperty.QUERY_MEMORY, Runtime.getRuntime().maxMemory() / QUERY_MEMORY_SHARE));
    }

    /** Returns the counters of a run that began then and has a time of its own as well, 0 for none. */
    QueryMonitor monitor(long startNanos, long timeoutMillis) {
        QueryMonitor monitor = new QueryMonitor();
        if (statementMillis > 0 && (timeoutMillis == 0 || statementMillis < timeoutMillis)) {
            monitor.deadlineNanos(startNanos + statementMillis * NANOS_PER_MILLI, statementName);
        } else if (timeoutMillis > 0) {
            monitor.deadlineNanos(startNanos + timeoutMillis * NANOS_PER_MILLI);
        }
        monitor.maxScanned(scannedMax);
        monitor.memoryMaxBytes(memoryMaxBytes);
        return monitor;
    }
}
