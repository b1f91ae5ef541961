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
        RingState.Counters base = ring.countersAt(version);
        if (base == null) {
            return open(ring, version, overlay).counters();
        }
        return overlay == null ? base : base.plus(overlay.delta());
    }

    /** Returns whether a view sees any record of a ring. */
    public static boolean hasRecords(RingState ring, long version, @Nullable RingOverlay overlay) {
        RingState.Counters base = ring.countersAt(version);
        if (base == null) {
            return open(ring, version, overlay).rows(false).next() != RingReader.NONE;
        }
        return (overlay == null ? base : base.plus(overlay.delta())).records() > 0;
    }

    /** Opens the rows of a ring at a version that a registered snapshot holds. */
    public static RingReader openReader(RingState ring, long version, @Nullable RingOverlay overlay) {
        return open(ring, version, overlay);
    }

    private static TableReader open(RingState ring, long version, @Nullable RingOverlay overlay) {
        return new TableReader(ring, ring.table(version), version, overlay);
    }

    /** Returns a copy of the payload at the newest visible version, or null. No snapshot is registered. */
    public static byte @Nullable [] payload(RingState ring, RecordId id, Committer committer) {
        while (true) {
            long version = committer.visible();
            RowArrays rows;
            try {
                rows = ring.table(version).rows();
            } catch (RocheException e) {
                if (e.code() == ErrorCode.SNAPSHOT_TOO_OLD && committer.visible() > version) {
                    continue; // The ring was dropped between the two reads, and nobody else needs what it held.
                }
                throw e;
            }
            if (version < rows.oldestVersion) {
                continue; // The reclaimer has moved on between the two reads.
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
        RowArrays rows = ring.table(version).rows();
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
        RowArrays rows = ring.table(version).rows();
        int row = rows.visibleSeq(seq, version);
        if (row < 0) {
            return new RingOverlay.Staged(null, seq, false, 0, false);
        }
        float[] normalised = rows.normalisedVector(row);
        float[] original = rows.vector(row);
        if (normalised != null && original != null) {
            original = Drafts.shared(original, normalised);
        }
        RowData data = new RowData(
                seq,
                rows.createdMillis(row),
                rows.epoch(row),
                rows.codec(row),
                rows.writtenMillis(row),
                rows.payload(row),
                original,
                normalised,
                DocumentShape.NONE);
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
