package io.rochedb.engine.internal.vector;

import jdk.incubator.vector.DoubleVector;

/** The choice of a SIMD kernel by the width of this machine's registers; loaded by name only. */
public final class SimdKernels {
    private SimdKernels() {}

    /** Returns the widest kernel this machine runs well. */
    public static VectorKernel best() {
        int lanes = DoubleVector.SPECIES_PREFERRED.length();
        if (lanes >= 8) {
            return new Simd512Kernel();
        }
        return lanes == 4 ? new Simd256Kernel() : new ScalarKernel();
    }
}
