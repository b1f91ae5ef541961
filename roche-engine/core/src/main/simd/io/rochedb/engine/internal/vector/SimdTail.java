package io.rochedb.engine.internal.vector;

/** The components after the last whole register, added to the accumulators in the order every kernel uses. */
final class SimdTail {
    private SimdTail() {}

    static double dot(float[] query, float[] matrix, int at, int whole, int dimension, double[] lanes, int lane) {
        for (int i = whole; i < dimension; i++) {
            lanes[lane + i - whole] += (double) query[i] * matrix[at + i];
        }
        return VectorKernel.sum(lanes, lane);
    }

    static double squaredDistance(
            float[] query, float[] matrix, int at, int whole, int dimension, double[] lanes) {
        for (int i = whole; i < dimension; i++) {
            double difference = (double) query[i] - matrix[at + i];
            lanes[i - whole] += difference * difference;
        }
        return VectorKernel.sum(lanes, 0);
    }
}
