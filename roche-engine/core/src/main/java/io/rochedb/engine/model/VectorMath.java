package io.rochedb.engine.model;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.internal.vector.VectorKernels;
import io.rochedb.engine.internal.vector.VectorText;
import java.nio.charset.StandardCharsets;

/**
 * Arithmetic on vectors with the very loops that searches use, so that a computed distance and a search's score have the same bits.
 *
 * <p>Vectors are compared only when they have one dimension: {@code DATA_EXCEPTION} names both otherwise. Stateless.
 */
public final class VectorMath {
    private VectorMath() {}

    /** Returns the vector divided by its Euclidean length, each component rounded to float; a zero vector stays as it is. */
    public static float[] normalise(float[] vector) {
        return VectorKernels.normalise(vector);
    }

    /** Returns the dot product of the normalised vectors: 1 for one direction, 0 when either is zero. */
    public static double cosineSimilarity(float[] a, float[] b) {
        requireSameDimension(a, b);
        return VectorKernels.dot(VectorKernels.normalise(a), VectorKernels.normalise(b));
    }

    /** Returns 1 - {@link #cosineSimilarity}. */
    public static double cosineDistance(float[] a, float[] b) {
        return 1.0 - cosineSimilarity(a, b);
    }

    /** Returns the dot product. */
    public static double dot(float[] a, float[] b) {
        requireSameDimension(a, b);
        return VectorKernels.dot(a, b);
    }

    /** Returns the Euclidean distance. */
    public static double l2(float[] a, float[] b) {
        requireSameDimension(a, b);
        return VectorKernels.distance(a, b);
    }

    private static void requireSameDimension(float[] a, float[] b) {
        if (a.length != b.length) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION,
                    "vectors of different dimensions cannot be compared: " + a.length + " and " + b.length);
        }
    }

    /** Parses {@code [1, 2.5, -3e2]}; {@code INVALID_CAST}, saying what is wrong where, for anything else. */
    public static float[] parse(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        try {
            return VectorText.parse(utf8, 0, utf8.length);
        } catch (MalformedJson e) {
            String shown = text.length() <= 60 ? text : text.substring(0, 60) + "…";
            throw new RocheException(
                    ErrorCode.INVALID_CAST,
                    "not a vector: '" + shown + "': " + e.reason() + " at byte " + e.position()
                            + " (example: '[0.1, 0.2, 0.3]')");
        }
    }

    /** Returns the text that {@link #parse} turns into the same bits: each component in its shortest form. */
    public static String toText(float[] vector) {
        return VectorText.text(vector);
    }
}
