package io.rochedb.engine.internal.ring;

import java.util.function.Consumer;

/** Walks over the records of a ring that a DDL statement has to look at once. Stateless. */
public final class RingScans {
    /** Sees every record there is, committed but perhaps not yet visible ones included. */
    static final long NEWEST = Long.MAX_VALUE - 1;

    private RingScans() {}

    /** Hands over the records of a ring at a version that a registered snapshot holds; a ring that is not in memory is read from disk and not kept. */
    public static void all(RingState ring, long version, Consumer<RowData> to) {
        RingLoader stored = ring.unloaded(version);
        if (stored != null) {
            try (RingLoader.Source source = stored.openDocuments(ring)) {
                source.forEach(to);
            }
        } else {
            changed(ring, -1, version, to);
        }
    }

    /** Hands over the records of a ring at a version that were written after another version. */
    public static void changed(RingState ring, long since, long version, Consumer<RowData> to) {
        if (!ring.changedAfter(since)) {
            return;
        }
        RowArrays rows = ring.table().rows();
        int positions = rows.index.positions();
        for (int i = 0; i < positions; i++) {
            int row = rows.visible(rows.index.rowAt(i), version);
            if (row >= 0 && rows.begin(row) > since) {
                to.accept(new RowData(
                        rows.seq(row),
                        rows.createdMillis(row),
                        rows.epoch(row),
                        rows.codec(row),
                        rows.writtenMillis(row),
                        rows.payload(row),
                        null,
                        null,
                        DocumentShape.NONE));
            }
        }
    }
}
