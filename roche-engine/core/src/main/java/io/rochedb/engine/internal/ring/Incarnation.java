package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
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

    private final Residency residency;
    /** Held while the rows are read in. Whoever holds the commit lock does not wait for it. */
    private final Object loading = new Object();
    /** Held shortly, by those who open what is on disk and by those who are about to take it away, and by those who read or change the centroid. */
    private final Object gate = new Object();

    private volatile RingTable table;
    /** Where the records that are not in memory are once the ring has been dropped or emptied; null before: in the store. */
    private volatile @Nullable RingLoader ended;

    private boolean forgotten;
    /** How many need the table to stay as it is; under the commit lock. */
    private int holds;
    // How warm it is: written by whoever uses it, without a care for the others.
    private int heat;
    private int lastTick;
    private int coldGets;
    private volatile @Nullable Incarnation previous;

    Incarnation(Residency residency, RingTable table) {
        this(residency, table, 0, new FieldSet(), 0, null);
    }

    private Incarnation(
            Residency residency,
            RingTable table,
            long since,
            FieldSet fields,
            long columnBase,
            @Nullable Incarnation previous) {
        this.residency = residency;
        this.table = table;
        this.since = since;
        this.fields = fields;
        this.columnBase = columnBase;
        this.previous = previous;
    }

    /** Returns the one that follows when the ring is emptied: with the fields, without records. */
    Incarnation emptied(long version, RingTable fresh, long millis) {
        Incarnation next = new Incarnation(residency, fresh, version, fields, columnBase, this);
        next.createdMillis = createdMillis;
        next.createdVersion = createdVersion;
        next.lastWriteMillis = millis;
        return next;
    }

    /** Returns the one that follows when the ring is dropped: nothing is left, until somebody creates it again. */
    Incarnation dropped(long version, RingTable fresh) {
        long base = columnBase + fields.version() + 2;
        Incarnation next = new Incarnation(residency, fresh, version, new FieldSet(), base, this);
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

    /** Under the commit lock. */
    private void giveUp() {
        forgotten = true;
        table.discard();
    }

    boolean existsAt(long version) {
        return createdVersion <= version;
    }

    // Rows.

    /** Returns the rows that are in memory: all, or those written lately. */
    RingTable table() {
        return table;
    }

    /** Returns the rows that are in memory, and notes that somebody uses them. */
    RingTable use() {
        touch();
        return table;
    }

    /** Returns all rows; reads them in when they are not in memory, whatever has to go for it. */
    RingTable whole(RingState ring) {
        RingTable now = use();
        return now.isWhole() ? now : load(ring, true);
    }

    /** Returns all rows when they are in memory or there is room for them, else null. */
    @Nullable
    RingTable wholeIfRoom(RingState ring) {
        RingTable now = use();
        if (now.isWhole()) {
            return now;
        }
        if (!residency.admits(this, RingLoad.estimate(this, residency.budget(), ring.nextSeq()))) {
            return null;
        }
        try {
            return load(ring, false);
        } catch (RocheException e) {
            if (e.code() == ErrorCode.OUT_OF_MEMORY_BUDGET) {
                return null; // Somebody else was faster, or its indexes do not fit.
            }
            throw e;
        }
    }

    private RingTable load(RingState ring, boolean forced) {
        if (residency.lock().isHeldByCurrentThread()) {
            return new RingLoad(ring, this, residency, forced).run();
        }
        synchronized (loading) {
            return new RingLoad(ring, this, residency, forced).run();
        }
    }

    /** Has other rows from now on; under the commit lock. */
    void install(RingTable loaded) {
        table.discard();
        table = loaded;
        coldGets = 0;
        if (forgotten) {
            loaded.discard();
        }
    }

    /** Returns a table to write into; under the commit lock. */
    RingTable writable() {
        RingTable now = use();
        if (now.isShared()) {
            now = RingTable.partial(residency.budget(), now.rows().oldestVersion);
            table = now;
        }
        return now;
    }

    /** Opens what is on disk. */
    RingLoader.Source open(RingState ring) {
        synchronized (gate) {
            return onDisk().open(ring);
        }
    }

    /** Opens what is on disk, without the vectors. */
    RingLoader.Source openDocuments(RingState ring) {
        synchronized (gate) {
            return onDisk().openDocuments(ring);
        }
    }

    /** Returns where the records are that are not in memory. */
    RingLoader onDisk() {
        RingLoader pinned = ended;
        return pinned != null ? pinned : Objects.requireNonNull(residency.store());
    }

    /** Returns what keeps the records on disk for those who still read them after the ring was dropped or emptied, else null. */
    @Nullable
    RingLoader ended() {
        return ended;
    }

    /** Has whoever needs rows that are not in memory read them from elsewhere: they are about to be taken from the disk. */
    void loadFrom(RingLoader other) {
        synchronized (gate) {
            ended = other;
        }
    }

    /** Before the engine is handed out: the records are on disk. */
    void restore(RingState.Counters stored, int storedDimension, RingTable nothing) {
        dimension = storedDimension;
        if (stored.records() > 0) {
            table = nothing;
        }
    }

    // Being given up.

    /** Has the table stay until it is {@link #letGo}; under the commit lock. */
    void hold() {
        holds++;
    }

    void letGo() {
        holds--;
    }

    boolean isNewest(RingState ring) {
        return ring.newest() == this;
    }

    long residentBytes() {
        return table.residentBytes();
    }

    /** Returns what it and older ones take. */
    long residentBytesOfAll() {
        long bytes = 0;
        for (Incarnation one = this; one != null; one = one.previous) {
            bytes += one.residentBytes();
        }
        return bytes;
    }

    /** Gives all rows up when the disk shows what every reader at or after a version sees; under the commit lock, of the newest one only. */
    boolean shedAll(long oldestVersion, RingTable nothing) {
        if (holds > 0 || table.residentBytes() == 0 || Math.max(since, lastChangeVersion) > oldestVersion) {
            return false;
        }
        install(nothing);
        return true;
    }

    /** Gives up the rows of those records that the disk shows as every reader at or after a version sees them; as {@link #shedAll}. */
    boolean shedOld(long oldestVersion) {
        RingTable fresh = holds > 0 || since > oldestVersion ? null : table.newerThan(oldestVersion);
        if (fresh == null) {
            return false;
        }
        table = fresh; // It has taken what the old one was charged.
        coldGets = 0;
        return true;
    }

    // Heat.

    void touch() {
        int now = residency.tick();
        if (lastTick != now) {
            heat = Residency.warmer(heat(now));
            lastTick = now;
        }
    }

    int heat() {
        return heat(residency.tick());
    }

    int heat(int now) {
        return Residency.heat(heat, lastTick, now);
    }

    int lastTick() {
        return lastTick;
    }

    /** Counts a single read from disk since it was in memory last. */
    int coldGet() {
        return ++coldGets;
    }

    Residency residency() {
        return residency;
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
