package io.rochedb.engine.internal.ring;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of how many records rings hold: what brings the totals of some rings from one version to another without looking at the rings. One
 * writer, under the commit lock; any number of readers, who never wait.
 */
public final class RecentChanges {
    /** Changes remembered; a power of two. What one commit changes in one ring is one. */
    private static final int SIZE = 1 << 12;

    private record Change(long index, long version, RingState ring, long rings, long records, long vectorRecords) {}

    private final AtomicReferenceArray<@Nullable Change> slots = new AtomicReferenceArray<>(SIZE);
    private volatile long count;

    void add(long version, RingState ring, long rings, long records, long vectorRecords) {
        long next = count;
        Change last = next == 0 ? null : slots.get(slot(next - 1));
        if (last != null && last.version == version && last.ring == ring) {
            slots.set(
                    slot(next - 1),
                    new Change(
                            next - 1,
                            version,
                            ring,
                            last.rings + rings,
                            last.records + records,
                            last.vectorRecords + vectorRecords));
            return;
        }
        slots.set(slot(next), new Change(next, version, ring, rings, records, vectorRecords));
        count = next + 1;
    }

    private static int slot(long index) {
        return (int) (index & (SIZE - 1));
    }

    /** Returns what the commits after one version, up to another that is visible, have changed in some rings; null when not all of it is remembered. */
    public ViewAccess.@Nullable Totals between(long after, long upTo, Predicate<RingState> chosen) {
        long rings = 0;
        long records = 0;
        long vectorRecords = 0;
        for (long i = count - 1; i >= 0; i--) {
            Change change = slots.get(slot(i));
            if (change == null || change.index != i) {
                // A newer one has its place.
                return null;
            }
            if (change.version <= after) {
                break;
            }
            if (change.version <= upTo && chosen.test(change.ring)) {
                rings += change.rings;
                records += change.records;
                vectorRecords += change.vectorRecords;
            }
        }
        return new ViewAccess.Totals(rings, records, vectorRecords);
    }
}
