package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.OrbitTest.assertInvalid;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.model.RingNames;
import io.rochedb.engine.orbit.ArcTable.Arc;
import io.rochedb.engine.query.Meeting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/**
 * Placement against values the original's built program printed: 8 equal parts, records written at 12.25, now 15.75.
 */
class PlacementTest {
    private static final double CREATED = 12.25;
    private static final double NOW = 15.75;
    private static final double PRINTED = 5e-7;
    private static final double[] TIMES = {0, 12.25, 15.75, 20, 33.3, 42, 60, 1000.5, 1796036643.192629};

    private static final Placement EIGHT = Placement.equal(8);
    private static final RingOrbit DOCS = orbit("docs", 60, CREATED);
    private static final RingOrbit USERS = orbit("users/123", 30, CREATED);
    private static final RingOrbit BETA = orbit("beta", 7.5, CREATED);

    private static RingOrbit orbit(String ring, double period, double created) {
        return RingOrbit.of(RingNames.key(ring), period, created);
    }

    @Test
    void headsOfRings() {
        assertEquals(2.97, RingOrbit.head(RingNames.key("docs")));
        assertEquals(6.17, RingOrbit.head(RingNames.key("docs/japan")));
        assertEquals(0.09, RingOrbit.head(RingNames.key("r")));
    }

    @Test
    void nodesOverTime() {
        assertNodes(DOCS, 2, 3, 4, 4, 6, 7, 2, 7, 2);
        assertNodes(USERS, 2, 5, 6, 7, 3, 5, 2, 5, 3);
        assertNodes(BETA, 4, 1, 5, 1, 7, 1, 4, 7, 7);
    }

    private static void assertNodes(RingOrbit orbit, int... expected) {
        for (int i = 0; i < TIMES.length; i++) {
            String context = orbit + " at " + TIMES[i];
            assertEquals(expected[i], EIGHT.node(orbit, TIMES[i]), context);
            assertEquals(expected[i], EIGHT.table().owner(orbit.toOrbit().theta(TIMES[i])), context);
            int bare = EIGHT.node(orbit.headRadians(), orbit.periodSeconds(), orbit.createdSeconds(), TIMES[i]);
            assertEquals(expected[i], bare, context);
        }
    }

    @Test
    void arrivalsAtArcStarts() {
        assertArrivals(DOCS, 43.888589, 51.388589, 58.888589, 66.388589, 73.888589, 21.388589, 28.888589, 36.388589);
        assertArrivals(USERS, 21.384787, 25.134787, 28.884787, 32.634787, 36.384787, 40.134787, 43.884787, 17.634787);
        assertArrivals(BETA, 18.401162, 19.338662, 20.276162, 21.213662, 22.151162, 23.088662, 16.526162, 17.463662);
    }

    private static void assertArrivals(RingOrbit orbit, double... expected) {
        for (int node = 0; node < expected.length; node++) {
            double original = orbit.toOrbit().nextArrival(EIGHT.table().arcStart(node), NOW);
            assertEquals(expected[node], original, PRINTED);
            // The original sends a record that is on the node for one more lap; here it is there now.
            double visit = EIGHT.node(orbit, NOW) == node ? NOW : expected[node];
            assertEquals(visit, EIGHT.nextVisit(orbit, node, NOW).orElseThrow(), PRINTED);
        }
    }

    @Test
    void arrivalsOfRecordsWrittenAtZero() {
        RingOrbit docs = orbit("docs", 30, 0);
        ArcTable table = EIGHT.table();
        assertEquals(15.81929457051213, docs.toOrbit().nextArrival(table.arcStart(0), 0), 1e-13);
        assertEquals(19.56929457051213, docs.toOrbit().nextArrival(table.arcStart(1), 0), 1e-13);
        assertEquals(12.06929457051212, docs.toOrbit().nextArrival(table.arcStart(7), 0), 1e-13);
        assertEquals(15.81929457051213, EIGHT.nextVisit(docs, 0, 0).orElseThrow(), 1e-13);
        assertEquals(
                7.83042320012125,
                EIGHT.nextConjunction(docs, orbit("logs", 60, 0), 0).orElseThrow(),
                1e-13);
    }

