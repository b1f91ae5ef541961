package io.rochedb.engine.internal.vector;

/** The loops for vectors too short to fill the accumulators once, where setting up registers costs more than it saves. */
final class ShortVectors {
    private ShortVectors() {}

    static void dots(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[VectorKernel.LANES];
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            for (int i = 0; i < dimension; i++) {
                lanes[i] = (double) query[i] * matrix[at + i];
            }
            out[row] = VectorKernel.sum(lanes, 0);
        }
    }

    static void squaredDistances(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[VectorKernel.LANES];
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            for (int i = 0; i < dimension; i++) {
                double difference = (double) query[i] - matrix[at + i];
                lanes[i] = difference * difference;
            }
            out[row] = VectorKernel.sum(lanes, 0);
        }
    }
}
