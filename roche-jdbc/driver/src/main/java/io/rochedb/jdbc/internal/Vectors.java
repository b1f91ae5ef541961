package io.rochedb.jdbc.internal;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/** Vectors of single-precision numbers, from the forms callers have them in. */
final class Vectors {
    private Vectors() {}

    /** Reads {@code [0.1, 0.2]}. */
    static float[] parse(String text) {
        String trimmed = text.trim();
        if (!trimmed.startsWith("[") || !trimmed.endsWith("]")) {
            throw bad(text);
        }
        String inner = trimmed.substring(1, trimmed.length() - 1).trim();
        if (inner.isEmpty()) {
            return new float[0];
        }
        String[] parts = inner.split(",", -1);
        float[] vector = new float[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                vector[i] = Float.parseFloat(parts[i].trim());
            } catch (NumberFormatException e) {
                throw bad(text);
            }
        }
        return vector;
    }

    private static SqlErrors.ConversionException bad(String text) {
        return new SqlErrors.ConversionException(
                SqlErrors.BAD_CAST, "'" + Values.shown(text) + "' is no vector; write it as [0.1, 0.2]");
    }

    /** Takes any array of numbers. */
    static float[] of(Object array) {
        if (array instanceof float[] vector) {
            return vector;
        }
        int length = Array.getLength(array);
        float[] vector = new float[length];
        for (int i = 0; i < length; i++) {
            @Nullable Object element = Array.get(array, i);
            if (!(element instanceof Number number)) {
                throw new SqlErrors.ConversionException(
                        SqlErrors.BAD_CAST, "element " + (i + 1) + " of the vector is no number: " + element);
            }
            vector[i] = Numbers.toFloat(number);
        }
        return vector;
    }

    static double[] widen(float[] vector) {
        double[] wide = new double[vector.length];
        for (int i = 0; i < vector.length; i++) {
            wide[i] = vector[i];
        }
        return wide;
    }
}
