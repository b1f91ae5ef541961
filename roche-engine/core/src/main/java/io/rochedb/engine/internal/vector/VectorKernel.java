package io.rochedb.engine.internal.vector;

/**
 * A loop that compares one vector with many that lie one after another in an array.
 *
 * <p>Every implementation gives the same bits: sums are in double, over {@value #LANES} accumulators of which number {@code i % 8} takes component
 * {@code i}, added up by {@link #sum}. The product of two floats is exact in double, so fused and separate multiplication agree.
 */
public interface VectorKernel {
    /** Number of accumulators. */
    int LANES = 8;

    /** Returns its name, e.g. {@code "simd-512"}. */
    String name();

    /**
     * Computes dot products.
     *
     * @param query a vector, from index 0
     * @param matrix vectors of {@code dimension} components each, the first at {@code offset}
     * @param count how many
     * @param out receives the results from index 0
     */
    void dots(float[] query, float[] matrix, int offset, int dimension, int count, double[] out);

    /** Computes squared Euclidean distances; arguments as for {@link #dots}. */
    void squaredDistances(float[] query, float[] matrix, int offset, int dimension, int count, double[] out);

    /** Adds up the accumulators that start at an index, in the one order every kernel uses. */
    static double sum(double[] lanes, int at) {
        return ((lanes[at] + lanes[at + 4]) + (lanes[at + 2] + lanes[at + 6]))
                + ((lanes[at + 1] + lanes[at + 5]) + (lanes[at + 3] + lanes[at + 7]));
    }
}
