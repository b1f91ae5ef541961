package io.rochedb.engine.internal.ring;

/** One ring of an open engine: its name, orbit, statistics and, once loaded, its rows. */
public final class RingState {
    private final String name;
    private final long key;

    RingState(String name, long key) {
        this.name = name;
        this.key = key;
    }

    public String name() {
        return name;
    }

    /** Returns the ring key; compared unsigned. */
    public long key() {
        return key;
    }

    /** Returns the sum of the normalised vectors of the ring's committed records, or an empty array; a private copy. */
    public double[] centroidSum() {
        return new double[0];
    }
}
