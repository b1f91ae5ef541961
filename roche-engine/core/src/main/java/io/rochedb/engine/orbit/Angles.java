package io.rochedb.engine.orbit;

/**
 * Arithmetic of angles in radians. Stateless; plain IEEE operations and StrictMath only, so results are the same bits
 * on every machine.
 */
public final class Angles {
    /** A full turn, 2π. */
    public static final double TAU = 2 * Math.PI;

    private Angles() {}

    /**
     * Returns the angle brought into one turn: r = x mod 2π, plus 2π when negative. A tiny negative x can give exactly
     * 2π.
     */
    public static double wrap(double x) {
        double r = x % TAU;
        return r < 0 ? r + TAU : r;
    }

    /** Returns the distance of two angles along the shorter way: d = wrap(x − y); min(d, 2π − d). */
    public static double angDist(double x, double y) {
        double d = wrap(x - y);
        return Math.min(d, TAU - d);
    }
}
