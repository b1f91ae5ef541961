package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.jspecify.annotations.Nullable;

/** Reads of single records of rings that are not in memory. Stateless. */
final class ColdGets {
    private ColdGets() {}

    /**
     * Returns a record as a version has it, or null. A ring of which records are read again and again is brought in, when there is room.
     *
     * <p>What is in memory of it was written lately and goes before what is on disk. It is looked at after the disk: whatever the disk shows that is
     * too new for the version, memory had before, and still has unless it gave something up meanwhile; then both are read again.
     */
    static @Nullable RowData find(RingState ring, Incarnation of, long seq, long version, boolean vector) {
        if (of.residency().coldGet(of)) {
            of.wholeIfRoom(ring);
        }
        RowData stored = null;
        RingTable seen = null;
        RingLoader read = null;
        while (true) {
            RingTable table = of.table();
            RowArrays rows = table.rows();
            if (rows.oldestVersion > version) {
                throw tooOld();
            }
            int newest = rows.index.row(seq);
            if (newest >= 0 || table.isWhole()) {
                int row = rows.visible(newest, version);
                return row < 0 ? null : table.rowsWith(rows).data(row);
            }
            RingLoader onDisk = of.onDisk();
            if (table == seen && onDisk == read) {
                return stored;
            }
            seen = table;
            read = onDisk;
            stored = onDisk.record(ring, seq, vector);
        }
    }

    static RocheException tooOld() {
        return new RocheException(
                ErrorCode.SNAPSHOT_TOO_OLD,
                "snapshot too old: what it reads has been given up; begin a new transaction and run the statement again");
    }
}
