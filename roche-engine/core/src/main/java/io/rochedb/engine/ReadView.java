package io.rochedb.engine;

import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.IndexInfo;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingInfo;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.IndexUse;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RetrieveResult;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSizes;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.StellarCursor;
import io.rochedb.engine.query.StellarRequest;
import io.rochedb.engine.query.VectorRequest;
import io.rochedb.engine.schema.Schema;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A consistent view of the store for one caller: a snapshot, or a transaction's snapshot with its own writes on top.
 *
 * <p>Everything obeys {@link #scope()}: a ring the caller may not see does not exist, in data, counts, names and counters.
 * An empty scope sees nothing. A view is used by one thread at a time. Views hold row versions: close them.
 * After 30 minutes a view fails with {@code SNAPSHOT_TOO_OLD}.
 */
public interface ReadView extends AutoCloseable {
    RingScope scope();

    /** Returns the commit version this view reads at. */
    long version();

    /** Returns the record, or empty when it does not exist here. A presented id whose time or epoch differs from the stored record's is {@code INVALID_ID}. */
    Optional<StoredRecord> get(RecordId id);

    /** Opens a scan. The monitor is told rings known and routed at once, records as they are read. */
    RecordCursor scan(ScanRequest request, QueryMonitor monitor);

    /** Returns how an index answers a scan, or empty when it reads its rings whole; loads no ring. What EXPLAIN says: the scan decides anew. */
    default Optional<IndexUse> indexUse(ScanRequest request) {
        return Optional.empty();
    }

    /** Opens an exact vector search, results best first. */
    RecordCursor search(VectorRequest request, QueryMonitor monitor);

    /** Opens a read of a ring with what belongs to it. A root that does not exist here has nothing around it. */
    default StellarCursor stellar(StellarRequest request, QueryMonitor monitor) {
        throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, "this view reads no neighbourhoods of rings");
    }

    /** Runs a retrieval plan. The monitor gets the same counts as the result's stats. */
    RetrieveResult retrieve(RetrieveRequest request, QueryMonitor monitor);

    /** Returns the number of records in the routed rings, from metadata where that is exact, else by counting versions (monitor tells which). */
    long count(RingSelector rings, QueryMonitor monitor);

    /**
     * Returns about how much the routed rings hold, for estimates: the counts of now, not of this view's version; no record is looked at. Time grows with
     * the rings that match, but not for all rings of an unlimited scope.
     */
    default RingSizes sizesAbout(RingSelector rings) {
        QueryMonitor counts = new QueryMonitor();
        long records = count(rings, counts);
        return new RingSizes(counts.ringsRouted(), records);
    }

    /** Returns a visible ring by its exact name, rings without records included. */
    Optional<RingInfo> ring(String name);

    /** Returns the visible rings that match, sorted by name, rings without records included. */
    List<RingInfo> rings(RingSelector rings);

    /** Returns what is declared, as it was when this view was taken: tables none of whose rings the caller may see are not in it. */
    Schema schema();

    /** Returns what is known of the keys and indexes declared in {@link #schema()}: the keys by table, then the indexes by name. */
    default List<IndexInfo> indexes() {
        return List.of();
    }

    /** Returns the field set of a ring in ordinal order; empty for an unknown ring. */
    List<FieldInfo> fields(String ring);

    /**
     * Returns the union by name of the field sets of the matching rings, in order of ring name then ordinal, over at most
     * {@code ringLimit} rings.
     */
    List<FieldInfo> fields(RingSelector rings, int ringLimit);

    /**
     * Returns a number that grows whenever the field set of a ring matching the selector can have changed, or a matching ring appeared.
     *
     * <p>While a transaction's staged writes add fields or rings, its numbers are greater and its own: they change when it changes them, and no
     * other view ever has them.
     */
    long columnVersion(RingSelector rings);

    /** Returns up to {@code limit} visible ring names nearest to a name that does not exist, nearest first. */
    List<String> nearestRings(String name, int limit);

    /** Returns where the record of this id is at a time (seconds since the epoch, past allowed); empty when its ring is unknown. No record is looked up. */
    Optional<Location> locate(RecordId id, double atSeconds);

    /** Returns the earliest time at or after {@code afterSeconds} at which the record is on the node. {@code INVALID_PARAMETER} for a node out of range. */
    OptionalDouble nextVisit(RecordId id, int node, double afterSeconds);

    /** Returns when the two records are next on one node, at or after {@code afterSeconds}; empty when never, or a ring is unknown. */
    Optional<Meeting> nextJoin(RecordId a, RecordId b, double afterSeconds);

    @Override
    void close();
}
