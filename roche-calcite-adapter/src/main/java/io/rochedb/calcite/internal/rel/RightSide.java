package io.rochedb.calcite.internal.rel;

import io.rochedb.engine.query.QueryMonitor;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a join's right side, which a loop reads once for each row of the left side: they are computed as far as they are asked for
 * and kept; when they need more memory than the statement has left they are computed again each time.
 *
 * <p>Used by one thread, and by one enumerator at a time.
 */
final class RightSide<T> extends AbstractEnumerable<T> {
    private final Enumerable<T> rows;
    private final HeldBytes held;
    private final QueryMonitor monitor;
    private final List<T> kept = new ArrayList<>();
    private boolean fits = true;
    private boolean complete;
    private @Nullable Enumerator<T> source;

    RightSide(Enumerable<T> rows, HeldBytes held, QueryMonitor monitor) {
        this.rows = rows;
        this.held = held;
        this.monitor = monitor;
    }

    @Override
    public Enumerator<T> enumerator() {
        return fits ? new Reader() : rows.enumerator();
    }

    /** Ends it and gives the memory back. */
    void close() {
        Enumerator<T> open = source;
        source = null;
        complete = true;
        if (open != null) {
            open.close();
        }
        kept.clear();
        held.release();
    }

    /** Keeps the next row of the source; returns whether there was one. */
    private boolean keepNext() {
        if (complete) {
            return false;
        }
        if (source == null) {
            source = rows.enumerator();
        }
        if (!source.moveNext()) {
            complete = true;
            return false;
        }
        T row = source.current();
        kept.add(row);
        long bytes = Kept.ENTRY_BYTES + HeldBytes.size(row);
        fits = held.fits(bytes);
        if (fits) {
            held.add(bytes);
        }
        return true;
    }

    /** A pass over the rows: over those that are kept, then over the source; it owns the source once the rows do not fit. */
    private final class Reader implements Enumerator<T> {
        private @Nullable Enumerator<T> owned;
        private @Nullable T row;
        private int next;

        @Override
        @SuppressWarnings("NullAway") // a row of one value may be null
        public T current() {
            return row;
        }

        @Override
        public boolean moveNext() {
            monitor.check();
            if (owned != null) {
                return ownedNext(owned);
            }
            if (next == kept.size() && !keepNext()) {
                return false;
            }
            row = kept.get(next++);
            if (!fits) {
                owned = source;
                source = null;
                kept.clear();
                held.release();
            }
            return true;
        }

        private boolean ownedNext(Enumerator<T> rest) {
            if (!rest.moveNext()) {
                return false;
            }
            row = rest.current();
            return true;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException("rows of a join are read once");
        }

        @Override
        public void close() {
            if (owned != null) {
                owned.close();
            }
        }
    }
}
