package io.rochedb.engine.internal.ring;

import java.util.function.Consumer;

/** Walks over the records of a ring that a DDL statement has to look at once. Stateless; brings no ring into memory. */
public final class RingScans {
    /** Sees every record there is, committed but perhaps not yet visible ones included. */
    static final long NEWEST = Long.MAX_VALUE - 1;

    private RingScans() {}

    /** Hands over the records of a ring at a version that a registered snapshot holds, without their vectors. */
    public static void all(RingState ring, long version, Consumer<RowData> to) {
        changed(ring, -1, version, to);
    }

    /** Hands over the records of a ring at a version that were written after another version; perhaps others, too. */
    public static void changed(RingState ring, long since, long version, Consumer<RowData> to) {
        if (!ring.changedAfter(since)) {
            return;
        }
        Incarnation of = ring.newest();
        while (true) {
            RingTable table = of.table();
            if (table.isWhole() || table.rows().oldestVersion <= since) {
                recent(table, table.rows(), since, version, to);
                return;
            }
            try (RingLoader.Source stored = of.openDocuments(ring)) {
                // As for single reads: what is in memory is taken after what is on disk, and both again when they have
                // changed places.
                if (of.table() == table) {
                    RowArrays rows = table.rows();
                    stored.forEach(row -> {
                        if (rows.index.row(row.seq()) < 0) {
                            to.accept(row);
                        }
                    });
                    recent(table, rows, -1, version, to);
                    return;
                }
            }
        }
    }

    private static void recent(RingTable table, RowArrays found, long since, long version, Consumer<RowData> to) {
        int positions = found.index.positions();
        for (int i = 0; i < positions; i++) {
            int row = found.visible(found.index.rowAt(i), version);
            if (row >= 0 && found.begin(row) > since) {
                RowArrays rows = table.rowsWith(found);
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
