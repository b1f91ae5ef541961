package io.rochedb.engine.internal.vector;

/** The kernel for a JVM without the incubator module: an unrolled loop. */
final class ScalarKernel implements VectorKernel {
    @Override
    public String name() {
        return "scalar";
    }

    @Override
    public void dots(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] tail = new double[LANES];
        int whole = dimension - dimension % LANES;
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            double a = 0;
            double b = 0;
            double c = 0;
            double d = 0;
            double e = 0;
            double f = 0;
            double g = 0;
            double h = 0;
            for (int i = 0; i < whole; i += LANES) {
                a += (double) query[i] * matrix[at + i];
                b += (double) query[i + 1] * matrix[at + i + 1];
                c += (double) query[i + 2] * matrix[at + i + 2];
                d += (double) query[i + 3] * matrix[at + i + 3];
                e += (double) query[i + 4] * matrix[at + i + 4];
                f += (double) query[i + 5] * matrix[at + i + 5];
                g += (double) query[i + 6] * matrix[at + i + 6];
                h += (double) query[i + 7] * matrix[at + i + 7];
            }
            fill(tail, a, b, c, d, e, f, g, h);
            for (int i = whole; i < dimension; i++) {
                tail[i - whole] += (double) query[i] * matrix[at + i];
            }
            out[row] = VectorKernel.sum(tail, 0);
        }
    }

    @Override
    public void squaredDistances(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[LANES];
        int whole = dimension - dimension % LANES;
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            fill(lanes, 0, 0, 0, 0, 0, 0, 0, 0);
            for (int i = 0; i < whole; i += LANES) {
                for (int lane = 0; lane < LANES; lane++) {
                    double difference = (double) query[i + lane] - matrix[at + i + lane];
                    lanes[lane] += difference * difference;
                }
            }
            for (int i = whole; i < dimension; i++) {
                double difference = (double) query[i] - matrix[at + i];
                lanes[i - whole] += difference * difference;
            }
            out[row] = VectorKernel.sum(lanes, 0);
        }
    }

    private static void fill(
            double[] lanes, double a, double b, double c, double d, double e, double f, double g, double h) {
        lanes[0] = a;
        lanes[1] = b;
        lanes[2] = c;
        lanes[3] = d;
        lanes[4] = e;
        lanes[5] = f;
        lanes[6] = g;
        lanes[7] = h;
    }
}
