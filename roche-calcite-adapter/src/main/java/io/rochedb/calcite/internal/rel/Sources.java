package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.query.QueryMonitor;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The bridge from a {@link RowSource} to generated code, which calls it by name. */
public final class Sources {
    private Sources() {}

    /** Returns the rows of a source as generated code expects them: bare values for one column, arrays for more. */
    public static Enumerable<@Nullable Object> rows(DataContext root, RowSource source, int width) {
        return new AbstractEnumerable<>() {
            @Override
            public Enumerator<@Nullable Object> enumerator() {
                StatementContext context = RocheDataContext.statement(root);
                return new CursorEnumerator(source.open(context), width, context.monitor());
            }
        };
    }

    /** Returns the rows of an open cursor in the same form. */
    static Enumerator<@Nullable Object> enumerator(SqlCursor cursor, int width, QueryMonitor monitor) {
        return new CursorEnumerator(cursor, width, monitor);
    }

    private static final class CursorEnumerator implements Enumerator<@Nullable Object> {
        private final SqlCursor cursor;
        private final int width;
        private final QueryMonitor monitor;
        private int rows;
        private @Nullable Object current;

        CursorEnumerator(SqlCursor cursor, int width, QueryMonitor monitor) {
            this.monitor = monitor;
            this.cursor = cursor;
            this.width = width;
        }

        @Override
        public @Nullable Object current() {
            return current;
        }

        @Override
        public boolean moveNext() {
            // sorts, aggregates and joins above read to the end before they answer: a cancel must reach them here
            if ((++rows & (QueryMonitor.CHECK_INTERVAL - 1)) == 0) {
                monitor.check();
            }
            if (!cursor.next()) {
                return false;
            }
            if (width == 1) {
                current = RocheDataContext.toGenerated(cursor.get(0));
                return true;
            }
            @Nullable Object[] row = new @Nullable Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = RocheDataContext.toGenerated(cursor.get(i));
            }
            current = row;
            return true;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            cursor.close();
        }
    }
}
