package io.rochedb.engine.query;

import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.RecordId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read of records: which rings, which ids in them, which predicate, which fields, in which order, how many.
 *
 * <p>Immutable. Predicate is fully applied by the engine; offset and limit apply after predicate and order.
 *
 * @param rings which rings to read
 * @param ids when not null, only these records (in rings that {@code rings} matches); an empty list reads nothing
 * @param predicate what a record must satisfy; {@link Predicate#TRUE} for all
 * @param fields top-level JSON fields the cursor hands out, by index
 * @param paths values inside the payload the cursor hands out, by index after the fields
 * @param order order of the records
 * @param offset how many matching records to pass over, at least 0
 * @param limit how many records at most, or -1 for all
 */
public record ScanRequest(
        RingSelector rings,
        @Nullable List<RecordId> ids,
        Predicate predicate,
        List<FieldRef> fields,
        List<Predicate.Path> paths,
        Order order,
        long offset,
        long limit) {

    /** The orders a scan can deliver itself. Id order is (unsigned ring key, seq); equal times are in id order. */
    public enum Order {
        ID_ASC,
        ID_DESC,
        WRITTEN_ASC,
        WRITTEN_DESC
    }

    public ScanRequest {
        if (offset < 0 || limit < -1) {
            throw new IllegalArgumentException("offset " + offset + ", limit " + limit);
        }
    }

    /** A request without paths. */
    public ScanRequest(
            RingSelector rings,
            @Nullable List<RecordId> ids,
            Predicate predicate,
            List<FieldRef> fields,
            Order order,
            long offset,
            long limit) {
        this(rings, ids, predicate, fields, List.of(), order, offset, limit);
    }

    /** Returns a request for every record of the rings, by id. */
    public static ScanRequest of(RingSelector rings) {
        return new ScanRequest(rings, null, Predicate.TRUE, List.of(), Order.ID_ASC, 0, -1);
    }

    /** Returns the same request with other fields. */
    public ScanRequest withFields(List<FieldRef> newFields) {
        return new ScanRequest(rings, ids, predicate, newFields, paths, order, offset, limit);
    }

    /** Returns the same request with another limit. */
    public ScanRequest withLimit(long newLimit) {
        return new ScanRequest(rings, ids, predicate, fields, paths, order, offset, newLimit);
    }
}
