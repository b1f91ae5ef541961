package io.rochedb.engine;

import java.util.Random;

/** Seeds of random tests: printed, and taken back from the system property {@code roche.test.seed}. */
public final class Seeds {
    private static final String PROPERTY = "roche.test.seed";

    private Seeds() {}

    /** Returns a generator for one test and prints its seed. */
    public static Random random(String test) {
        long seed = Long.getLong(PROPERTY, System.nanoTime());
        System.out.println(test + ": -D" + PROPERTY + "=" + seed);
        return new Random(seed);
    }
}
