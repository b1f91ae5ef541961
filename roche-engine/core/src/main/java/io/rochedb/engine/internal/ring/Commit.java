package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.schema.SchemaEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One commit on its way to the log: what it wrote in each ring, and the ring's counters after it. Never split.
 *
 * <p>Counters are taken under the commit lock, so a batch that ends with this commit holds exactly the state after it.
 */
public final class Commit {
    private final long version;
    private final List<RingPart> parts = new ArrayList<>(1);
    private final List<RingEnd> ends = new ArrayList<>(0);
    private List<SchemaEntry> declarations = List.of();
    private int operations;
    private long bytes;

    private final int admittedOperations;
    private final long admittedBytes;

    Commit(long version, int admittedOperations, long admittedBytes) {
        this.version = version;
        this.admittedOperations = admittedOperations;
        this.admittedBytes = admittedBytes;
    }

    /**
     * What a commit did in one ring.
     *
     * @param ring the ring
     * @param rows written and deleted rows
     * @param catalog the ring's entry when it was created or its settings changed, else null
     * @param fields the ring's fields when the set or a type changed, else null
     * @param counters counters after the commit
     * @param nextSeq first seq not yet given
     * @param lastWriteMillis time of the ring's last write
     * @param dimension the ring's vector dimension, 0 for none yet
     */
    public record RingPart(
            RingState ring,
            List<RowChange> rows,
            @Nullable CatalogEntry catalog,
            @Nullable FieldSet fields,
            RingState.Counters counters,
            long nextSeq,
            long lastWriteMillis,
            int dimension) {}

    /**
     * A row written, or with {@code row} null a row deleted.
     *
     * @param oldNormalised normalised vector of the record replaced or deleted, null for none
     */
    public record RowChange(long seq, @Nullable RowData row, float @Nullable [] oldNormalised) {}

    /**
     * A ring's settings as stored.
     *
     * @param dropped whether it has existed and does not any more
     */
    public record CatalogEntry(
            String name,
            long key,
            boolean exists,
            boolean dropped,
            long createdMillis,
            double[] periodSeconds,
            @Nullable String description) {}

    public long version() {
        return version;
    }

    public List<RingPart> parts() {
        return parts;
    }

    /**
     * A ring whose records this commit takes away, before it writes any.
     *
     * @param records whether it had records
     * @param vectors whether it has had vectors
     * @param fields whether its fields are forgotten, too
     */
    public record RingEnd(RingState ring, boolean records, boolean vectors, boolean fields) {}

    /** Returns the rings that it drops or empties. */
    public List<RingEnd> ends() {
        return ends;
    }

    void add(RingEnd end) {
        ends.add(end);
        operations++;
    }

    /** Returns the declarations that it changes. */
    public List<SchemaEntry> declarations() {
        return declarations;
    }

    void declare(List<SchemaEntry> entries) {
        declarations = List.copyOf(entries);
    }

    /** Returns how many records this commit writes or deletes. */
    public int operations() {
        return operations;
    }

    /** Returns how many operations were admitted to run ahead for it. */
    public int admittedOperations() {
        return admittedOperations;
    }

    public long admittedBytes() {
        return admittedBytes;
    }

    /** Returns about how many bytes it writes. */
    public long bytes() {
        return bytes;
    }

    void add(RingPart part) {
        parts.add(part);
        operations += part.rows().size();
        for (RowChange change : part.rows()) {
            RowData row = change.row();
            float[] vector = row == null ? null : row.vector();
            bytes += 32 + (row == null ? 0 : row.payload().length) + (vector == null ? 0 : 4L * vector.length);
        }
    }
}
