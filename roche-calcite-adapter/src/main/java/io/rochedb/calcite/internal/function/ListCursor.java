package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.SqlCursor;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor over rows that are made already, or one by one by an iterator; values in internal representation. */
public class ListCursor implements SqlCursor {
    private final Iterator<@Nullable Object[]> rows;
    private @Nullable Object[] current = new @Nullable Object[0];

    public ListCursor(List<@Nullable Object[]> rows) {
        this(rows.iterator());
    }

    public ListCursor(Iterator<@Nullable Object[]> rows) {
        this.rows = rows;
    }

    @Override
    public boolean next() {
        if (!rows.hasNext()) {
            return false;
        }
        current = rows.next();
        return true;
    }

    @Override
    public @Nullable Object get(int column) {
        return current[column];
    }

    @Override
    public void close() {}
}
