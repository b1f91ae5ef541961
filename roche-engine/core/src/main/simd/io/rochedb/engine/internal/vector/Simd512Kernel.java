package io.rochedb.engine.internal.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The kernel for 512-bit registers: eight doubles at a time, four rows in flight. */
final class Simd512Kernel implements VectorKernel {
    private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_512;
    private static final VectorSpecies<Float> NARROW = FloatVector.SPECIES_256;
    private static final int ROWS = 4;

    @Override
    public String name() {
        return "simd-512";
    }

    private static DoubleVector load(float[] array, int at) {
        return (DoubleVector) FloatVector.fromArray(NARROW, array, at).convertShape(VectorOperators.F2D, WIDE, 0);
    }

    @Override
    public void dots(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[ROWS * LANES];
        int whole = dimension - dimension % LANES;
        int row = 0;
        int at = offset;
        for (; row + ROWS <= count; row += ROWS, at += ROWS * dimension) {
            DoubleVector a = DoubleVector.zero(WIDE);
            DoubleVector b = a;
            DoubleVector c = a;
            DoubleVector d = a;
            for (int i = 0; i < whole; i += LANES) {
                DoubleVector q = load(query, i);
                a = q.fma(load(matrix, at + i), a);
                b = q.fma(load(matrix, at + dimension + i), b);
                c = q.fma(load(matrix, at + 2 * dimension + i), c);
                d = q.fma(load(matrix, at + 3 * dimension + i), d);
            }
            a.intoArray(lanes, 0);
            b.intoArray(lanes, LANES);
            c.intoArray(lanes, 2 * LANES);
            d.intoArray(lanes, 3 * LANES);
            for (int j = 0; j < ROWS; j++) {
                out[row + j] = SimdTail.dot(query, matrix, at + j * dimension, whole, dimension, lanes, j * LANES);
            }
        }
        for (; row < count; row++, at += dimension) {
            DoubleVector a = DoubleVector.zero(WIDE);
            for (int i = 0; i < whole; i += LANES) {
                a = load(query, i).fma(load(matrix, at + i), a);
            }
            a.intoArray(lanes, 0);
            out[row] = SimdTail.dot(query, matrix, at, whole, dimension, lanes, 0);
        }
    }

    @Override
    public void squaredDistances(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[LANES];
        int whole = dimension - dimension % LANES;
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            DoubleVector sum = DoubleVector.zero(WIDE);
            for (int i = 0; i < whole; i += LANES) {
                DoubleVector difference = load(query, i).sub(load(matrix, at + i));
                sum = difference.mul(difference).add(sum);
            }
            sum.intoArray(lanes, 0);
            out[row] = SimdTail.squaredDistance(query, matrix, at, whole, dimension, lanes);
        }
    }
}
