package io.rochedb.engine.internal.vector;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;

/** The kernel of this process, and the arithmetic of single vectors on top of it. Stateless. */
public final class VectorKernels {
    private static final String MODULE = "jdk.incubator.vector";
    private static final String SIMD = "io.rochedb.engine.internal.vector.SimdKernels";
    private static final VectorKernel KERNEL = load();

    private VectorKernels() {}

    /** Returns the kernel: SIMD when the JVM was started with {@code --add-modules jdk.incubator.vector}, else scalar. */
    public static VectorKernel kernel() {
        return KERNEL;
    }

    /** Returns the kernel's name. */
    public static String name() {
        return KERNEL.name();
    }

    private static VectorKernel load() {
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return new ScalarKernel();
        }
        try {
            return (VectorKernel) Class.forName(SIMD).getMethod("best").invoke(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            // A JVM whose incubator module differs from the one compiled against: the answers are the same, only
            // slower.
            return new ScalarKernel();
        }
    }

    /** Returns the vector divided by its length, as float; zeros stay zeros. The squares are summed in order of index. */
    public static float[] normalise(float[] vector) {
        double sum = 0;
        for (float component : vector) {
            sum += (double) component * component;
        }
        double norm = Math.sqrt(sum);
        float[] unit = new float[vector.length];
        if (norm > 0) {
            for (int i = 0; i < unit.length; i++) {
                unit[i] = (float) (vector[i] / norm);
            }
        }
        return unit;
    }

    /** Returns the dot product of two vectors of one dimension. */
    public static double dot(float[] a, float[] b) {
        double[] out = new double[1];
        KERNEL.dots(a, b, 0, a.length, 1, out);
        return out[0];
    }

    /** Returns the Euclidean distance of two vectors of one dimension. */
    public static double distance(float[] a, float[] b) {
        double[] out = new double[1];
        KERNEL.squaredDistances(a, b, 0, a.length, 1, out);
        return Math.sqrt(out[0]);
    }

    /** Throws {@code DATA_EXCEPTION} unless every component is finite; the message says which is not. */
    public static void requireFinite(float[] vector) {
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new RocheException(
                        ErrorCode.DATA_EXCEPTION,
                        "component " + i + " of the vector is " + vector[i] + "; components must be finite numbers");
            }
        }
    }
}
