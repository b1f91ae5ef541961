package io.rochedb.engine.internal.ring;

import java.util.function.Consumer;

/** Where the rows of a stored ring come from when it is first touched. Thread-safe. */
public interface RingLoader {
    /** Opens the records that a ring has on disk, with their vectors when it has so many: as they are now, whatever is written later. */
    Source open(RingState ring, long vectorRecords);

    /** Opens the records that a ring has on disk, without their vectors: for looking at documents once. */
    Source openDocuments(RingState ring);

    /** Returns a loader of what is on disk now: for those who read what the next commit takes away. Close it. */
    Pinned pin();

    /** Records being read. */
    interface Source extends AutoCloseable {
        /** Hands every record over, in order of seq; {@code DATA_CORRUPTED} names what is damaged. */
        void forEach(Consumer<RowData> rows);

        @Override
        void close();
    }

    /** A loader that stays at what was on disk. Once closed it refuses: {@code SNAPSHOT_TOO_OLD}. */
    interface Pinned extends RingLoader, AutoCloseable {
        @Override
        void close();
    }
}
