package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.StoredRecord;
import org.jspecify.annotations.Nullable;

/** Reads of single rows, and readers of whole rings. Stateless. */
public final class RingReads {
    private RingReads() {}

    /** Returns what a view sees of a ring, from metadata when that is exact, else by counting versions. */
    public static RingState.Counters counters(RingState ring, long version, @Nullable RingOverlay overlay) {
        RingState.Counters base = countersAt(ring, version);
        return overlay == null ? base : base.plus(overlay.delta());
    }

    /** Returns what a version has of a ring. */
    static RingState.Counters countersAt(RingState ring, long version) {
        RingState.Counters known = ring.countersAt(version);
        if (known != null) {
            return known;
        }
        Incarnation of = ring.incarnation(version);
        RingTable table = of.table();
        return table.isWhole() ? count(table.rows(), version) : ColdCounts.at(of, version);
    }

    /** Counts what a version sees of a ring that is in memory. */
    static RingState.Counters count(RowArrays rows, long version) {
        long records = 0;
        long vectors = 0;
        long bytes = 0;
        int positions = rows.index.positions();
        for (int i = 0; i < positions; i++) {
            int row = rows.visible(rows.index.rowAt(i), version);
            if (row >= 0) {
                records++;
                vectors += rows.slot(row) >= 0 ? 1 : 0;
                bytes += rows.payloadLength(row);
            }
        }
        return new RingState.Counters(records, vectors, bytes);
    }

    /** Returns whether a view sees any record of a ring. */
    public static boolean hasRecords(RingState ring, long version, @Nullable RingOverlay overlay) {
        Incarnation of = ring.incarnation(version);
        if (ring.countersAt(version) == null && of.table().isWhole()) {
            return new TableReader(ring, of.table(), version, overlay)
                            .rows(false)
                            .next()
                    != RingReader.NONE;
        }
        return counters(ring, version, overlay).records() > 0;
    }

    /**
     * Opens the rows of a ring at a version that a registered snapshot holds: in memory when they are there or may well be, else on disk.
     *
     * @param few whether only a few records are looked up by seq, for which no ring is brought in
     */
    public static RingReader openReader(
            RingState ring, long version, @Nullable RingOverlay overlay, ColdReads cold, boolean few) {
        Incarnation of = ring.incarnation(version);
        RingTable table = of.use();
        if (!table.isWhole()) {
            cold.missed();
            RingTable loaded = few ? null : of.wholeIfRoom(ring);
            if (loaded == null) {
                return new ColdReader(ring, of, version, overlay, cold);
            }
            table = loaded;
        }
        return new TableReader(ring, table, version, overlay);
    }

    /** Returns a copy of the payload at the newest visible version, or null. No snapshot is registered. */
    public static byte @Nullable [] payload(RingState ring, RecordId id, Committer committer) {
        while (true) {
            long version = committer.visible();
            Incarnation of = ring.incarnation(version);
            RingTable table = of.use();
            RowArrays rows = table.rows();
            if (version < rows.oldestVersion) {
                continue; // The reclaimer has moved on between the two reads.
            }
            if (!table.isWhole()) {
                RowData found;
                try {
                    found = ColdGets.find(ring, of, id.seq(), version, false);
                } catch (RocheException e) {
                    if (e.code() == ErrorCode.SNAPSHOT_TOO_OLD && committer.visible() > version) {
                        continue; // As above, or the ring was dropped, and nobody else needs what it held.
                    }
                    throw e;
                }
                if (found == null) {
                    return null;
                }
                requireSame(id, ring, found.createdMillis(), found.epoch());
                return found.payload();
            }
            int row = rows.visibleSeq(id.seq(), version);
            if (row < 0) {
                return null;
            }
            requireSame(id, ring, rows.createdMillis(row), rows.epoch(row));
            return rows.payload(row);
        }
    }

    /** Returns the record at a version that a registered snapshot holds, or null. */
    public static @Nullable StoredRecord record(RingState ring, RecordId id, long version) {
        Incarnation of = ring.incarnation(version);
        RingTable table = of.use();
        if (!table.isWhole()) {
            RowData found = ColdGets.find(ring, of, id.seq(), version, true);
            if (found == null) {
                return null;
            }
            requireSame(id, ring, found.createdMillis(), found.epoch());
            return new StoredRecord(
                    ring.name(), id, found.payload(), found.codec(), found.vector(), found.writtenMillis());
        }
        RowArrays rows = table.rows();
        int row = rows.visibleSeq(id.seq(), version);
        if (row < 0) {
            return null;
        }
        requireSame(id, ring, rows.createdMillis(row), rows.epoch(row));
        return new StoredRecord(
                ring.name(), id, rows.payload(row), rows.codec(row), rows.vector(row), rows.writtenMillis(row));
    }

    /** Returns the staged record, or null when it is staged as deleted. */
    public static @Nullable StoredRecord record(RingState ring, RecordId id, RingOverlay.Staged staged) {
        RowData row = staged.row();
        if (row == null) {
            return null;
        }
        requireSame(id, ring, row.createdMillis(), row.epoch());
        float[] vector = row.vector();
        return new StoredRecord(
                ring.name(),
                id,
                row.payload().clone(),
                row.codec(),
                vector == null ? null : vector.clone(),
                row.writtenMillis());
    }

    /** Returns the snapshot's state of a seq as the start of a staged one: unchanged, or not there. */
    public static RingOverlay.Staged base(RingState ring, long seq, long version) {
        Incarnation of = ring.incarnation(version);
        RingTable table = of.use();
        if (!table.isWhole()) {
            RowData found = ColdGets.find(ring, of, seq, version, true);
            return found == null
                    ? new RingOverlay.Staged(null, seq, false, 0, false)
                    : new RingOverlay.Staged(found, seq, true, found.payload().length, found.vector() != null, found);
        }
        RowArrays rows = table.rows();
        int row = rows.visibleSeq(seq, version);
        if (row < 0) {
            return new RingOverlay.Staged(null, seq, false, 0, false);
        }
        RowData data = rows.data(row);
        return new RingOverlay.Staged(data, seq, true, rows.payloadLength(row), rows.slot(row) >= 0);
    }

    /** An id whose time or epoch is not the record's does not name it. */
    public static void requireSame(RecordId id, RingState ring, long createdMillis, int epoch) {
        if (id.createdMillis() != createdMillis || id.epoch() != epoch) {
            throw new RocheException(
                    ErrorCode.INVALID_ID,
                    "record id " + id.text() + " names record " + id.seq() + " of ring '" + ring.name()
                            + "', but that one was created at " + createdMillis + " ms in epoch " + epoch + ", not at "
                            + id.createdMillis() + " ms in epoch " + id.epoch());
        }
    }
}
