package io.rochedb.calcite.internal.plan;

import com.google.common.base.Utf8;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.QueryMonitor;
import org.jspecify.annotations.Nullable;

/** The outermost cursor of a query: counts what the caller gets, and stops at {@code maxTokens}. */
final class ResultRows implements SqlCursor {
    private static final int TRACKED_COLUMNS = 64;
    private static final int UTF8_BYTES_MAX = 3;

    private final SqlCursor rows;
    private final QueryShape shape;
    private final QueryMonitor monitor;
    private final long maxTokens;
    /** Columns of the current row already counted, one bit each. */
    private long counted;

    ResultRows(SqlCursor rows, QueryShape shape, StatementContext context) {
        this.rows = rows;
        this.shape = shape;
        this.monitor = context.monitor();
        this.maxTokens = context.session().maxTokens();
        monitor.result(0, 0);
    }

    @Override
    public boolean next() {
        if (!rows.next()) {
            return false;
        }
        counted = 0;
        monitor.result(1, 0);
        return true;
    }

    @Override
    public @Nullable Object get(int column) {
        Object value = rows.get(column);
        if (column < TRACKED_COLUMNS && (counted & (1L << column)) == 0 && shape.isPayload(column)) {
            counted |= 1L << column;
            count(value);
        }
        return value;
    }

    private void count(@Nullable Object value) {
        if (value instanceof String text) {
            monitor.result(0, bytes(text));
        } else if (value instanceof byte[] bytes) {
            monitor.result(0, bytes.length);
        }
        if (maxTokens != Long.MAX_VALUE && monitor.estimatedTokens() > maxTokens) {
            throw new RocheException(
                    ErrorCode.TOKEN_LIMIT_EXCEEDED,
                    "the statement returned more than maxTokens=" + maxTokens
                            + " estimated tokens; select fewer columns or rows");
        }
    }

    private static int bytes(String text) {
        try {
            return Utf8.encodedLength(text);
        } catch (IllegalArgumentException unpairedSurrogate) {
            return text.length() * UTF8_BYTES_MAX;
        }
    }

    @Override
    public void close() {
        rows.close();
    }
}
