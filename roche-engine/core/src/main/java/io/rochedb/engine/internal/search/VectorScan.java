package io.rochedb.engine.internal.search;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.PredicateEvaluator;
import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.internal.vector.VectorKernel;
import io.rochedb.engine.internal.vector.VectorKernels;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.VectorRequest.Metric;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One exact comparison of a query vector with every visible vector of some rings, keeping the best.
 *
 * <p>Every vector is compared before the predicate is asked, since a comparison is far cheaper; the predicate is asked only for rows good
 * enough to be kept, so the result is that of filtering first.
 */
final class VectorScan {
    private static final int BLOCK = QueryMonitor.CHECK_INTERVAL;

    private final ViewAccess view;
    private final QueryMonitor monitor;
    private final Metric metric;
    private final float[] query;
    /** Null when every candidate passes. */
    private final @Nullable PredicateEvaluator filter;

    private final TopHits best;
    private double[] results = {};
    private final VectorKernel kernel = VectorKernels.kernel();

    private long compared;
    private long ringsTouched;

    /**
     * Prepares a scan; {@code DATA_EXCEPTION} for a vector that cannot be compared.
     *
     * @param vector the query, not normalised
     * @param hits how many to keep
     */
    VectorScan(ViewAccess view, float[] vector, Metric metric, Predicate predicate, long hits, QueryMonitor monitor) {
        this.view = view;
        this.monitor = monitor;
        this.metric = metric;
        this.query =
                metric == Metric.COSINE ? VectorKernels.normalise(checked(vector, metric)) : checked(vector, metric);
        this.filter = predicate.equals(Predicate.TRUE) ? null : PredicateEvaluator.compile(predicate, List.of());
        this.best = new TopHits(hits);
    }

    private static float[] checked(float[] vector, Metric metric) {
        if (vector.length == 0) {
            throw new RocheException(ErrorCode.DATA_EXCEPTION, "the query vector has no components");
        }
        VectorKernels.requireFinite(vector);
        if (metric == Metric.COSINE && VectorKernels.dot(vector, vector) == 0) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION, "the query vector is zero: it has no direction to compare");
        }
        return vector;
    }

    /** Returns the query as it is compared: normalised for COSINE. */
    float[] query() {
        return query;
    }

    /** Compares all rings; rings of another dimension are passed over, an error when that leaves none. */
    void run(List<RingState> rings) {
        RingReader misfit = null;
        boolean fits = false;
        for (RingState ring : rings) {
            if (view.records(ring) > 0) {
                monitor.ringRouted(ring.key());
            }
            if (view.vectorRecords(ring) == 0) {
                continue;
            }
            RingReader reader = view.reader(ring);
            if (reader.dimension() == query.length) {
                fits = true;
                scan(reader);
            } else {
                misfit = reader;
            }
        }
        if (!fits && misfit != null) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "the query vector has dimension " + query.length + ", but the vectors of "
                            + (rings.size() == 1 ? "" : "every ring in scope differ, those of ") + "ring '"
                            + misfit.ring() + "' have dimension " + misfit.dimension());
        }
        best.sort();
    }

    private void scan(RingReader reader) {
        boolean normalised = metric == Metric.COSINE;
        RingReader.Vectors vectors = reader.vectors(normalised, BLOCK);
        while (vectors.next()) {
            int count = vectors.count();
            compare(vectors.components(), vectors.offset(), count);
            for (int i = 0; i < count; i++) {
                if (results[i] >= best.bound()) {
                    int row = vectors.row(i);
                    if (row != RingReader.NONE) {
                        offer(results[i], reader, row);
                    }
                }
            }
            monitor.check();
            view.checkReadable();
        }
        for (int row : reader.stagedVectorRows()) {
            compare(normalised ? reader.stagedNormalised(row) : reader.stagedOriginal(row), 0, 1);
            offer(results[0], reader, row);
        }
        long visible = reader.vectorRecords();
        compared += visible;
        ringsTouched += visible > 0 ? 1 : 0;
        monitor.scanned(visible, 0);
        monitor.check();
    }

    /** Fills the results with keys: the higher, the better. */
    private void compare(float[] matrix, int offset, int count) {
        if (results.length < count) {
            results = new double[count];
        }
        if (metric != Metric.L2) {
            kernel.dots(query, matrix, offset, query.length, count, results);
            return;
        }
        kernel.squaredDistances(query, matrix, offset, query.length, count, results);
        for (int i = 0; i < count; i++) {
            results[i] = -Math.sqrt(results[i]);
        }
    }

    private void offer(double key, RingReader reader, int row) {
        if (!best.admits(key, reader, row)) {
            return;
        }
        if (filter != null) {
            monitor.scanned(0, filter.readsFields() ? reader.payloadLength(row) : 0);
            if (!filter.test(reader, row)) {
                return;
            }
        }
        best.add(key, reader, row);
    }

    /** Tells the monitor what is known of the rest of the caller's scope; call once, after {@link #run}. */
    void report(ViewAccess.Totals totals) {
        monitor.ringsKnown(totals.rings());
        monitor.skipped(Math.max(0, totals.records() - compared));
        monitor.vectors(compared, Math.max(0, totals.vectorRecords() - compared));
    }

    TopHits best() {
        return best;
    }

    /** Returns the score of a hit as the user sees it. */
    double score(int index) {
        return metric == Metric.L2 ? 0.0 - best.key(index) : best.key(index);
    }

    long compared() {
        return compared;
    }

    long ringsTouched() {
        return ringsTouched;
    }
}