    @Test
    void conjunctionsOfTheOriginal() {
        assertEquals(58.880985, EIGHT.nextConjunction(DOCS, USERS, NOW).orElseThrow(), PRINTED);
        assertEquals(23.331529, EIGHT.nextConjunction(DOCS, BETA, NOW).orElseThrow(), PRINTED);
        assertEquals(17.406620, EIGHT.nextConjunction(USERS, BETA, NOW).orElseThrow(), PRINTED);
        assertEquals(OptionalDouble.of(NOW), EIGHT.nextConjunction(DOCS, DOCS, NOW));
        RingOrbit opposite = new RingOrbit(DOCS.headRadians() + Math.PI, 60, CREATED);
        assertEquals(OptionalDouble.empty(), EIGHT.nextConjunction(DOCS, opposite, NOW));
    }

    @Test
    void joinIsNotLaterThanTheConjunction() {
        for (RingOrbit[] pair : new RingOrbit[][] {{DOCS, USERS}, {DOCS, BETA}, {USERS, BETA}}) {
            Meeting meeting = EIGHT.nextJoin(pair[0], pair[1], NOW).orElseThrow();
            double conjunction = EIGHT.nextConjunction(pair[0], pair[1], NOW).orElseThrow();
            assertTrue(meeting.atSeconds() >= NOW && meeting.atSeconds() <= conjunction, meeting.toString());
            assertTrue(meeting.windowSeconds() > 0, meeting.toString());
        }
    }

    @Test
    void joinIsNowWhenTheNodeIsShared() {
        RingOrbit behind = new RingOrbit(0.1, 60, 0);
        RingOrbit ahead = new RingOrbit(0.2, 30, 0);
        Meeting meeting = EIGHT.nextJoin(behind, ahead, 0).orElseThrow();
        assertEquals(0, meeting.atSeconds());
        assertEquals(0, meeting.node());
        assertEquals((Math.PI / 4 - 0.2) / Angles.TAU * 30, meeting.windowSeconds(), 1e-12);
    }

    @Test
    void equalPeriodsMeetAtOnceOrNever() {
        RingOrbit first = new RingOrbit(0, 60, 0);
        Meeting meeting = EIGHT.nextJoin(first, new RingOrbit(-0.5, 60, 0), 1).orElseThrow();
        assertEquals(0.5 / Angles.TAU * 60, meeting.atSeconds(), 1e-12);
        assertEquals(0, meeting.node());
        assertEquals((Math.PI / 4 - 0.5) / Angles.TAU * 60, meeting.windowSeconds(), 1e-9);
        assertEquals(Optional.empty(), EIGHT.nextJoin(first, new RingOrbit(Math.PI, 60, 0), 0));
        // Two opposite arcs of one node: opposite records are together half of the time.
        Placement opposite = new Placement(ArcTable.explicit(
                1, 3, List.of(new Arc(0, 0), new Arc(1, 1), new Arc(Math.PI, 0), new Arc(Math.PI + 1, 2))));
        Meeting across =
                opposite.nextJoin(first, new RingOrbit(Math.PI, 60, 0), 12).orElseThrow();
        assertEquals(30, across.atSeconds(), 1e-12);
        assertEquals(0, across.node());
    }

    @Test
    void oneNodeIsSharedForEver() {
        Meeting meeting = Placement.equal(1).nextJoin(DOCS, BETA, NOW).orElseThrow();
        assertEquals(new Meeting(NOW, 0, Double.POSITIVE_INFINITY), meeting);
    }

    @Test
    void argumentsAreChecked() {
        assertInvalid("node 8 is out of range", () -> EIGHT.nextVisit(DOCS, 8, NOW));
        assertInvalid("node -1 is out of range", () -> EIGHT.nextVisit(DOCS, -1, NOW));
        assertInvalid("time NaN", () -> EIGHT.node(DOCS, Double.NaN));
        assertInvalid("time Infinity", () -> EIGHT.nextJoin(DOCS, BETA, Double.POSITIVE_INFINITY));
        assertInvalid("too short", () -> EIGHT.nextVisit(new RingOrbit(0, 0x1p-30, 0), 3, 0x1p31));
        assertEquals(OptionalDouble.empty(), new Placement(ArcTable.weighted(1, 1, 0, 3)).nextVisit(DOCS, 1, NOW));
    }
}
