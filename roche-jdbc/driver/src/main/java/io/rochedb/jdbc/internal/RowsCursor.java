package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.Cursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cursor over rows that are already there. */
final class RowsCursor implements Cursor {
    private final List<@Nullable Object[]> rows;
    private int next;

    RowsCursor(List<@Nullable Object[]> rows) {
        this.rows = rows;
    }

    @Override
    public boolean next() {
        if (next >= rows.size()) {
            return false;
        }
        next++;
        return true;
    }

    @Override
    public @Nullable Object get(int column) {
        return rows.get(next - 1)[column];
    }

    @Override
    public void close() {}
}
