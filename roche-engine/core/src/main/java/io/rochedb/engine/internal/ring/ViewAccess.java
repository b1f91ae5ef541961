package io.rochedb.engine.internal.ring;

import io.rochedb.engine.query.RingSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the engine's reading code (scans, search, retrieval, dump) needs of one read view: the rings its caller may see, and their rows.
 *
 * <p>Everything obeys the view's scope: a hidden ring does not exist.
 */
public interface ViewAccess {
    /** Throws {@code SNAPSHOT_TOO_OLD}, {@code OBJECT_CLOSED} or {@code IO_ERROR} when this view can no longer be read. Call it when a scan starts and every {@code QueryMonitor.CHECK_INTERVAL} records. */
    void checkReadable();

    /** Returns the visible rings that match, sorted by unsigned key, rings without records included. Loads nothing. */
    List<RingState> route(RingSelector rings);

    /** Returns a visible ring by its exact name, or null. */
    @Nullable
    RingState ring(String name);

    /** Returns a visible ring by its key, or null. */
    default @Nullable RingState ring(long key) {
        for (RingState ring : route(RingSelector.ALL)) {
            if (ring.key() == key) {
                return ring;
            }
        }
        return null;
    }

    /** Returns the names of the visible rings right below a ring, by name, at most so many. */
    default List<String> children(String name, int limit) {
        return route(new RingSelector.Glob(name + "/*")).stream()
                .map(RingState::name)
                .sorted()
                .limit(limit)
                .toList();
    }

    /** Opens the rows of a ring; one that is not in memory is brought in when there is room for it, else read from disk. */
    RingReader reader(RingState ring);

    /** Opens the rows of a ring without what the view's transaction has staged, as {@link #reader}. */
    RingReader committedReader(RingState ring);

    /** Opens the rows of a ring to look up a few by seq: as {@link #reader}, or {@link #committedReader}, but brings no ring in. */
    default RingReader lookupReader(RingState ring, boolean committed) {
        return committed ? committedReader(ring) : reader(ring);
    }

    /** Returns the sum of the normalised vectors of the ring's committed records, or an empty array. */
    double[] centroidSum(RingState ring);

    /** Returns whether the view's transaction has something staged in the ring. */
    boolean stages(RingState ring);

    /** Returns how many records of the ring this view sees, without loading the ring when metadata is exact. */
    long records(RingState ring);

    /** Returns whether this view sees any record of the ring. */
    default boolean hasRecords(RingState ring) {
        return records(ring) > 0;
    }

    /** Returns how many records with a vector of the ring this view sees, without loading the ring when metadata is exact. */
    long vectorRecords(RingState ring);

    /** Returns how many visible rings hold records, how many records they hold, and how many of those carry a vector: as of about now. */
    Totals totals();

    /** Returns the same as this view sees it: reads the versions of rings that changed after its snapshot. */
    Totals snapshotTotals();

    /** Counts over everything the caller may see. */
    record Totals(long rings, long records, long vectorRecords) {}
}
