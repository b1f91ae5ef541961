package io.rochedb.engine.internal.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorKernelsTest {
    @Test
    void everyKernelGivesTheSameBits() throws ReflectiveOperationException {
        List<VectorKernel> kernels = new ArrayList<>(List.of(VectorKernels.kernel()));
        if (ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent()) {
            for (String name : List.of("Simd256Kernel", "Simd512Kernel")) {
                kernels.add((VectorKernel) Class.forName(getClass().getPackageName() + "." + name)
                        .getDeclaredConstructor()
                        .newInstance());
            }
        }
        Random random = Seeds.random("VectorKernelsTest");
        ScalarKernel scalar = new ScalarKernel();
        for (int i = 0; i < 2_000; i++) {
            int dimension = 1 + random.nextInt(70);
            int count = random.nextInt(12);
            int offset = random.nextInt(5);
            float[] query = random(random, dimension);
            float[] matrix = random(random, offset + count * dimension + 3);
            double[] expected = new double[count];
            double[] distances = new double[count];
            scalar.dots(query, matrix, offset, dimension, count, expected);
            scalar.squaredDistances(query, matrix, offset, dimension, count, distances);
            for (VectorKernel kernel : kernels) {
                double[] out = new double[count];
                kernel.dots(query, matrix, offset, dimension, count, out);
                assertSameBits(expected, out, kernel.name());
                kernel.squaredDistances(query, matrix, offset, dimension, count, out);
                assertSameBits(distances, out, kernel.name());
            }
            for (int row = 0; row < count; row++) {
                double dot = 0;
                double square = 0;
                for (int j = 0; j < dimension; j++) {
                    double component = matrix[offset + row * dimension + j];
                    dot += query[j] * component;
                    square += (query[j] - component) * (query[j] - component);
                }
                assertEquals(dot, expected[row], 1e-9);
                assertEquals(square, distances[row], 1e-9);
            }
        }
    }

    private static float[] random(Random random, int length) {
        float[] vector = new float[length];
        for (int i = 0; i < length; i++) {
            vector[i] = (float) random.nextGaussian();
        }
        return vector;
    }

    private static void assertSameBits(double[] expected, double[] actual, String kernel) {
        for (int i = 0; i < expected.length; i++) {
            assertEquals(
                    Double.doubleToRawLongBits(expected[i]), Double.doubleToRawLongBits(actual[i]), kernel + " " + i);
        }
    }

    @Test
    void hasAName() {
        assertTrue(VectorKernels.name().matches("scalar|simd-256|simd-512"), VectorKernels.name());
    }

    @Test
    void refusesWhatIsNotFinite() {
        RocheException error =
                assertThrows(RocheException.class, () -> VectorKernels.requireFinite(new float[] {1, Float.NaN}));
        assertEquals("component 1 of the vector is NaN; components must be finite numbers", error.getMessage());
    }
}
