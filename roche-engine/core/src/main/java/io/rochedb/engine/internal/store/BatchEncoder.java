package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.ring.Commit;
import io.rochedb.engine.internal.ring.Commit.RingPart;
import io.rochedb.engine.internal.ring.Commit.RowChange;
import io.rochedb.engine.internal.ring.EngineTime;
import io.rochedb.engine.internal.ring.FieldSet;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.schema.SchemaEntry;
import io.rochedb.engine.internal.store.LogStore.Family;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns groups of commits into batches: rows one by one, what is kept per ring once per group, as it is after the group's last commit.
 *
 * <p>Centroid sums are kept here a second time, as of the last commit written: the ring's own are already ahead. Used by the pipeline's thread
 * only.
 */
public final class BatchEncoder {
    private static final double[] NO_SUM = {};

    private final LogStore store;
    private final EngineTime time;
    private final LogBatch batch = new LogBatch();
    private final Map<RingState, RingPart> lastParts = new LinkedHashMap<>();
    private final Map<RingState, FieldSet> newFields = new HashMap<>();
    private final Map<RingState, double[]> centroids = new HashMap<>();
    private final Set<RingState> changedCentroids = new HashSet<>();
    /** Rings whose field estimates have moved since they were stored. */
    private final Set<RingState> movedEstimates = new HashSet<>();

    private long lastVersion;

    public BatchEncoder(LogStore store, EngineTime time) {
        this.store = store;
        this.time = time;
    }

    /** Adds a commit to the batch. */
    void add(Commit commit) {
        for (SchemaEntry entry : commit.declarations()) {
            byte[] key = MetaValues.key(entry);
            String json = entry.json();
            if (json == null) {
                batch.delete(Family.META, key);
            } else {
                batch.put(Family.META, key, MetaValues.declaration(key, json));
            }
        }
        commit.ends().forEach(this::end);
        for (RingPart part : commit.parts()) {
            RingState ring = part.ring();
            for (RowChange change : part.rows()) {
                add(ring, change);
            }
            if (part.catalog() != null) {
                byte[] key = MetaValues.key(MetaValues.RING, ring.key());
                batch.put(Family.META, key, MetaValues.ring(key, part.catalog()));
            }
            if (part.fields() != null) {
                newFields.put(ring, part.fields());
            }
            lastParts.put(ring, part);
        }
        lastVersion = commit.version();
    }

    /** Takes from the disk, and from this batch, what a ring held. */
    private void end(Commit.RingEnd end) {
        RingState ring = end.ring();
        byte[] first = RecordValues.key(ring.key(), 0);
        byte[] after = RecordValues.key(ring.key(), -1);
        if (end.records()) {
            batch.deleteRange(Family.RECORDS, first, after);
        }
        if (end.vectors()) {
            batch.deleteRange(Family.VECTORS, first, after);
            batch.delete(Family.META, MetaValues.key(MetaValues.CENTROID, ring.key()));
        }
        centroids.put(ring, NO_SUM);
        changedCentroids.remove(ring);
        if (end.fields()) {
            batch.delete(Family.META, MetaValues.key(MetaValues.FIELDS, ring.key()));
            newFields.remove(ring);
            movedEstimates.remove(ring);
        }
    }

    private void add(RingState ring, RowChange change) {
        byte[] key = RecordValues.key(ring.key(), change.seq());
        RowData row = change.row();
        float[] normalised = row == null ? null : row.normalised();
        if (row == null) {
            batch.delete(Family.RECORDS, key);
        } else {
            batch.put(Family.RECORDS, key, RecordValues.record(key, row));
            if (row.vector() != null) {
                batch.put(Family.VECTORS, key, RecordValues.vector(key, row.vector()));
            }
            if (row.shape().size() > 0) {
                movedEstimates.add(ring);
            }
        }
        if (normalised == null && change.oldNormalised() != null) {
            batch.delete(Family.VECTORS, key);
        }
        if (normalised != null || change.oldNormalised() != null) {
            double[] sum = centroid(ring, normalised == null ? change.oldNormalised() : normalised);
            // In the order in which the ring's own sum changed, so that both round alike.
            add(sum, change.oldNormalised(), -1);
            add(sum, normalised, 1);
            changedCentroids.add(ring);
        }
    }

    private double[] centroid(RingState ring, float @Nullable [] like) {
        double[] sum = centroids.get(ring);
        if (sum == null) {
            byte[] key = MetaValues.key(MetaValues.CENTROID, ring.key());
            byte[] stored = store.get(Family.META, key);
            sum = stored != null ? MetaValues.readCentroid(key, stored) : NO_SUM;
            centroids.put(ring, sum);
        }
        if (sum.length == 0 && like != null) {
            sum = new double[like.length];
            centroids.put(ring, sum);
        }
        return sum;
    }

    private static void add(double[] sum, float @Nullable [] vector, int sign) {
        if (vector != null) {
            for (int i = 0; i < vector.length; i++) {
                sum[i] += sign * (double) vector[i];
            }
        }
    }

    /** Completes the batch; it is valid until the next {@link #add}. */
    LogBatch finish() {
        for (RingPart part : lastParts.values()) {
            long ringKey = part.ring().key();
            byte[] key = MetaValues.key(MetaValues.COUNTERS, ringKey);
            MetaValues.StoredCounters counters = new MetaValues.StoredCounters(
                    part.counters(), part.nextSeq(), part.lastWriteMillis(), part.dimension());
            batch.put(Family.META, key, MetaValues.counters(key, counters));
        }
        newFields.forEach(this::putFields);
        for (RingState ring : changedCentroids) {
            byte[] key = MetaValues.key(MetaValues.CENTROID, ring.key());
            batch.put(Family.META, key, MetaValues.centroid(key, centroid(ring, null)));
        }
        batch.put(Family.META, MetaValues.key(MetaValues.LAST), MetaValues.last(lastVersion, time.now()));
        lastParts.clear();
        newFields.clear();
        changedCentroids.clear();
        return batch;
    }

    /** Empties the batch after it was written. */
    void clear() {
        batch.clear();
    }

    /** Returns a batch of the field estimates that have moved, or null; called after the last group. */
    @Nullable
    LogBatch estimates() {
        if (movedEstimates.isEmpty()) {
            return null;
        }
        for (RingState ring : movedEstimates) {
            putFields(ring, ring.fields());
        }
        movedEstimates.clear();
        return batch;
    }

    private void putFields(RingState ring, FieldSet fields) {
        byte[] key = MetaValues.key(MetaValues.FIELDS, ring.key());
        batch.put(Family.META, key, MetaValues.fields(key, fields));
    }
}
