package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VectorMathTest {
    @Test
    void normalisesAsTheOriginal() {
        float[] unit = VectorMath.normalise(new float[] {3, 4});
        assertEquals(0.6000000238418579, unit[0]);
        assertEquals(0.800000011920929, unit[1]);
        assertEquals(1.000000047683717, VectorMath.cosineSimilarity(new float[] {3, 4}, new float[] {3, 4}), 1e-15);
        float[] other = VectorMath.normalise(new float[] {.9f, .1f});
        assertEquals(0.9938837289810181, other[0]);
        assertEquals(0.1104315295815468, other[1], 1e-16);
        assertArrayEquals(new float[3], VectorMath.normalise(new float[3]));
    }

    @Test
    void comparesVectors() {
        float[] a = {1, 2, 3};
        float[] b = {-4, 5, 6};
        assertEquals(24, VectorMath.dot(a, b));
        assertEquals(Math.sqrt(43), VectorMath.l2(a, b));
        assertEquals(24 / Math.sqrt(14 * 77), VectorMath.cosineSimilarity(a, b), 1e-7);
        assertEquals(1 - VectorMath.cosineSimilarity(a, b), VectorMath.cosineDistance(a, b));
        RocheException error = assertThrows(RocheException.class, () -> VectorMath.dot(a, new float[2]));
        assertEquals(ErrorCode.DATA_EXCEPTION, error.code());
        assertEquals("vectors of different dimensions cannot be compared: 3 and 2", error.getMessage());
    }

    @Test
    void textReadsBackAsTheSameBits() {
        Random random = Seeds.random("VectorMathTest");
        for (int i = 0; i < 2_000; i++) {
            float[] vector = new float[1 + random.nextInt(40)];
            for (int j = 0; j < vector.length; j++) {
                float any = Float.intBitsToFloat(random.nextInt());
                vector[j] = random.nextBoolean() && Float.isFinite(any) ? any : (float) random.nextGaussian();
            }
            float[] back = VectorMath.parse(VectorMath.toText(vector));
            for (int j = 0; j < vector.length; j++) {
                assertEquals(Float.floatToRawIntBits(vector[j]), Float.floatToRawIntBits(back[j]));
            }
        }
        assertEquals("[1,-0.0,0.1,0,1.0E10]", VectorMath.toText(new float[] {1, -0.0f, .1f, 0, 1e10f}));
    }

    @Test
    void saysWhatIsNoVector() {
        assertArrayEquals(new float[] {1, 2.5f, -300}, VectorMath.parse(" [1, 2.5,-3e2 ] "));
        assertEquals("not a vector: '[]': it has no components at byte 0 (example: '[0.1, 0.2, 0.3]')", error("[]"));
        assertEquals(
                "not a vector: '[1,\"2\"]': component 1 is not a number at byte 3 (example: '[0.1, 0.2, 0.3]')",
                error("[1,\"2\"]"));
        assertEquals("not a vector: '1,2': expected '[' at byte 0 (example: '[0.1, 0.2, 0.3]')", error("1,2"));
        assertEquals(
                "not a vector: '[1e99]': component 0 is out of range at byte 1 (example: '[0.1, 0.2, 0.3]')",
                error("[1e99]"));
        error("[1,2");
        error("[[1]]");
        error("[1 2]");
        error("[NaN]");
    }

    private static String error(String text) {
        RocheException error = assertThrows(RocheException.class, () -> VectorMath.parse(text), text);
        assertEquals(ErrorCode.INVALID_CAST, error.code());
        return error.getMessage();
    }
}
