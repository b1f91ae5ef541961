package io.rochedb.benchmarks.workload;

/** Deterministic filler: the letters {@code 'a' + (i mod 26)}. */
final class Texts {
    private Texts() {}

    static String filler(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + i % 26));
        }
        return text.toString();
    }

    static float[] oneHot(int dimension, int axis) {
        float[] vector = new float[dimension];
        vector[axis] = 1;
        return vector;
    }
}
