package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;

import io.rochedb.engine.query.Meeting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/**
 * Answers where a record is, when it is next on a node, and when two records are next on one node, over one arc table.
 *
 * <p>Immutable. A record is on a node while its angle is inside any arc of the node; "now" counts. Every returned time
 * t is the first double at or after the asked time for which {@link #node} gives the node: the analytic time is moved
 * by the few last digits that rounding took.
 */
public final class Placement {
    /**
     * How far the analytic time of an entry can be from the first double on the node: in steps of the time, and
     * relative to the period.
     */
    private static final double SLACK_TIME_STEPS = 8;

    private static final double SLACK_OF_PERIOD = 0x1p-46;

    /** Doubles tried one by one for an arc that passes almost as fast as time can be told apart. */
    private static final int STEPS_MAX = 4096;

    /** Conjunctions are looked for within this many synodic periods, as in the original. */
    private static final double CONJUNCTION_HORIZON = 1.5;

    private final ArcTable table;
    private final ArcRuns runs;

    public Placement(ArcTable table) {
        this.table = table;
        this.runs = new ArcRuns(table);
    }

    /** Returns the placement over n equal parts. */
    public static Placement equal(int nodes) {
        return new Placement(ArcTable.equal(1, nodes));
    }

    public ArcTable table() {
        return table;
    }

    ArcRuns runs() {
        return runs;
    }

    /** Returns the node of a record at a time, past and future allowed. */
    public int node(RingOrbit orbit, double atSeconds) {
        RingOrbit.requireTime(atSeconds);
        return table.owner(orbit.theta(atSeconds));
    }

    /** The same from the bare parameters, for the hot path: allocates nothing, computes no sine. */
    public int node(double headRadians, double periodSeconds, double createdSeconds, double atSeconds) {
        Orbit.requirePeriod(periodSeconds);
        RingOrbit.requireTime(atSeconds);
        return table.owner(RingOrbit.theta(headRadians, periodSeconds, createdSeconds, atSeconds));
    }

    /**
     * Returns the earliest time at or after {@code afterSeconds} at which the record is on the node: that time itself
     * when it is there already, else the earliest entry into any arc of the node. Empty when the node owns no arc.
     * {@code INVALID_PARAMETER} for a node out of range, and for a period so short that the node's arcs pass between
     * two doubles.
     */
    public OptionalDouble nextVisit(RingOrbit orbit, int node, double afterSeconds) {
        requireNode(node);
        if (node(orbit, afterSeconds) == node) {
            return OptionalDouble.of(afterSeconds);
        }
        double theta = orbit.theta(afterSeconds);
        double turn = Double.POSITIVE_INFINITY;
        for (int i = runs.firstOf(node); i < runs.firstOf(node + 1); i++) {
            turn = Math.min(turn, Angles.wrap(runs.start(runs.run(i)) - theta));
        }
        if (turn == Double.POSITIVE_INFINITY) {
            return OptionalDouble.empty();
        }
        double entry = afterSeconds + turn / TAU * orbit.periodSeconds();
        double at = firstTrue(t -> node(orbit, t) == node, afterSeconds, entry, slack(entry, orbit.periodSeconds()));
        if (Double.isNaN(at)) {
            throw Orbit.invalid("period " + orbit.periodSeconds() + " s is too short for " + table.nodes()
                    + " nodes to be told apart at time " + afterSeconds + " s");
        }
        return OptionalDouble.of(at);
    }

    private void requireNode(int node) {
        if (node < 0 || node >= table.nodes()) {
            throw Orbit.invalid("node " + node + " is out of range: there are nodes 0 to " + (table.nodes() - 1));
        }
    }

    /**
     * Returns when two records are next on one node, at or after {@code afterSeconds}: that time itself when they share
     * a node then, else the first time the passages over their arcs overlap. Empty when they never do, which happens
     * with equal periods only.
     *
     * <p>The window ends when either leaves the node; it is infinite when one node owns the whole circle. Overlaps
     * shorter than about 64 steps of a double at that time (15 µs at 1.8·10⁹ s) need not count as meetings.
     */
    public Optional<Meeting> nextJoin(RingOrbit a, RingOrbit b, double afterSeconds) {
        int node = node(a, afterSeconds);
        double at = node == node(b, afterSeconds) ? afterSeconds : new Meetings(this, a, b, afterSeconds).first();
        if (Double.isNaN(at)) {
            return Optional.empty();
        }
        double window = Math.min(secondsLeft(a, at), secondsLeft(b, at));
        return Optional.of(new Meeting(at, node(a, at), window));
    }

    /** Returns how long a record stays on the node it is on. */
    private double secondsLeft(RingOrbit orbit, double atSeconds) {
        return runs.toEnd(orbit.theta(atSeconds)) / TAU * orbit.periodSeconds();
    }

    /**
     * Returns the next time two records are at the same angle, the original's meaning of "next join": the first
     * conjunction at or after {@code afterSeconds} within 1.5 synodic periods; with exactly equal periods,
     * {@code afterSeconds} when both are on one node then, else empty.
     */
    public OptionalDouble nextConjunction(RingOrbit a, RingOrbit b, double afterSeconds) {
        if (a.periodSeconds() == b.periodSeconds()) {
            return node(a, afterSeconds) == node(b, afterSeconds)
                    ? OptionalDouble.of(afterSeconds)
                    : OptionalDouble.empty();
        }
        RingOrbit.requireTime(afterSeconds);
        double horizon = CONJUNCTION_HORIZON * Orbit.synodicPeriod(a.periodSeconds(), b.periodSeconds());
        List<Double> times = Orbit.conjunctions(a.toOrbit(), b.toOrbit(), afterSeconds, horizon);
        return times.stream()
                .mapToDouble(Double::doubleValue)
                .filter(time -> time >= afterSeconds)
                .findFirst();
    }

    static double slack(double atSeconds, double periodSeconds) {
        return SLACK_TIME_STEPS * Math.ulp(atSeconds) + SLACK_OF_PERIOD * periodSeconds;
    }

    /**
     * Returns the first double near {@code about} for which a condition is true that is false before and true after, or
     * NaN when there is none near.
     *
     * @param from lower limit, where the condition is false
     * @param slack largest distance of the true answer from {@code about}
     */
    static double firstTrue(DoublePredicate condition, double from, double about, double slack) {
        double low = Math.max(from, about - slack);
        double high = about + slack;
        if (!condition.test(high)) {
            high = low;
            for (int i = 0; i < STEPS_MAX && !condition.test(high); i++) {
                high = Math.nextUp(high);
            }
            return condition.test(high) ? high : Double.NaN;
        }
        if (condition.test(low)) {
            low = from;
        }
        while (Math.nextUp(low) < high) {
            double middle = low + (high - low) / 2;
            if (middle <= low || middle >= high) {
                middle = Math.nextUp(low);
            }
            if (condition.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }
}
