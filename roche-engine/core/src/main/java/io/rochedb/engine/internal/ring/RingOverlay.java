package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.schema.RingSchema;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What one transaction has staged in one ring: the last state of each seq it wrote. Used by one thread. */
public final class RingOverlay {
    /** Numbers the field sets that only one transaction has: none is given twice. */
    private static final AtomicLong OWN_FIELDS = new AtomicLong();

    private final RingState ring;
    private final TreeMap<Long, Staged> bySeq = new TreeMap<>();
    private Staged @Nullable [] rows;
    private long recordDelta;
    private long vectorDelta;
    private long byteDelta;
    /** Dimension of the staged vectors, 0 for none, -1 for not known since one was taken back. */
    private int dimension;
    /** What was declared about the ring when its records were staged: unlike the ring's, or two things, when that has changed. */
    private @Nullable RingSchema schema;

    private boolean declaring;
    private boolean checked;
    private boolean schemaChanged;
    /** The ring's fields with the staged documents' taken in, or null: not known since one was taken back, or never asked for. */
    private @Nullable FieldSet merged;
    /** Version of the ring's fields the merged ones began with. */
    private long mergedFrom;
    /** Number of the merged fields, 0 when they are the ring's. */
    private long ownFields;
    /** Keys of the staged records, or null while the ring has no index. */
    private @Nullable StagedKeys keys;

    public RingOverlay(RingState ring) {
        this.ring = ring;
    }

    /**
     * The staged state of one seq.
     *
     * @param row the row to be, or null: deleted
     * @param seq its seq
     * @param baseExists whether the transaction's snapshot has a record of this seq
     * @param baseBytes payload bytes of that record
     * @param baseVector whether that record has a vector
     * @param base that record when it was read from disk, else null
     */
    public record Staged(
            @Nullable RowData row,
            long seq,
            boolean baseExists,
            int baseBytes,
            boolean baseVector,
            @Nullable RowData base) {
        /** A staged state over a record that is in memory, or over none. */
        public Staged(@Nullable RowData row, long seq, boolean baseExists, int baseBytes, boolean baseVector) {
            this(row, seq, baseExists, baseBytes, baseVector, null);
        }
    }

    public RingState ring() {
        return ring;
    }

    /** Notes what a record that is being staged was checked against. */
    public void checkedAgainst(@Nullable RingSchema declared) {
        schemaChanged |= checked && schema != declared;
        checked = true;
        schema = declared;
    }

    /** Has the records be checked against what their transaction declares itself. */
    public void declaring() {
        declaring = true;
    }

    /** Returns whether what is declared about the ring is what the staged records were checked against. */
    boolean schemaIsCurrent() {
        return !checked || (!schemaChanged && (declaring || schema == ring.schema()));
    }

    public boolean isEmpty() {
        return bySeq.isEmpty();
    }

    /** Returns how many records are staged. */
    public int size() {
        return bySeq.size();
    }

    /** Returns about how many bytes the staged records take in the log. */
    long bytes() {
        long bytes = 0;
        for (Staged staged : bySeq.values()) {
            RowData row = staged.row();
            float[] vector = row == null ? null : row.vector();
            bytes += row == null ? 0 : row.payload().length + (vector == null ? 0 : 4L * vector.length);
        }
        return bytes;
    }

    /** Returns whether any record is staged to exist. */
    public boolean writesRows() {
        return bySeq.values().stream().anyMatch(staged -> staged.row() != null);
    }

    /** Returns what is staged for a seq, or null. */
    public @Nullable Staged get(long seq) {
        return bySeq.get(seq);
    }

    /**
     * Stages a state and returns the one staged before, or null; {@code UNIQUE_VIOLATION}, and nothing staged, when another record of the ring has a
     * key of it: a staged one, one of the snapshot, or a newer one, of which the cause tells by {@code SERIALIZATION_FAILURE}.
     */
    public @Nullable Staged put(Staged staged, long snapshotVersion) {
        RowData row = staged.row();
        StagedKeys staging = keys();
        if (staging != null) {
            @Nullable IndexKey[] own = row == null ? null : staging.read(row);
            StagedKeys.Taken taken =
                    row == null || own == null ? null : staging.taken(this, staged.seq(), own, snapshotVersion);
            if (row != null && taken != null) {
                throw UniqueKeys.violation(taken, ring.name(), row);
            }
            staging.set(staged.seq(), own);
        }
        Staged before = bySeq.put(staged.seq(), staged);
        float[] vector = row == null ? null : row.vector();
        dimension = vector == null ? dimension : vector.length;
        FieldSet known = merged;
        if (known != null && row != null && known.observe(row.shape())) {
            ownFields = OWN_FIELDS.incrementAndGet();
        }
        changed(before, staged);
        return before;
    }

