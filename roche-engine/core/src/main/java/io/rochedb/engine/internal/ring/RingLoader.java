package io.rochedb.engine.internal.ring;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the rows of a stored ring are when they are not in memory. Thread-safe. */
public interface RingLoader {
    /** Opens the records that a ring has on disk, with their vectors: as they are now, whatever is written later. */
    Source open(RingState ring);

    /** Opens the records that a ring has on disk, without their vectors: for looking at documents once. */
    Source openDocuments(RingState ring);

    /** Returns one record that a ring has on disk, with its vector when that is asked for, or null. */
    @Nullable
    RowData record(RingState ring, long seq, boolean vector);

    /** Returns a loader of what is on disk now: for those who read what the next commit takes away. Close it. */
    Pinned pin();

    /** Records being read. */
    interface Source extends AutoCloseable {
        /** Hands every record over, in order of seq; {@code DATA_CORRUPTED} names what is damaged. */
        void forEach(Consumer<RowData> rows);

        @Override
        void close();
    }

    /** A record of a chunk, without its vector. */
    record StoredRow(RowData row, boolean hasVector) {}

    /** A vector of a chunk: its original bits. */
    record StoredVector(long seq, float[] vector) {}

    /** A loader that stays at what was on disk. Once closed it refuses: {@code SNAPSHOT_TOO_OLD}. */
    interface Pinned extends RingLoader, AutoCloseable {
        /** Returns the next records of a ring from a seq on, upwards or downwards; fewer than asked for only at the end or when they are large. */
        List<StoredRow> rows(RingState ring, long from, boolean descending);

        /** Returns the next vectors of a ring from a seq on, upwards; none at the end. */
        List<StoredVector> vectors(RingState ring, long from, int max);

        @Override
        void close();
    }
}
