package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;
import static io.rochedb.engine.orbit.Angles.wrap;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A Keplerian orbit, first order in eccentricity: M(t) = φ + 2πt/T and θ = M + 2e·sin(M − ϖ).
 *
 * <p>Times are in seconds, angles in radians. These are the original program's formulas, kept bit for bit; what the
 * engine places records with is {@link RingOrbit}, which is the same circular motion without the loss of digits of a
 * phase at t = 0.
 *
 * @param a semi-major axis; carried, used by no formula
 * @param phi mean longitude φ at t = 0
 * @param period T in seconds, finite and greater than 0
 * @param e eccentricity ("dwell bias"), 0 to {@value #E_MAX}
 * @param pomega angle of the periapsis ϖ
 */
public record Orbit(double a, double phi, double period, double e, double pomega) {
    /** Largest eccentricity: θ stays increasing in M while 2e &lt; 1, and {@link #meanAtTheta} converges quickly. */
    public static final double E_MAX = 0.3;

    /** Most conjunctions that one call lists. */
    public static final int CONJUNCTIONS_MAX = 1_000_000;

    private static final int NEWTON_STEPS_MAX = 20;
    private static final double NEWTON_TOLERANCE = 1e-12;

    public Orbit {
        requirePeriod(period);
        if (!(e >= 0 && e <= E_MAX)) {
            throw invalid("eccentricity " + e + " is outside 0 to " + E_MAX);
        }
        if (!Double.isFinite(a) || !Double.isFinite(phi) || !Double.isFinite(pomega)) {
            throw invalid("orbit a=" + a + ", phi=" + phi + ", pomega=" + pomega + " must be finite");
        }
    }

    static void requirePeriod(double period) {
        if (!(period > 0 && period <= Double.MAX_VALUE)) {
            throw invalid("period " + period + " s must be finite and greater than 0");
        }
    }

    static RocheException invalid(String message) {
        return new RocheException(ErrorCode.INVALID_PARAMETER, message);
    }

    /** Returns the circular orbit with a = 1, e = 0, ϖ = 0. */
    public static Orbit circular(double phi, double period) {
        return new Orbit(1, phi, period, 0, 0);
    }

    /** Returns the orbit of a record: φ = wrap(head − 2π·tWrite/T), so that it is at the head angle when written. */
    public static Orbit ringOrbit(double createdSeconds, double period, double head) {
        return circular(wrap(head - TAU * createdSeconds / period), period);
    }

    /** Returns M(t) = wrap(φ + 2π·t/T). */
    public double meanLongitude(double t) {
        return wrap(phi + TAU * t / period);
    }

    /** Returns θ(t) = wrap(M + 2e·sin(M − ϖ)). */
    public double theta(double t) {
        double m = meanLongitude(t);
        return e == 0 ? wrap(m) : wrap(m + 2 * e * StrictMath.sin(m - pomega));
    }

    /**
     * Returns the mean longitude at which θ is the target: Newton's method on m + 2e·sin(m − ϖ) − target from m =
     * target.
     */
    public double meanAtTheta(double target) {
        double m = target;
        for (int i = 0; i < NEWTON_STEPS_MAX; i++) {
            double f = m + 2 * e * StrictMath.sin(m - pomega) - target;
            if (Math.abs(f) < NEWTON_TOLERANCE) {
                break;
            }
            m -= f / (1 + 2 * e * StrictMath.cos(m - pomega));
        }
        return wrap(m);
    }

    /**
     * Returns the first time at or after t at which θ is the target: t + dm/2π·T with dm = M(target) − M(t), plus 2π
     * when negative.
     */
    public double nextArrival(double target, double t) {
        double dm = meanAtTheta(target) - meanLongitude(t);
        if (dm < 0) {
            dm += TAU;
        }
        return t + dm / TAU * period;
    }

    /**
     * Returns the time between two conjunctions of orbits with these periods: T1·T2 / |T1 − T2|; infinite for equal
     * periods.
     */
    public static double synodicPeriod(double period1, double period2) {
        return period1 * period2 / Math.abs(period1 - period2);
    }

    /**
     * Returns the times in [from, from + horizon] at which two circular orbits are at the same angle, ascending.
     *
     * <p>With rate = 2π(1/T1 − 1/T2) and dφ = φ2 − φ1 these are (dφ + 2πk)/rate for every integer k in between.
     */
    public static List<Double> conjunctions(Orbit first, Orbit second, double from, double horizon) {
        if (first.e != 0 || second.e != 0) {
            throw invalid("conjunctions need circular orbits, not e = " + first.e + " and " + second.e);
        }
        if (first.period == second.period) {
            throw invalid("conjunctions need different periods, not twice " + first.period + " s");
        }
        double rate = TAU * (1 / first.period - 1 / second.period);
        double dphi = second.phi - first.phi;
        double kA = (rate * from - dphi) / TAU;
        double kB = (rate * (from + horizon) - dphi) / TAU;
        double least = Math.ceil(Math.min(kA, kB));
        double count = Math.floor(Math.max(kA, kB)) - least + 1;
        if (!(count <= CONJUNCTIONS_MAX)) {
            throw invalid("there are " + count + " conjunctions within " + horizon + " s, more than " + CONJUNCTIONS_MAX
                    + "; ask for a shorter time");
        }
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times.add((dphi + TAU * (least + i)) / rate);
        }
        Collections.sort(times);
        return times;
    }

    /** Returns how long a conjunction lasts on one arc: arcWidth / max(2π/T1, 2π/T2). */
    public static double conjunctionWindow(ArcTable table, Orbit first, Orbit second) {
        return table.arcWidth() / Math.max(TAU / first.period, TAU / second.period);
    }
}
