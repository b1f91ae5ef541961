package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;

/**
 * The search for the first time two records are on one node, for records that are not on one now.
 *
 * <p>Record a passes over a run of arcs in the intervals [x + kTa, x + kTa + wa), record b over a run of the same node
 * in [y + mTb, y + mTb + wb). They overlap in lap k when (x − y + wa + kTa) mod Tb is between 0 and wa + wb. The first
 * such k is found by {@link #firstMultiple} in a number of steps logarithmic in Tb/(wa + wb), so that two almost equal
 * periods, which drift past each other for years, cost no more than others.
 */
final class Meetings {
    /** Shortest overlap that counts, in slacks: rounding may take half of it at either end. */
    private static final double OVERLAP_SLACKS_MIN = 4;

    /** Laps tried for one pair of runs when rounding shows a found overlap to be none. */
    private static final int TRIES_MAX = 16;

    private static final double LAPS_MAX = 0x1p53;

    private final Placement placement;
    private final RingOrbit a;
    private final RingOrbit b;
    private final double after;
    private final double thetaA;
    private final double thetaB;
    private double best = Double.NaN;

    Meetings(Placement placement, RingOrbit a, RingOrbit b, double afterSeconds) {
        this.placement = placement;
        this.a = a;
        this.b = b;
        this.after = afterSeconds;
        this.thetaA = a.theta(afterSeconds);
        this.thetaB = b.theta(afterSeconds);
    }

    /** Returns the first time on one node, or NaN when there is none. */
    double first() {
        ArcRuns runs = placement.runs();
        for (int node = 0; node < placement.table().nodes(); node++) {
            for (int i = runs.firstOf(node); i < runs.firstOf(node + 1); i++) {
                for (int j = runs.firstOf(node); j < runs.firstOf(node + 1); j++) {
                    search(node, passage(a, thetaA, runs.run(i)), passage(b, thetaB, runs.run(j)));
                }
            }
        }
        return best;
    }

    /**
     * The passages of a record over a run: [start + k·period, start + k·period + width), seconds after the asked time.
     * Passage 0 is the first that has not ended.
     */
    private record Passage(double start, double width, double period) {}

    private Passage passage(RingOrbit orbit, double theta, int run) {
        double period = orbit.periodSeconds();
        double width = placement.runs().width(run);
        double into = theta - placement.runs().start(run);
        if (into < 0) {
            into += TAU;
        }
        double start = into < width ? -into : TAU - into;
        return new Passage(start / TAU * period, width / TAU * period, period);
    }

    /** Takes the first meeting over one pair of runs into account. */
    private void search(int node, Passage x, Passage y) {
        double overlapMin = OVERLAP_SLACKS_MIN * slack(after, x.period + y.period);
        double lap = 0;
        for (int tries = 0; tries < TRIES_MAX && lap >= 0 && lap < LAPS_MAX; tries++) {
            double xStart = x.start + lap * x.period;
            if (after + xStart > best) {
                return;
            }
            // The first passage of y that ends late enough after x has come, or after the asked time. Half: rounding
            // takes its part.
            double overlapHere = overlapMin / 2;
            double needed = Math.max(0, xStart) + overlapHere;
            double yLap = Math.max(0, Math.floor((needed - y.start - y.width) / y.period) + 1);
            double yStart = y.start + yLap * y.period;
            double start = Math.max(0, Math.max(xStart, yStart));
            double end = Math.min(xStart + x.width, yStart + y.width);
            double slack = slack(after + start, start);
            if (end - start >= overlapHere && take(node, after + start, slack)) {
                return;
            }
            if (lap > 0) {
                // A found lap is none after all: far from now a double tells less apart, so a longer overlap is needed.
                overlapMin = OVERLAP_SLACKS_MIN * Math.max(overlapMin, slack);
            }
            lap = laterLap(x, y, overlapMin);
        }
    }

    /** Returns how far rounding can move a time, found after so many seconds of laps. */
    private double slack(double at, double lapsSeconds) {
        return Placement.slack(at, a.periodSeconds() + b.periodSeconds()) + Placement.slack(lapsSeconds, 0);
    }

    /**
     * Keeps a time if it is one indeed and earlier than what was found; returns whether both are on the node about
     * then.
     */
    private boolean take(int node, double at, double slack) {
        double time = Placement.firstTrue(
                t -> placement.node(a, t) == node && placement.node(b, t) == node, after, at, slack);
        if (Double.isNaN(time)) {
            return false;
        }
        if (!(best <= time)) {
            best = time;
        }
        return true;
    }

    /** Returns the first lap of x from lap 1 on that overlaps a passage of y for long enough, or −1 for none. */
    private static double laterLap(Passage x, Passage y, double overlapMin) {
        double low = overlapMin;
        double high = x.width + y.width - overlapMin;
        if (high <= low) {
            return -1;
        }
        if (high - low >= y.period) {
            return 1;
        }
        double offset = (x.start + x.period - y.start + x.width) % y.period;
        if (offset < 0) {
            offset += y.period;
        }
        if (offset >= low && offset <= high) {
            return 1;
        }
        double shift = offset < low ? -offset : y.period - offset;
        double laps = firstMultiple(x.period % y.period, y.period, low + shift, high + shift);
        return laps < 0 ? -1 : 1 + laps;
    }

    /**
     * Returns the smallest integer x ≥ 0 with low ≤ (x·step mod modulus) ≤ high, or −1 for none; 0 ≤ step &lt; modulus,
     * 0 ≤ low ≤ high &lt; modulus.
     *
     * <p>Euclid's algorithm: when no multiple of step lies in [low, high], one lies in [low, high] + y·modulus for the
     * smallest y for which y·modulus mod step is in the mirrored interval, which is the same problem with the smaller
     * modulus step. It ends at the latest when step ≤ high − low.
     */
    static double firstMultiple(double step, double modulus, double low, double high) {
        if (low <= 0) {
            return 0;
        }
        if (step <= 0) {
            return -1;
        }
        if (2 * step > modulus) {
            return firstMultiple(modulus - step, modulus, modulus - high, modulus - low);
        }
        double multiple = Math.ceil(low / step);
        if (multiple * step <= high) {
            return multiple;
        }
        double y = firstMultiple(modulus % step, step, step - high % step, step - low % step);
        return y < 0 ? -1 : Math.ceil((low + y * modulus) / step);
    }
}
