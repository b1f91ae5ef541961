package io.rochedb.engine.orbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.Seeds;
import io.rochedb.engine.query.Meeting;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;

/** Placement against stepping through time, and against exact arithmetic, from random parameters. */
class PlacementPropertyTest {
    private static final int ROUNDS = 400;
    private static final int STEPS_MAX = 20_000;
    private static final double STEP = 1.0 / 256;

    /** An overlap shorter than this may be skipped: see {@link Placement#nextJoin}. */
    private static final double OVERLAP_MIN = 1e-4;

    private static final double[] ORIGINS = {0, 1000.5, 1.8e9};

    @Test
    void nextVisitAgreesWithStepping() {
        Random random = Seeds.random("PlacementPropertyTest.nextVisit");
        for (int round = 0; round < ROUNDS; round++) {
            Placement placement = new Placement(table(random));
            double origin = ORIGINS[random.nextInt(ORIGINS.length)];
            RingOrbit orbit = orbit(random, origin);
            double after = origin + random.nextInt(100_000) / 1000.0 - 50;
            int node = random.nextInt(placement.table().nodes());
            String context = placement.table().arcs() + " " + orbit + " to " + node + " after " + after;

            OptionalDouble visit = placement.nextVisit(orbit, node, after);
            DoublePredicate there = t -> placement.node(orbit, t) == node;
            double stepped = step(there, after, orbit.periodSeconds() + 1);
            if (visit.isEmpty()) {
                assertTrue(Double.isNaN(stepped), context);
                continue;
            }
            double at = visit.getAsDouble();
            assertTrue(at >= after && there.test(at), context);
            assertTrue(at <= after + orbit.periodSeconds() * (1 + 1e-9) + 1e-6, context);
            assertTrue(at == after || !there.test(Math.nextDown(at)), "not the first double: " + context);
            assertTrue(Double.isNaN(stepped) || at <= stepped, at + " is later than " + stepped + ": " + context);
        }
    }

