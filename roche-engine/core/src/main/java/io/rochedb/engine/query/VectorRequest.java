package io.rochedb.engine.query;

import io.rochedb.engine.model.FieldRef;
import java.util.List;

/**
 * An exact nearest-neighbour search over the vectors of the routed rings.
 *
 * <p>Order: best first (COSINE and DOT by score descending, L2 by distance ascending), ties by id ascending. The predicate filters before
 * the search, so k results are delivered when k exist. A zero or NaN query vector is {@code DATA_EXCEPTION}, a wrong dimension for one
 * named ring too; over several rings those of another dimension are skipped and counted, an error only when none fits.
 *
 * @param rings which rings to search
 * @param vector the query, not normalised; handed over
 * @param metric how to compare
 * @param predicate what a candidate must satisfy
 * @param fields top-level JSON fields the cursor hands out
 * @param paths values inside the payload the cursor hands out, by index after the fields
 * @param offset best results to pass over
 * @param limit results at most, at least 0
 */
public record VectorRequest(
        RingSelector rings,
        float[] vector,
        Metric metric,
        Predicate predicate,
        List<FieldRef> fields,
        List<Predicate.Path> paths,
        long offset,
        long limit) {

    /** A request without paths. */
    public VectorRequest(
            RingSelector rings,
            float[] vector,
            Metric metric,
            Predicate predicate,
            List<FieldRef> fields,
            long offset,
            long limit) {
        this(rings, vector, metric, predicate, fields, List.of(), offset, limit);
    }

    /** COSINE: dot product of the float32-normalised vectors. DOT: dot product of the original bits. L2: Euclidean distance of the original bits, in double. */
    public enum Metric {
        COSINE,
        DOT,
        L2
    }
}
