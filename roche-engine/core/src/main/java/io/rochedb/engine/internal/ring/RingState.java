package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.model.RecordId;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One ring of an open engine: its name, orbit, statistics and, once loaded, its rows.
 *
 * <p>Changed only under the commit lock, read by anyone.
 */
public final class RingState {
    public static final double DEFAULT_PERIOD_SECONDS = 60.0;
    private static final int HEAD_STEPS = 628;
    private static final long NEVER = Long.MAX_VALUE;

    private final String name;
    private final long key;
    private final double headRadians;
    private final AtomicLong nextSeq = new AtomicLong();
    private final FieldSet fields = new FieldSet();
    private volatile long createdVersion = NEVER;
    private volatile long createdMillis;
    private volatile double[] periodSeconds = {DEFAULT_PERIOD_SECONDS};
    private volatile @Nullable String description;
    private volatile @Nullable RingSchema schema;
    private volatile List<IndexShape> shapes = List.of();
    private volatile @Nullable RingTable table;
    private volatile int dimension;
    private double[] centroidSum = {};

    // Counters: written in the order of changed(), read in the opposite order by countersAt().
    private long lastChangeVersion;
    private long records;
    private long vectorRecords;
    private long payloadBytes;
    private volatile long lastWriteMillis;

    private final MemoryBudget budget;
    private final Object loading = new Object();
    private @Nullable RingLoader loader;

    RingState(String name, long key, MemoryBudget budget) {
        this.name = name;
        this.key = key;
        this.budget = budget;
        headRadians = Long.remainderUnsigned(key, HEAD_STEPS) / 100.0;
        table = new RingTable(budget);
    }

    public String name() {
        return name;
    }

    /** Returns the ring key; compared unsigned. */
    public long key() {
        return key;
    }

    /** Returns the head angle: (key mod 628 unsigned) / 100. */
    public double headRadians() {
        return headRadians;
    }

    /** Returns the orbital period of each epoch; do not change. */
    public double[] periodSeconds() {
        return periodSeconds;
    }

    /** Returns the index of the newest orbit epoch. */
    public int epoch() {
        return periodSeconds.length - 1;
    }

    public long createdMillis() {
        return createdMillis;
    }

    public @Nullable String description() {
        return description;
    }

    /** Returns the dimension fixed by the ring's first committed vector, 0 while there is none. */
    public int dimension() {
        return dimension;
    }

    /** Returns what is declared about the ring, or null: as of the newest commit. */
    public @Nullable RingSchema schema() {
        return schema;
    }

    void declare(@Nullable RingSchema declared) {
        synchronized (loading) {
            schema = declared;
            shapes = IndexShape.of(declared);
            RingTable now = table;
            if (now != null) {
                now.keepIndexes(shapes);
            }
        }
    }

    /** Returns the indexes that the ring's table has, or will have when it is loaded. */
    List<IndexShape> indexShapes() {
        return shapes;
    }

    /**
     * Has a load that begins from now on build the indexes of a declaration that is not made yet as well. Returns those that a table in memory
     * lacks.
     */
    List<IndexShape> announce(List<IndexShape> declared) {
        synchronized (loading) {
            List<IndexShape> added = new ArrayList<>(declared);
            added.removeAll(shapes);
            List<IndexShape> both = new ArrayList<>(shapes);
            both.addAll(added);
            shapes = List.copyOf(both);
            RingTable now = table;
            if (now == null) {
                return List.of();
            }
            added.removeIf(shape -> now.indexes().find(shape) != null);
            return added;
        }
    }

    /** Takes back what was announced. */
    void unannounce() {
        declare(schema);
    }

    /** Returns the ring's rows when they are in memory, else null. */
    @Nullable
    RingTable tableInMemory() {
        return table;
    }

    public long lastWriteMillis() {
        return lastWriteMillis;
    }

    public FieldSet fields() {
        return fields;
    }

    /** Returns whether a commit at or before the version created the ring. */
    public boolean existsAt(long version) {
        return createdVersion <= version;
    }

    /** Returns the sum of the normalised vectors of the ring's committed records, or an empty array; a private copy. */
    public double[] centroidSum() {
        synchronized (fields) {
            return centroidSum.clone();
        }
    }

    /** Takes the next seq of the ring: never given again. {@code LIMIT_PAYLOAD} when all are used up. */
    public long takeSeq() {
        long seq = nextSeq.getAndIncrement();
        if (seq > RecordId.MAX_48) {
            throw new RocheException(
                    ErrorCode.LIMIT_PAYLOAD,
                    "ring '" + name + "' has given its last seq, " + RecordId.MAX_48 + "; put into another ring");
        }
        return seq;
    }

    /** Makes sure that a seq chosen elsewhere is never given again. */
    public void keepSeq(long seq) {
        nextSeq.accumulateAndGet(seq + 1, Math::max);
    }

    /** Returns the first seq not yet given, one more than the largest when all are used up. */
    public long nextSeq() {
        return Math.min(nextSeq.get(), RecordId.MAX_48 + 1);
    }

    /** Records, vectors and payload bytes of a ring. */
    public record Counters(long records, long vectorRecords, long payloadBytes) {
        public static final Counters ZERO = new Counters(0, 0, 0);

        public Counters plus(Counters other) {
            return new Counters(
                    records + other.records, vectorRecords + other.vectorRecords, payloadBytes + other.payloadBytes);
        }
    }

    /** Returns the counters when no commit after the version has changed them, else null: then versions must be counted. */
    public @Nullable Counters countersAt(long version) {
        Counters counters = new Counters(records, vectorRecords, payloadBytes);
        VarHandle.acquireFence();
        return lastChangeVersion <= version ? counters : null;
    }

    /** Returns the number of records now, committed but perhaps not yet visible ones included. */
    public long recordsNow() {
        return records;
    }

    public Counters countersNow() {
        return new Counters(records, vectorRecords, payloadBytes);
    }

    /** Returns the ring's rows; reads them in when this is the first touch. */
    RingTable table() {
        RingTable now = table;
        return now != null ? now : load();
    }

    /** Returns where the ring's records are when they are not in memory, else null. */
    @Nullable
    RingLoader unloaded() {
        return table == null ? loader : null;
    }

    /** Returns whether a commit after the version has changed a record. */
    boolean changedAfter(long version) {
        return countersAt(version) == null || version < 0;
    }

    /** Makes sure that the ring's rows are in memory: not to be done under the commit lock. */
    public void touch() {
        table();
    }

    private RingTable load() {
        synchronized (loading) {
            RingTable now = table;
            if (now == null) {
                now = RingTable.load(this, budget, Objects.requireNonNull(loader));
                table = now;
            }
            return now;
        }
    }

    /** Before the engine is handed out: the ring's records are on disk. */
    void restore(Counters stored, int storedDimension, RingLoader from) {
        dimension = storedDimension;
        if (stored.records() > 0) {
            loader = from;
            table = null;
        }
    }

    void restoreCentroid(double[] sum) {
        centroidSum = sum;
    }

    // What a commit does, under the commit lock.

    void create(long version, long millis) {
        createdMillis = millis;
        createdVersion = version;
    }

    boolean exists() {
        return createdVersion != NEVER;
    }

    void set(RingSettings settings) {
        if (settings.periodSeconds() != null) {
            periodSeconds = settings.periodSeconds();
        }
        if (settings.describes()) {
            description = settings.description();
        }
        keepSeq(settings.nextSeq() - 1);
    }

    /** Adds to the counters as one change at a version. */
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

    /** Adds a normalised vector to the centroid sum, or takes it away. */
    void addToCentroid(float[] normalised, int sign) {
        synchronized (fields) {
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
