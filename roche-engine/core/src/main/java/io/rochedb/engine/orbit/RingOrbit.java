package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;
import static io.rochedb.engine.orbit.Angles.wrap;

/**
 * The circular orbit of one record: θ(t) = head + 2π·((t − created) mod T)/T. It is at the ring's head angle when
 * created and again after every period.
 *
 * <p>The same motion as {@link Orbit#ringOrbit}, in the form that keeps its digits at times around 1.8·10⁹ s: the
 * remainder is exact, where a phase at t = 0 loses as many digits as t/T has. At such times a double itself steps by
 * 0.24 µs.
 *
 * @param headRadians head angle of the ring, finite
 * @param periodSeconds T in the record's epoch, finite and greater than 0
 * @param createdSeconds creation time of the record, seconds since the epoch
 */
public record RingOrbit(double headRadians, double periodSeconds, double createdSeconds) {
    private static final int HEAD_STEPS = 628;
    private static final double HEAD_STEPS_PER_RADIAN = 100;

    public RingOrbit {
        Orbit.requirePeriod(periodSeconds);
        if (!Double.isFinite(headRadians)) {
            throw Orbit.invalid("head angle " + headRadians + " must be finite");
        }
        requireTime(createdSeconds);
    }

    static void requireTime(double seconds) {
        if (!Double.isFinite(seconds)) {
            throw Orbit.invalid("time " + seconds + " s must be finite");
        }
    }

    /** Returns the head angle of a ring: (key mod 628, unsigned) / 100. */
    public static double head(long ringKey) {
        return Long.remainderUnsigned(ringKey, HEAD_STEPS) / HEAD_STEPS_PER_RADIAN;
    }

    /** Returns the orbit of a record of this ring. */
    public static RingOrbit of(long ringKey, double periodSeconds, double createdSeconds) {
        return new RingOrbit(head(ringKey), periodSeconds, createdSeconds);
    }

    /** Returns θ at a time, 0 (inclusive) to 2π. */
    public double theta(double atSeconds) {
        return theta(headRadians, periodSeconds, createdSeconds, atSeconds);
    }

    /** Returns θ of the orbit with these parameters, which are not checked. */
    static double theta(double headRadians, double periodSeconds, double createdSeconds, double atSeconds) {
        double phase = (atSeconds - createdSeconds) % periodSeconds;
        if (phase < 0) {
            phase += periodSeconds;
        }
        double theta = wrap(headRadians + phase / periodSeconds * TAU);
        return theta < TAU ? theta : 0;
    }

    /** Returns the same orbit as the original states it, by its mean longitude at t = 0. */
    public Orbit toOrbit() {
        return Orbit.ringOrbit(createdSeconds, periodSeconds, headRadians);
    }
}
