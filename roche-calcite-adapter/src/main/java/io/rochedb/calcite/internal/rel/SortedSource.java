package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.plan.RocheDataContext;
import java.util.Iterator;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.core.Sort;
import org.jspecify.annotations.Nullable;

/** The rows of a source in an order, within bounds, without generated code. */
public final class SortedSource implements RowSource {
    private final RowSource source;
    private final RowOrder order;
    private final RocheLimit.Bounds bounds;
    private final int width;

    private SortedSource(RowSource source, RowOrder order, RocheLimit.Bounds bounds, int width) {
        this.source = source;
        this.order = order;
        this.bounds = bounds;
        this.width = width;
    }

    /** Returns the source of a sort over a source, or null when its keys need generated code. */
    public static @Nullable SortedSource of(Sort sort, RowSource source) {
        RowOrder order = sort.getCollation().getFieldCollations().isEmpty()
                ? null
                : RowOrder.of(sort.getCollation(), sort.getRowType());
        return order == null
                ? null
                : new SortedSource(
                        source,
                        order,
                        RocheLimit.Bounds.of(sort.offset, sort.fetch),
                        sort.getRowType().getFieldCount());
    }

    @Override
    public SqlCursor open(StatementContext context) {
        long skip = bounds.skip(context.parameters());
        long most = bounds.most(context.parameters());
        SqlCursor rows = source.open(context);
        return new Sorted(
                Sources.enumerator(rows, width, context.monitor()), new RowSort(order, context), skip, most, width);
    }

    private static final class Sorted implements SqlCursor {
        private final Enumerator<@Nullable Object> rows;
        private final RowSort sort;
        private final long skip;
        private final int width;
        private long left;
        private @Nullable Iterator<@Nullable Object> sorted;
        private @Nullable Object current;

        Sorted(Enumerator<@Nullable Object> rows, RowSort sort, long skip, long most, int width) {
            this.rows = rows;
            this.sort = sort;
            this.skip = skip;
            this.left = most;
            this.width = width;
        }

        @Override
        public boolean next() {
            Iterator<@Nullable Object> ready = sorted;
            if (ready == null) {
                ready = sort.sort(rows, skip, left);
                sorted = ready;
            }
            if (left <= 0 || !ready.hasNext()) {
                return false;
            }
            left--;
            current = ready.next();
            return true;
        }

        @Override
        public @Nullable Object get(int column) {
            Object row = current;
            return RocheDataContext.fromGenerated(width == 1 || row == null ? row : ((@Nullable Object[]) row)[column]);
        }

        @Override
        public void close() {
            try {
                rows.close();
            } finally {
                sort.close();
            }
        }
    }
}
