package io.rochedb.engine.internal.search;

import io.rochedb.engine.internal.ring.RingReader;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.ViewAccess;
import io.rochedb.engine.internal.vector.VectorKernels;
import io.rochedb.engine.query.RetrieveResult.RingFeature;
import java.util.Comparator;

/**
 * How promising a ring looks for a query, from its summary: the count and the sum of its normalised vectors.
 *
 * <p>{@code centroid = sum / |sum|} in float, {@code coherence = clamp01(sum . centroid / count)} (the mean cosine of the vectors to it),
 * {@code utility = coherence * (1 - 1 / (count + 1))}, {@code centroidScore = query . centroid}, 0 for a ring without vectors of the query's
 * dimension.
 *
 * <p>The count is the view's, the sum is that of the newest commit, without what the caller's own transaction adds to a ring that has vectors
 * already: a ring that changes meanwhile may be ranked a little differently, with utility still from 0 to 1. Which records of the ranked rings
 * are found does not depend on it.
 */
final class RingRanking {
    /** The order in which a plan searches rings. */
    static final Comparator<RingFeature> PLAN_ORDER = Comparator.comparing(RingFeature::base, Comparator.reverseOrder())
            .thenComparing(RingFeature::centroidScore, Comparator.reverseOrder())
            .thenComparing(RingFeature::utility, Comparator.reverseOrder())
            .thenComparing(RingFeature::ringCount, Comparator.reverseOrder())
            .thenComparing(RingFeature::ring);

    private RingRanking() {}

    /** Returns the ring's features for a normalised query. */
    static RingFeature feature(
            ViewAccess view, RingState ring, float[] query, boolean base, boolean sibling, boolean descendant) {
        long count = view.vectorRecords(ring);
        double[] sum = count == 0 ? new double[0] : sum(view, ring);
        double centroidScore = 0;
        double utility = 0;
        double length = length(sum);
        if (length > 0) {
            float[] centroid = unit(sum, length);
            utility = coherence(sum, centroid, count) * (1 - 1.0 / (count + 1));
            centroidScore = sum.length == query.length ? VectorKernels.dot(query, centroid) : 0;
        }
        return new RingFeature(ring.name(), centroidScore, count, utility, base, sibling, descendant);
    }

    /** Returns the dimension of a ring that has vectors. */
    static int dimension(ViewAccess view, RingState ring) {
        int committed = view.centroidSum(ring).length;
        return committed > 0 ? committed : view.reader(ring).dimension();
    }

    /** Returns the sum of the normalised vectors, from the summary, or by reading when only the caller's transaction has any. */
    private static double[] sum(ViewAccess view, RingState ring) {
        double[] summary = view.centroidSum(ring);
        if (summary.length > 0) {
            return summary;
        }
        RingReader reader = view.reader(ring);
        double[] sum = new double[reader.dimension()];
        for (int row : reader.stagedVectorRows()) {
            float[] vector = reader.stagedNormalised(row);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += vector[i];
            }
        }
        return sum;
    }

    private static double coherence(double[] sum, float[] centroid, long count) {
        double dot = 0;
        for (int i = 0; i < sum.length; i++) {
            dot += sum[i] * centroid[i];
        }
        return Math.max(0.0, Math.min(1.0, dot / count));
    }

    private static double length(double[] vector) {
        double square = 0;
        for (double component : vector) {
            square += component * component;
        }
        return Math.sqrt(square);
    }

    private static float[] unit(double[] vector, double length) {
        float[] unit = new float[vector.length];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = (float) (vector[i] / length);
        }
        return unit;
    }
}
