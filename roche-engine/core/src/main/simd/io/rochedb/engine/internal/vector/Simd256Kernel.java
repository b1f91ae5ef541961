package io.rochedb.engine.internal.vector;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The kernel for 256-bit registers: two accumulators of four doubles a row, two rows in flight. */
final class Simd256Kernel implements VectorKernel {
    private static final VectorSpecies<Double> WIDE = DoubleVector.SPECIES_256;
    private static final VectorSpecies<Float> NARROW = FloatVector.SPECIES_128;
    private static final int HALF = 4;
    private static final int ROWS = 2;

    @Override
    public String name() {
        return "simd-256";
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
                DoubleVector low = load(query, i);
                DoubleVector high = load(query, i + HALF);
                a = low.fma(load(matrix, at + i), a);
                b = high.fma(load(matrix, at + i + HALF), b);
                c = low.fma(load(matrix, at + dimension + i), c);
                d = high.fma(load(matrix, at + dimension + i + HALF), d);
            }
            a.intoArray(lanes, 0);
            b.intoArray(lanes, HALF);
            c.intoArray(lanes, LANES);
            d.intoArray(lanes, LANES + HALF);
            out[row] = SimdTail.dot(query, matrix, at, whole, dimension, lanes, 0);
            out[row + 1] = SimdTail.dot(query, matrix, at + dimension, whole, dimension, lanes, LANES);
        }
        for (; row < count; row++, at += dimension) {
            DoubleVector a = DoubleVector.zero(WIDE);
            DoubleVector b = a;
            for (int i = 0; i < whole; i += LANES) {
                a = load(query, i).fma(load(matrix, at + i), a);
                b = load(query, i + HALF).fma(load(matrix, at + i + HALF), b);
            }
            a.intoArray(lanes, 0);
            b.intoArray(lanes, HALF);
            out[row] = SimdTail.dot(query, matrix, at, whole, dimension, lanes, 0);
        }
    }

    @Override
    public void squaredDistances(float[] query, float[] matrix, int offset, int dimension, int count, double[] out) {
        double[] lanes = new double[LANES];
        int whole = dimension - dimension % LANES;
        for (int row = 0, at = offset; row < count; row++, at += dimension) {
            DoubleVector a = DoubleVector.zero(WIDE);
            DoubleVector b = a;
            for (int i = 0; i < whole; i += LANES) {
                DoubleVector low = load(query, i).sub(load(matrix, at + i));
                DoubleVector high = load(query, i + HALF).sub(load(matrix, at + i + HALF));
                a = low.mul(low).add(a);
                b = high.mul(high).add(b);
            }
            a.intoArray(lanes, 0);
            b.intoArray(lanes, HALF);
            out[row] = SimdTail.squaredDistance(query, matrix, at, whole, dimension, lanes);
        }
    }
}
