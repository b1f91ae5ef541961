package io.rochedb.engine.internal.ring;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one transaction has staged in one ring: the last state of each seq it wrote. Used by one thread. */
public final class RingOverlay {
    private final RingState ring;
    private final TreeMap<Long, Staged> bySeq = new TreeMap<>();
    private @Nullable View view;

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
     */
    public record Staged(@Nullable RowData row, long seq, boolean baseExists, int baseBytes, boolean baseVector) {}

    /** The overlay as readers take it: rows by seq, and how they change the snapshot's counters. */
    record View(Staged[] rows, RingState.Counters delta) {}

    public RingState ring() {
        return ring;
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

    /** Stages a state and returns the one staged before, or null. */
    public @Nullable Staged put(Staged staged) {
        view = null;
        return bySeq.put(staged.seq(), staged);
    }

    /** Puts back what {@link #put} returned. */
    public void restore(long seq, @Nullable Staged before) {
        view = null;
        if (before == null) {
            bySeq.remove(seq);
        } else {
            bySeq.put(seq, before);
        }
    }

    /** Returns the staged states by seq. */
    public Iterable<Staged> staged() {
        return bySeq.values();
    }

    View view() {
        View now = view;
        if (now == null) {
            Staged[] rows = bySeq.values().toArray(new Staged[0]);
            long records = 0;
            long vectors = 0;
            long bytes = 0;
            for (Staged staged : rows) {
                RowData row = staged.row();
                records += (row == null ? 0 : 1) - (staged.baseExists() ? 1 : 0);
                vectors += (row == null || row.vector() == null ? 0 : 1) - (staged.baseVector() ? 1 : 0);
                bytes += (row == null ? 0 : row.payload().length) - (long) staged.baseBytes();
            }
            now = new View(rows, new RingState.Counters(records, vectors, bytes));
            view = now;
        }
        return now;
    }

    /** Returns how the staged states change the snapshot's counters. */
    public RingState.Counters delta() {
        return view().delta();
    }

    /** Returns the dimension of the first staged vector, 0 for none. */
    public int dimension() {
        for (Staged staged : bySeq.values()) {
            RowData row = staged.row();
            if (row != null && row.vector() != null) {
                return row.vector().length;
            }
        }
        return 0;
    }

    /** Returns the ring's fields with the staged documents' taken in. */
    public FieldSet fields() {
        FieldSet merged = ring.fields().copy();
        for (Staged staged : bySeq.values()) {
            if (staged.row() != null) {
                merged.observe(staged.row().shape());
            }
        }
        return merged;
    }
}
