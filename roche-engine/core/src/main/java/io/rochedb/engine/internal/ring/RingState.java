package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.schema.RingSchema;
import io.rochedb.engine.model.RecordId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One ring of an open engine: its name, orbit and declaration, and its {@link Incarnation}, which holds rows and statistics.
 *
 * <p>What is asked without a version is as of the newest commit. Changed only under the commit lock, read by anyone.
 */
public final class RingState {
    public static final double DEFAULT_PERIOD_SECONDS = 60.0;
    private static final int HEAD_STEPS = 628;

    private final String name;
    private final long key;
    private final double headRadians;
    private final Residency residency;
    private final AtomicLong nextSeq = new AtomicLong();
    private volatile double[] periodSeconds = {DEFAULT_PERIOD_SECONDS};
    private volatile @Nullable String description;
    private volatile @Nullable RingSchema schema;
    private volatile List<IndexShape> shapes = List.of();
    private volatile Incarnation now;
    private volatile boolean dropped;

    RingState(String name, long key, Residency residency) {
        this.name = name;
        this.key = key;
        this.residency = residency;
        headRadians = Long.remainderUnsigned(key, HEAD_STEPS) / 100.0;
        now = new Incarnation(residency, new RingTable(residency.budget()));
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

    public @Nullable String description() {
        return description;
    }

    /** Returns what is declared about the ring, or null: as of the newest commit. */
    public @Nullable RingSchema schema() {
        return schema;
    }

    /** Under the commit lock, or before anybody knows the ring. */
    void declare(@Nullable RingSchema declared) {
        List<IndexShape> declaredShapes = IndexShape.of(declared);
        schema = declared;
        if (!declaredShapes.equals(shapes)) {
            shapes = declaredShapes;
            RingTable table = tableInMemory();
            if (table != null) {
                table.keepIndexes(shapes);
            }
        }
    }

    /** Returns the indexes that the ring's table has, or will have when it is loaded. */
    List<IndexShape> indexShapes() {
        return shapes;
    }

    /**
     * Has a load that ends from now on build the indexes of a declaration that is not made yet as well. Returns those that a table in memory
     * lacks. Under the commit lock.
     */
    List<IndexShape> announce(List<IndexShape> declared) {
        List<IndexShape> added = new ArrayList<>(declared);
        added.removeAll(shapes);
        List<IndexShape> both = new ArrayList<>(shapes);
        both.addAll(added);
        shapes = List.copyOf(both);
        RingTable table = tableInMemory();
        if (table == null) {
            return List.of();
        }
        added.removeIf(shape -> table.indexes().find(shape) != null);
        return added;
    }

    /** Takes back what was announced. */
    void unannounce() {
        declare(schema);
    }

    /** Returns whether the ring has been dropped in the past: its epochs then stay as they are, for the ids that were given. */
    public boolean wasDropped() {
        return dropped;
    }

    // What a view at a version sees.

    private Incarnation at(long version) {
        return now.at(version);
    }

    /** Returns whether a commit at or before the version created the ring, and none has dropped it since. */
    public boolean existsAt(long version) {
        return at(version).existsAt(version);
    }

    public long createdMillis(long version) {
        return at(version).createdMillis;
    }

    /** Returns the dimension fixed by the ring's first committed vector, 0 while there is none. */
    public int dimension(long version) {
        return at(version).dimension;
    }

    public long lastWriteMillis(long version) {
        return at(version).lastWriteMillis;
    }

    public FieldSet fields(long version) {
        return at(version).fields;
    }

    /** Returns a number that grows when the ring is dropped, to which the version of its fields is added while it exists. */
    public long columnBase(long version) {
        return at(version).columnBase;
    }

    /** Returns the sum of the normalised vectors of the ring's committed records, or an empty array; a private copy. */
    public double[] centroidSum(long version) {
        return at(version).centroidSum();
    }

    /** Returns the counters when no commit after the version has changed them, else null: then versions must be counted. */
    public @Nullable Counters countersAt(long version) {
        return at(version).countersAt(version);
    }

    /** Returns what the ring holds, or held, at a version. */
    Incarnation incarnation(long version) {
        return at(version);
    }

    /** Returns what the ring holds now. */
    Incarnation newest() {
        return now;
    }

    /** Returns the bytes of its records that are in memory, those included that only older snapshots read. */
    public long residentBytes() {
        return now.residentBytesOfAll();
    }

    // What the newest commit left.

    /** Returns the version of the commit that dropped or emptied the ring last, 0 for none in this process. */
    long since() {
        return now.since;
    }

    public long createdMillis() {
        return now.createdMillis;
    }

    public int dimension() {
        return now.dimension;
    }

    public long lastWriteMillis() {
        return now.lastWriteMillis;
    }

    public FieldSet fields() {
        return now.fields;
    }

    double[] centroidSum() {
        return now.centroidSum();
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

    /** Returns the number of records now, committed but perhaps not yet visible ones included. */
    public long recordsNow() {
        return now.recordsNow();
    }

    public Counters countersNow() {
        return now.countersNow();
    }

    /** Returns whether a commit after the version has changed a record. */
    boolean changedAfter(long version) {
        return version < 0 || now.countersAt(version) == null;
    }

    /** Returns all of the ring's rows; reads them in when they are not in memory. */
    RingTable table() {
        return now.whole(this);
    }

    /** Returns all of the ring's rows when they are in memory, else null. */
    @Nullable
    RingTable tableInMemory() {
        RingTable table = now.table();
        return table.isWhole() ? table : null;
    }

    /** Returns those of the ring's rows that are in memory. */
    RingTable recentTable() {
        return now.table();
    }

    /** Returns the table that commits write into; under the commit lock. A ring with indexes is brought in for it. */
    RingTable tableToWrite() {
        return shapes.isEmpty() ? now.writable() : now.whole(this);
    }

    /** Returns the ring's indexes; a ring that has any is brought in for it. */
    RingIndexes indexes() {
        return shapes.isEmpty() ? now.table().indexes() : table().indexes();
    }

    /** Makes sure that the ring's indexes are in memory, when it has any: not to be done under the commit lock. */
    public void prepareWrite() {
        indexes();
    }

    /** Before the engine is handed out: the ring's records are on disk. */
    void restore(Counters stored, int storedDimension, RingTable nothing) {
        now.restore(stored, storedDimension, nothing);
    }

    void restoreDropped() {
        dropped = true;
    }

    void restoreCentroid(double[] sum) {
        now.restoreCentroid(sum);
    }

    // What a commit does, under the commit lock.

    void create(long version, long millis) {
        now.createdMillis = millis;
        now.createdVersion = version;
    }

    boolean exists() {
        return now.existsAt(Incarnation.NEVER - 1);
    }

    /** Takes every record away; fields and settings stay. */
    void empty(long version, long millis) {
        now = now.emptied(version, freshTable(), millis);
    }

    /** Takes everything away but the key, the next seq and the epochs. */
    void drop(long version) {
        dropped = true;
        description = null;
        now = now.dropped(version, freshTable());
    }

    private RingTable freshTable() {
        RingTable fresh = new RingTable(residency.budget());
        fresh.keepIndexes(shapes);
        return fresh;
    }

    /** Gives up what nobody at or after the version reads. */
    void forgetBefore(long oldestVersion) {
        now.forgetBefore(oldestVersion);
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
        now.changed(version, recordDelta, vectorDelta, byteDelta, millis);
    }

    /** Adds a normalised vector to the centroid sum, or takes it away. */
    void addToCentroid(float[] normalised, int sign) {
        now.addToCentroid(normalised, sign);
    }
}
