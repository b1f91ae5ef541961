package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.ring.Commit.RingPart;
import io.rochedb.engine.internal.ring.Commit.RowChange;
import io.rochedb.engine.model.RingNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies commits to rings; every method is called under the commit lock. */
final class RingWriter {
    private final Catalog catalog;
    private final Totals totals;

    RingWriter(Catalog catalog, Totals totals) {
        this.catalog = catalog;
        this.totals = totals;
    }

    /** First committer wins: throws when a record the overlay writes was changed after the snapshot. */
    static void validate(RingOverlay overlay, long snapshotVersion) {
        RingState ring = overlay.ring();
        requireNotEnded(ring, snapshotVersion);
        RingTable table = ring.recentTable();
        RowArrays rows = table.rows();
        if (rows.oldestVersion > snapshotVersion) {
            throw ColdGets.tooOld();
        }
        for (RingOverlay.Staged staged : overlay.staged()) {
            // What a partial table has nothing of has not been changed since its oldest version.
            int newest = rows.index.row(staged.seq());
            boolean changed = newest >= 0
                    && (rows.begin(newest) > snapshotVersion
                            || (rows.end(newest) != Long.MAX_VALUE && rows.end(newest) > snapshotVersion));
            if (changed || (staged.baseExists() && newest < 0 && table.isWhole())) {
                throw new RocheException(
                        ErrorCode.SERIALIZATION_FAILURE,
                        "record " + staged.seq() + " of ring '" + ring.name()
                                + "' was changed by a transaction that committed first; run the transaction again");
            }
        }
        if (!overlay.schemaIsCurrent()) {
            throw new RocheException(
                    ErrorCode.SERIALIZATION_FAILURE,
                    "what is declared about ring '" + ring.name()
                            + "' was changed by a statement that committed first; run the transaction again");
        }
        StagedKeys keys = overlay.keys();
        StagedKeys.Holder taken = keys == null ? null : keys.takenAtCommit(overlay);
        if (taken != null) {
            throw UniqueKeys.conflict(taken.shape(), ring.name());
        }
        int dimension = overlay.dimension();
        requireDimension(ring, dimension);
        for (RingOverlay.Staged staged : overlay.staged()) {
            RowData row = staged.row();
            float[] vector = row == null ? null : row.vector();
            if (vector != null && vector.length != dimension) {
                throw misfit(ring, vector.length, dimension);
            }
        }
    }

    /** Refuses a transaction that began before a ring it writes was dropped or emptied. */
    static void requireNotEnded(RingState ring, long snapshotVersion) {
        if (ring.since() > snapshotVersion) {
            throw new RocheException(
                    ErrorCode.SERIALIZATION_FAILURE,
                    "ring '" + ring.name()
                            + "' was dropped or emptied by a statement that committed first; run the transaction again");
        }
    }

    static void requireDimension(RingState ring, int dimension) {
        int fixed = ring.dimension();
        if (dimension != 0 && fixed != 0 && dimension != fixed) {
            throw misfit(ring, dimension, fixed);
        }
    }

    static RocheException misfit(RingState ring, int dimension, int fixed) {
        return new RocheException(
                ErrorCode.DATA_EXCEPTION,
                "vector of dimension " + dimension + " does not fit ring '" + ring.name()
                        + "', whose vectors have dimension " + fixed);
    }

    /** Returns which of a ring and its ancestors do not exist; a name that is refused is refused here, not while a commit is applied. */
    List<RingState> missing(RingState ring) {
        List<RingState> missing = new ArrayList<>(1);
        RingState next = ring;
        while (next != null && !next.exists()) {
            missing.add(next);
            String parent = RingNames.parent(next.name());
            next = parent == null ? null : catalog.obtain(parent);
        }
        return missing;
    }

    /** Returns when the first of the overlay's records was staged: a ring is no younger than its records. */
    static long earliest(RingOverlay overlay, long now) {
        long earliest = now;
        for (RingOverlay.Staged staged : overlay.staged()) {
            RowData row = staged.row();
            earliest = row == null ? earliest : Math.min(earliest, row.createdMillis());
        }
        return earliest;
    }

    /** Creates a ring and its ancestors where they do not exist; returns what was created. */
    List<RingState> create(RingState ring, long version, long millis) {
        List<RingState> created = missing(ring);
        for (RingState one : created) {
            one.create(version, millis);
        }
        return created;
    }

