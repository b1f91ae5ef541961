package io.rochedb.engine.internal.ring;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a ring holds from its beginning, or from being dropped or emptied, until it is dropped or emptied again: rows, counters, fields.
 *
 * <p>A drop puts a new incarnation before the old one, which older snapshots go on reading; that costs the same however many records there are. Changed
 * only under the commit lock, read by anyone.
 */
final class Incarnation {
    static final long NEVER = Long.MAX_VALUE;

    /** Version of the commit that began it; 0 for a ring's first one. */
    final long since;

    final FieldSet fields;
    /** What the ring's column number counts up from: greater than it was in every older incarnation. */
    final long columnBase;

    volatile long createdVersion = NEVER;
    volatile long createdMillis;
    volatile int dimension;
    volatile long lastWriteMillis;
    private double[] centroidSum = {};

    // Counters: written in the order of changed(), read in the opposite order by countersAt().
    private long lastChangeVersion;
    private long records;
    private long vectorRecords;
    private long payloadBytes;

    private final MemoryBudget budget;
    /** Held while the rows are read in, and by those who change which indexes are built then. */
    final Object loading = new Object();
    /** Held shortly, by those who open what is on disk and by those who are about to take it away. */
    private final Object gate = new Object();

    private volatile @Nullable RingTable table;
    private volatile @Nullable RingLoader loader;
    private boolean forgotten;
    private volatile @Nullable Incarnation previous;

    Incarnation(MemoryBudget budget, RingTable table) {
        this(budget, table, 0, new FieldSet(), 0, null);
    }

    private Incarnation(
            MemoryBudget budget,
            RingTable table,
            long since,
            FieldSet fields,
            long columnBase,
            @Nullable Incarnation previous) {
        this.budget = budget;
        this.table = table;
        this.since = since;
        this.fields = fields;
        this.columnBase = columnBase;
        this.previous = previous;
    }

    /** Returns the one that follows when the ring is emptied: with the fields, without records. */
    Incarnation emptied(long version, RingTable fresh, long millis) {
        Incarnation next = new Incarnation(budget, fresh, version, fields, columnBase, this);
        next.createdMillis = createdMillis;
        next.createdVersion = createdVersion;
        next.lastWriteMillis = millis;
        return next;
    }

    /** Returns the one that follows when the ring is dropped: nothing is left, until somebody creates it again. */
    Incarnation dropped(long version, RingTable fresh) {
        long base = columnBase + fields.version() + 2;
        Incarnation next = new Incarnation(budget, fresh, version, new FieldSet(), base, this);
        next.createdMillis = createdMillis;
        return next;
    }

    /** Returns the one of a version: older ones are there for as long as a registered snapshot needs them. */
    Incarnation at(long version) {
        Incarnation found = this;
        while (found.since > version) {
            Incarnation before = found.previous;
            if (before == null) {
                break;
            }
            found = before;
        }
        return found;
    }

    /** Gives up the older ones that nobody at or after the version reads. */
    void forgetBefore(long oldestVersion) {
        Incarnation needed = at(oldestVersion);
        Incarnation old = needed.previous;
        if (needed.since <= oldestVersion) {
            needed.previous = null;
            while (old != null) {
                old.giveUp();
                old = old.previous;
            }
        }
    }

    private void giveUp() {
        synchronized (gate) {
            forgotten = true;
            RingTable now = table;
            if (now != null) {
                now.discard();
            }
        }
    }

    boolean existsAt(long version) {
        return createdVersion <= version;
    }

    // Rows.

    /** Returns the rows; reads them in when this is the first touch. */
    RingTable table(RingState ring) {
        RingTable now = table;
        return now != null ? now : load(ring);
    }

    @Nullable
    RingTable tableInMemory() {
        return table;
    }

    private RingTable load(RingState ring) {
        synchronized (loading) {
            RingTable now = table;
            if (now == null) {
                try (RingLoader.Source source = open(ring)) {
                    now = RingTable.load(ring, this, budget, source);
                }
                synchronized (gate) {
                    table = now;
                    if (forgotten) {
                        now.discard();
                    }
                }
            }
            return now;
        }
    }

    private RingLoader.Source open(RingState ring) {
        synchronized (gate) {
            return Objects.requireNonNull(loader).open(ring, vectorRecords);
        }
    }

    /** Returns where the records are when they are not in memory, else null. */
    @Nullable
    RingLoader unloaded() {
        return table == null ? loader : null;
    }

    /** Has whoever needs the rows read them from elsewhere: they are about to be taken from the disk. */
    void loadFrom(RingLoader other) {
        synchronized (gate) {
            loader = other;
        }
    }

    /** Before the engine is handed out: the records are on disk. */
    void restore(RingState.Counters stored, int storedDimension, RingLoader from) {
        dimension = storedDimension;
        if (stored.records() > 0) {
            loader = from;
            table = null;
        }
    }

    // Counters.

    RingState.@Nullable Counters countersAt(long version) {
        RingState.Counters counters = new RingState.Counters(records, vectorRecords, payloadBytes);
        VarHandle.acquireFence();
        return lastChangeVersion <= version ? counters : null;
    }

    long recordsNow() {
        return records;
    }

    RingState.Counters countersNow() {
        return new RingState.Counters(records, vectorRecords, payloadBytes);
    }

    void changed(long version, long recordDelta, long vectorDelta, long byteDelta, long millis) {
        lastChangeVersion = version;
        VarHandle.releaseFence();
        records += recordDelta;
        vectorRecords += vectorDelta;
        payloadBytes += byteDelta;
        if (millis > lastWriteMillis) {
            lastWriteMillis = millis;
        }
    }

    // Centroid.

    double[] centroidSum() {
        synchronized (gate) {
            return centroidSum.clone();
        }
    }

    void restoreCentroid(double[] sum) {
        centroidSum = sum;
    }

    void addToCentroid(float[] normalised, int sign) {
        synchronized (gate) {
            if (centroidSum.length == 0) {
                centroidSum = new double[normalised.length];
                dimension = normalised.length;
            }
            for (int i = 0; i < normalised.length; i++) {
                centroidSum[i] += sign * (double) normalised[i];
            }
        }
    }
}