    @Test
    void nextJoinAgreesWithStepping() {
        Random random = Seeds.random("PlacementPropertyTest.nextJoin");
        int later = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Placement placement = new Placement(table(random));
            double origin = ORIGINS[random.nextInt(ORIGINS.length)];
            RingOrbit a = orbit(random, origin);
            RingOrbit b = random.nextInt(4) == 0
                    ? new RingOrbit(random.nextDouble() * 6.28, a.periodSeconds(), origin)
                    : orbit(random, origin);
            double after = origin + random.nextInt(100_000) / 1000.0;
            String context = placement.table().arcs() + " " + a + " " + b + " after " + after;

            Optional<Meeting> meeting = placement.nextJoin(a, b, after);
            DoublePredicate together = t -> placement.node(a, t) == placement.node(b, t);
            double limit = meeting.map(m -> m.atSeconds() - after).orElse(60.0);
            double stepped = step(t -> together.test(t) && together.test(t + OVERLAP_MIN), after, limit);
            if (meeting.isEmpty()) {
                assertEquals(a.periodSeconds(), b.periodSeconds(), context);
                assertTrue(Double.isNaN(stepped), stepped + " " + context);
                continue;
            }
            double at = meeting.get().atSeconds();
            later += at > after ? 1 : 0;
            assertTrue(at >= after && together.test(at), context);
            assertEquals(placement.node(a, at), meeting.get().node(), context);
            assertTrue(at == after || !together.test(Math.nextDown(at)), "not the first double: " + context);
            assertTrue(Double.isNaN(stepped) || at <= stepped, at + " is later than " + stepped + ": " + context);
            assertWindow(placement, a, b, meeting.get(), context);
        }
        assertTrue(later > ROUNDS / 4, "too few later meetings to prove anything: " + later);
    }

    private static void assertWindow(Placement placement, RingOrbit a, RingOrbit b, Meeting meeting, String context) {
        double window = meeting.windowSeconds();
        assertTrue(window > 0, context);
        if (window == Double.POSITIVE_INFINITY) {
            return;
        }
        DoublePredicate both = t -> placement.node(a, t) == meeting.node() && placement.node(b, t) == meeting.node();
        double margin = 2e-6;
        for (int i = 0; i <= 10 && window > 2 * margin; i++) {
            assertTrue(both.test(meeting.atSeconds() + margin + (window - 2 * margin) * i / 10), context);
        }
        assertFalse(both.test(meeting.atSeconds() + window + margin), context);
    }

    /** Returns the first multiple of a step at which a condition holds, or NaN. */
    private static double step(DoublePredicate condition, double after, double limit) {
        for (int i = 0; i < STEPS_MAX && i * STEP < limit; i++) {
            if (condition.test(after + i * STEP)) {
                return after + i * STEP;
            }
        }
        return Double.NaN;
    }

    @Test
    void aPeriodLaterIsTheSameNode() {
        Random random = Seeds.random("PlacementPropertyTest.period");
        for (int round = 0; round < ROUNDS * 10; round++) {
            Placement placement = new Placement(table(random));
            // Multiples of 1/1024 s, so that the sum of time and period is exact.
            double period = (1 + random.nextInt(100_000)) / 1024.0;
            double created = 1_796_036_643 + random.nextInt(1024) / 1024.0;
            double at = created + (random.nextInt(2_000_000) - 1_000_000) / 1024.0;
            RingOrbit orbit = new RingOrbit(random.nextDouble() * 6.28, period, created);
            assertEquals(placement.node(orbit, at), placement.node(orbit, at + period), orbit + " at " + at);
        }
    }

    @Test
    void thetaKeepsItsDigitsToday() {
        Random random = Seeds.random("PlacementPropertyTest.accuracy");
        for (int round = 0; round < ROUNDS; round++) {
            double period = 0.001 + random.nextDouble() * 100;
            double created = 1.7e9 + random.nextDouble() * 1e7;
            double at = created + random.nextDouble() * 1e8;
            BigDecimal lap =
                    BigDecimal.valueOf(0).add(new BigDecimal(at - created)).remainder(new BigDecimal(period));
            double exact =
                    lap.divide(new BigDecimal(period), MathContext.DECIMAL128).doubleValue() * Angles.TAU;
            double theta = new RingOrbit(0, period, created).theta(at);
            assertTrue(Angles.angDist(exact, theta) < 1e-14, exact + " and " + theta);
        }
    }

    @Test
    void nearlyEqualPeriodsMeetAfterYearsAtNoCost() {
        Random random = Seeds.random("PlacementPropertyTest.drift");
        for (int round = 0; round < ROUNDS; round++) {
            double drift = StrictMath.pow(10, -3 - random.nextInt(6));
            RingOrbit a = new RingOrbit(0, 60, 0);
            RingOrbit b = new RingOrbit(2 + random.nextDouble() * 2, 60 + drift, 0);
            Placement placement = Placement.equal(8);
            Meeting meeting = placement.nextJoin(a, b, 0).orElseThrow();
            double at = meeting.atSeconds();
            assertEquals(placement.node(a, at), placement.node(b, at));
            // Nothing earlier: on the way the gap is still wider than one part, and half a lap before the meeting they
            // are apart.
            double gap = Angles.angDist(a.theta(at), b.theta(at));
            assertTrue(gap < Angles.TAU / 8, "gap " + gap);
            double lapBefore = at - 60 * Math.ceil(3 + 256 * Math.ulp(at) / drift);
            assertTrue(
                    at <= 0 || placement.node(a, lapBefore) != placement.node(b, lapBefore), a + " " + b + " at " + at);
            assertTrue(at < Orbit.synodicPeriod(60, 60 + drift), "later than the conjunction: " + at);
        }
    }

    @Test
    void firstMultipleAgreesWithCounting() {
        Random random = Seeds.random("PlacementPropertyTest.firstMultiple");
        for (int round = 0; round < ROUNDS * 50; round++) {
            int modulus = 2 + random.nextInt(500);
            int step = random.nextInt(modulus);
            int low = random.nextInt(modulus);
            int high = low + random.nextInt(modulus - low);
            int expected = -1;
            for (int x = 0; x < modulus && expected < 0; x++) {
                int value = x * step % modulus;
                expected = value >= low && value <= high ? x : -1;
            }
            double found = Meetings.firstMultiple(step, modulus, low, high);
            assertEquals(expected, found, step + " mod " + modulus + " in " + low + ".." + high);
        }
    }

    private static ArcTable table(Random random) {
        int nodes = 1 + random.nextInt(9);
        switch (random.nextInt(3)) {
            case 0:
                return ArcTable.equal(1, nodes);
            case 1:
                return ArcTable.virtual(1, nodes, 1 + random.nextInt(4));
            default:
                double[] weights = random.doubles(nodes + 1L).toArray();
                weights[random.nextInt(nodes)] = 0;
                return ArcTable.weighted(1, weights);
        }
    }

    private static RingOrbit orbit(Random random, double origin) {
        double period = random.nextBoolean() ? 1 + random.nextInt(12) : 1 + random.nextDouble() * 12;
        return new RingOrbit(random.nextInt(628) / 100.0, period, origin + random.nextInt(5000) / 1000.0);
    }
}
