package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.QueryMonitor;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * What one operator of one execution holds in memory, as an estimate, told to the statement's monitor in steps.
 *
 * <p>Used by the thread that runs the statement.
 */
final class HeldBytes {
    /** Bytes gathered before the monitor is told. */
    private static final long STEP = 64 << 10;

    private static final int OBJECT = 16;
    private static final int REFERENCE = 4;
    private static final int STRING = 40;
    private static final int DECIMAL = 48;

    private final QueryMonitor monitor;
    private final String operator;
    private long told;
    private long untold;

    HeldBytes(QueryMonitor monitor, String operator) {
        this.monitor = monitor;
        this.operator = operator;
    }

    /** Adds bytes; refuses when the statement may not hold them. */
    void add(long bytes) {
        untold += bytes;
        if (untold >= STEP) {
            monitor.hold(operator, untold);
            told += untold;
            untold = 0;
        }
    }

    /** Returns whether some more bytes can be held. */
    boolean fits(long bytes) {
        return untold + bytes < STEP || monitor.mayHold(untold + bytes);
    }

    /** Gives everything back. */
    void release() {
        monitor.release(told);
        told = 0;
        untold = 0;
    }

    /** Returns about how many bytes a value or a row takes. */
    static long size(@Nullable Object value) {
        if (value instanceof Object[] row) {
            long bytes = OBJECT + (long) REFERENCE * row.length;
            for (Object field : row) {
                bytes += size(field);
            }
            return bytes;
        }
        if (value instanceof String text) {
            return STRING + text.length();
        }
        if (value instanceof ByteString bytes) {
            return STRING + bytes.length();
        }
        if (value instanceof List<?> list) {
            return STRING + (long) OBJECT * list.size();
        }
        return value == null || value instanceof Boolean ? 0 : value instanceof BigDecimal ? DECIMAL : OBJECT;
    }
}