    /** Notes what a staged state replaces. */
    void readBase(Staged staged, RowData base) {
        bySeq.put(
                staged.seq(),
                new Staged(
                        staged.row(),
                        staged.seq(),
                        staged.baseExists(),
                        staged.baseBytes(),
                        staged.baseVector(),
                        base));
        rows = null;
    }

    /** Puts back what {@link #put} returned. */
    public void restore(long seq, @Nullable Staged before) {
        Staged undone = before == null ? bySeq.remove(seq) : bySeq.put(seq, before);
        float[] vector =
                before == null || before.row() == null ? null : before.row().vector();
        dimension = vector != null ? vector.length : dimension == 0 ? 0 : -1;
        merged = null;
        StagedKeys staging = keys;
        if (staging != null) {
            RowData row = before == null ? null : before.row();
            staging.set(seq, row == null ? null : staging.read(row));
        }
        changed(undone, before);
    }

    private void changed(@Nullable Staged from, @Nullable Staged to) {
        rows = null;
        count(from, -1);
        count(to, 1);
    }

    /** Adds how a staged state changes the snapshot's counters. */
    private void count(@Nullable Staged staged, int sign) {
        if (staged == null) {
            return;
        }
        RowData row = staged.row();
        recordDelta += sign * ((row == null ? 0 : 1) - (staged.baseExists() ? 1 : 0));
        vectorDelta += sign * ((row == null || row.vector() == null ? 0 : 1) - (staged.baseVector() ? 1 : 0));
        byteDelta += sign * ((row == null ? 0L : row.payload().length) - staged.baseBytes());
    }

    /** Returns the keys of the staged records for the indexes that the ring has now, or null when it has none. */
    @Nullable
    StagedKeys keys() {
        RingIndexes indexes = ring.indexes();
        StagedKeys known = keys;
        if (known != null && known.indexes() == indexes) {
            return known;
        }
        StagedKeys fresh = indexes.isEmpty() ? null : new StagedKeys(indexes);
        if (fresh != null) {
            for (Staged staged : bySeq.values()) {
                RowData row = staged.row();
                fresh.set(staged.seq(), row == null ? null : fresh.read(row));
            }
        }
        keys = fresh;
        return fresh;
    }

    /** Returns how many bytes the ring's indexes will grow by at most. */
    long indexBytes() {
        StagedKeys staged = keys();
        return staged == null ? 0 : staged.bytes();
    }

    /** Returns the staged states by seq. */
    public Iterable<Staged> staged() {
        return bySeq.values();
    }

    /** Returns the staged states by seq, as of now. */
    Staged[] rows() {
        Staged[] now = rows;
        if (now == null) {
            now = bySeq.values().toArray(new Staged[0]);
            rows = now;
        }
        return now;
    }

    /** Returns how the staged states change the snapshot's counters. */
    public RingState.Counters delta() {
        return new RingState.Counters(recordDelta, vectorDelta, byteDelta);
    }

    /** Returns the dimension of the staged vectors, 0 for none. */
    public int dimension() {
        if (dimension < 0) {
            dimension = 0;
            for (Staged staged : bySeq.values()) {
                RowData row = staged.row();
                if (row != null && row.vector() != null) {
                    dimension = row.vector().length;
                    break;
                }
            }
        }
        return dimension;
    }

    /** Refuses a vector of another dimension than those staged here or those of the ring, which another commit may have fixed meanwhile. */
    public void requireDimension(int vector) {
        int staged = dimension();
        if (staged != 0 && staged != vector) {
            throw RingWriter.misfit(ring, vector, staged);
        }
        RingWriter.requireDimension(ring, vector);
    }

    /**
     * Returns the ring's fields with the staged documents' taken in; not to be changed.
     *
     * <p>They are kept from call to call: a plan is checked before every write, and looking at all that is staged each time would make a
     * transaction quadratic. Like the ring's own they only widen, until a write is taken back.
     */
    public FieldSet fields() {
        FieldSet known = merged;
        if (known != null && mergedFrom == ring.fields().version()) {
            return known;
        }
        FieldSet fresh = ring.fields().copy();
        mergedFrom = fresh.version();
        for (Staged staged : bySeq.values()) {
            if (staged.row() != null) {
                fresh.observe(staged.row().shape());
            }
        }
        ownFields = fresh.version() == mergedFrom ? 0 : OWN_FIELDS.incrementAndGet();
        merged = fresh;
        return fresh;
    }

    /** Returns a number that no other state of any transaction's fields has, or 0 when the staged documents bring nothing new. */
    public long ownFields() {
        fields();
        return ownFields;
    }
}
