package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;
import static io.rochedb.engine.orbit.Angles.angDist;
import static io.rochedb.engine.orbit.Angles.wrap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The orbit cases of the original's own tests, and values its built program printed. */
class OrbitTest {
    private static final double FINE = 1e-9;
    private static final double FINEST = 1e-12;

    @Test
    void wrapBringsAnglesIntoOneTurn() {
        assertEquals(TAU - 0.1, wrap(-0.1), FINEST);
        assertEquals(0.2, wrap(TAU + 0.2), FINEST);
        assertEquals(0, wrap(0));
        assertEquals(TAU, wrap(-1e-17), "a tiny negative angle rounds up to a full turn");
    }

    @Test
    void angDistGoesTheShorterWay() {
        assertEquals(0.2, angDist(0.1, TAU - 0.1), FINEST);
        assertEquals(0.2, angDist(TAU - 0.1, 0.1), FINEST);
    }

    @Test
    void circularOrbitTurnsEvenly() {
        assertEquals(wrap(1 + TAU / 4), Orbit.circular(1, 10).theta(2.5), FINEST);
    }

    @Test
    void thetaIncreasesAtTheLargestEccentricity() {
        Orbit orbit = new Orbit(1, 0, 10, Orbit.E_MAX, 1);
        double previous = orbit.theta(0);
        for (int step = 1; step <= 1000; step++) {
            double theta = orbit.theta(step * 0.005);
            double advance = wrap(theta - previous);
            assertTrue(advance > 0 && advance < Math.PI, "step " + step + " advances " + advance);
            previous = theta;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.3})
    void meanAtThetaIsTheInverse(double e) {
        Orbit orbit = new Orbit(1, 0, 10, e, 1.2);
        for (int i = 0; i < 100; i++) {
            double target = i * TAU / 100;
            double m = orbit.meanAtTheta(target);
            double theta = wrap(m + 2 * e * StrictMath.sin(m - 1.2));
            assertTrue(angDist(theta, target) < FINE, "target " + target + " gives " + theta);
        }
    }

    @Test
    void nextArrivalOfACircularOrbit() {
        Orbit orbit = Orbit.circular(0, 10);
        assertEquals(5, orbit.nextArrival(Math.PI, 1), FINE);
        assertEquals(15, orbit.nextArrival(Math.PI, 5.5), FINE);
        assertEquals(0, orbit.nextArrival(0, 0), "already there");
    }

    @Test
    void eccentricOrbit() {
        Orbit orbit = new Orbit(1, 0.4, 10, 0.3, 2);
        assertEquals(3.122560373, orbit.theta(3.7), FINE);
        assertEquals(2, orbit.meanAtTheta(2), FINE);
        double arrival = orbit.nextArrival(2, 3.7);
        assertEquals(12.546479089, arrival, FINE);
        assertEquals(2, orbit.theta(arrival), FINE);
    }

    @Test
    void ringOrbitIsAtItsHeadWhenWritten() {
        Orbit orbit = Orbit.ringOrbit(12.3, 60, 0.9);
        assertEquals(0.9, orbit.theta(12.3), FINE);
        assertEquals(0.9, orbit.theta(72.3), FINE);
        assertEquals(0.9 + Math.PI, orbit.theta(42.3), FINE);
    }

    @Test
    void synodicPeriods() {
        assertEquals(60, Orbit.synodicPeriod(30, 60));
        assertEquals(60, Orbit.synodicPeriod(60, 30));
        assertEquals(Double.POSITIVE_INFINITY, Orbit.synodicPeriod(60, 60));
    }

    @Test
    void conjunctionsOneToTwo() {
        Orbit fast = Orbit.circular(0, 1);
        Orbit slow = Orbit.circular(0, 2);
        List<Double> times = Orbit.conjunctions(fast, slow, 0, 5);
        assertEquals(List.of(0.0, 2.0, 4.0), times);
        assertSameNodeAndAngle(times, fast, slow);
    }

    @Test
    void conjunctionsWithPhase() {
        Orbit first = Orbit.circular(0.3, 30);
        Orbit second = Orbit.circular(5.5, 60);
        List<Double> times = Orbit.conjunctions(first, second, 0, 240);
        double[] expected = {49.65634224467135, 109.6563422446714, 169.6563422446714, 229.6563422446714};
        assertEquals(expected.length, times.size());
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], times.get(i), FINEST * 100);
        }
        assertSameNodeAndAngle(times, first, second);
        assertEquals(3.75, Orbit.conjunctionWindow(ArcTable.equal(1, 8), first, second), FINEST);
    }

    private static void assertSameNodeAndAngle(List<Double> times, Orbit first, Orbit second) {
        ArcTable table = ArcTable.equal(1, 8);
        for (double time : times) {
            assertTrue(angDist(first.theta(time), second.theta(time)) < FINE, "angles at " + time);
            assertEquals(table.owner(first.theta(time)), table.owner(second.theta(time)), "nodes at " + time);
        }
    }

    @Test
    void conjunctionsOfOtherOrbitsAreRefused() {
        Orbit circular = Orbit.circular(0, 1);
        assertInvalid("circular", () -> Orbit.conjunctions(circular, new Orbit(1, 0, 2, 0.1, 0), 0, 1));
        assertInvalid("different periods", () -> Orbit.conjunctions(circular, Orbit.circular(1, 1), 0, 1));
        assertInvalid("shorter time", () -> Orbit.conjunctions(circular, Orbit.circular(1, 2), 0, 1e9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void periodsAreValidated(double period) {
        assertInvalid("period " + period, () -> Orbit.circular(0, period));
        assertInvalid("period " + period, () -> new RingOrbit(0, period, 0));
        assertInvalid("period " + period, () -> Placement.equal(8).node(0, period, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 0.31, Double.NaN})
    void eccentricityIsValidated(double e) {
        assertInvalid("eccentricity " + e, () -> new Orbit(1, 0, 1, e, 0));
    }

    static void assertInvalid(String text, Runnable call) {
        RocheException refused = assertThrows(RocheException.class, call::run);
        assertEquals(ErrorCode.INVALID_PARAMETER, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains(text), refused.getMessage());
    }
}