    /** Applies a staged state of each seq; returns whether the ring's field set changed. */
    boolean apply(RingOverlay overlay, long version, long now, @Nullable Commit commit, boolean catalogChanged) {
        RingState ring = overlay.ring();
        List<RowChange> changes = commit == null ? null : new ArrayList<>();
        boolean fieldsChanged = false;
        StagedKeys keys = overlay.keys();
        for (RingOverlay.Staged staged : overlay.staged()) {
            if (staged.row() != null || staged.baseExists()) {
                @Nullable IndexKey[] own = keys == null ? null : keys.get(staged.seq());
                fieldsChanged |= write(ring, staged, own, version, now, changes);
            }
        }
        ring.tableToWrite().indexes().publish();
        if (commit != null && changes != null) {
            commit.add(part(ring, changes, catalogChanged, fieldsChanged));
        }
        return fieldsChanged;
    }

    /** Writes, with its keys in the ring's indexes, or, with a null row, deletes one record; returns whether the ring's field set changed. */
    boolean write(
            RingState ring,
            RingOverlay.Staged staged,
            @Nullable IndexKey @Nullable [] keys,
            long version,
            long now,
            @Nullable List<RowChange> changes) {
        long seq = staged.seq();
        RowData row = staged.row();
        RingTable table = ring.tableToWrite();
        RowData base = staged.base();
        if (base != null && !table.isWhole() && table.rows().index.row(seq) < 0) {
            // What it was, for older snapshots: the disk will not show that for long.
            table.append(base, table.rows().oldestVersion);
        }
        RowArrays rows = table.rows();
        int old = rows.visibleSeq(seq, version);
        RingIndexes indexes = table.indexes();
        if (!indexes.isEmpty()) {
            indexes.change(seq, old < 0 ? null : indexes.keys(rows, old), keys, version);
        }
        float[] oldNormalised = old < 0 ? null : rows.normalisedVector(old);
        long oldBytes = old < 0 ? 0 : rows.payloadLength(old);
        boolean fieldsChanged = false;
        float[] normalised = null;
        if (row == null) {
            table.delete(seq, version);
        } else {
            table.append(row, version);
            normalised = row.normalised();
            fieldsChanged = row.shape() != DocumentShape.NONE && ring.fields().observe(row.shape());
        }
        if (oldNormalised != null) {
            ring.addToCentroid(oldNormalised, -1);
        }
        if (normalised != null) {
            ring.addToCentroid(normalised, 1);
        }
        long recordDelta = (row == null ? 0 : 1) - (old < 0 ? 0 : 1);
        long vectorDelta = (normalised == null ? 0 : 1) - (oldNormalised == null ? 0 : 1);
        long byteDelta = (row == null ? 0 : row.payload().length) - oldBytes;
        long before = ring.recordsNow();
        ring.changed(version, recordDelta, vectorDelta, byteDelta, row == null ? now : row.writtenMillis());
        long after = before + recordDelta;
        totals.change(version, ring, (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0), recordDelta, vectorDelta);
        if (changes != null) {
            changes.add(new RowChange(seq, row, oldNormalised));
        }
        return fieldsChanged;
    }

    /** Takes every record of a ring away, with its fields and settings when it is dropped. */
    void end(RingState ring, boolean drop, long version, long now, @Nullable Commit commit) {
        RingState.Counters before = ring.countersNow();
        boolean vectors = ring.dimension() > 0;
        if (drop) {
            ring.drop(version);
        } else {
            ring.empty(version, now);
        }
        totals.change(version, ring, before.records() > 0 ? -1 : 0, -before.records(), -before.vectorRecords());
        if (commit != null) {
            commit.add(new Commit.RingEnd(ring, before.records() > 0, vectors, drop));
        }
    }

    RingPart part(RingState ring, List<RowChange> changes, boolean catalogChanged, boolean fieldsChanged) {
        return new RingPart(
                ring,
                changes,
                catalogChanged ? entry(ring) : null,
                fieldsChanged ? ring.fields().copy() : null,
                ring.countersNow(),
                ring.nextSeq(),
                ring.lastWriteMillis(),
                ring.dimension());
    }

    static CatalogEntry entry(RingState ring) {
        return new CatalogEntry(
                ring.name(),
                ring.key(),
                ring.exists(),
                !ring.exists() && ring.wasDropped(),
                ring.createdMillis(),
                ring.periodSeconds(),
                ring.description());
    }
}
