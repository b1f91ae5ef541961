package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.orbit.Placement;
import io.rochedb.engine.orbit.RingOrbit;
import io.rochedb.engine.query.Location;
import io.rochedb.engine.query.Meeting;
import java.util.Optional;
import java.util.OptionalDouble;

/** Where records of an open engine are: ring orbits over the equal parts of its nodes. No record is looked up. */
final class Orbits {
    private static final double MILLIS = 1000.0;
    private static final String OWNER = "local";
    private final Placement placement;

    Orbits(int nodes) {
        placement = Placement.equal(nodes);
    }

    /** Returns the node without allocating. */
    int node(RingState ring, RecordId id, double atSeconds) {
        return placement.node(
                ring.headRadians(), period(ring, ring.periodSeconds(), id), id.createdMillis() / MILLIS, atSeconds);
    }

    private static double period(RingState ring, double[] periods, RecordId id) {
        if (id.epoch() >= periods.length) {
            throw new RocheException(
                    ErrorCode.INVALID_ID,
                    "record id " + id.text() + " names epoch " + id.epoch() + " of ring '" + ring.name()
                            + "', which has " + periods.length);
        }
        return periods[id.epoch()];
    }

    /** Returns the orbit of a record of a ring that has, for the caller, these periods. */
    static RingOrbit orbit(RingState ring, double[] periods, RecordId id) {
        return new RingOrbit(ring.headRadians(), period(ring, periods, id), id.createdMillis() / MILLIS);
    }

    Location locate(RingState ring, double[] periods, RecordId id, double atSeconds) {
        RingOrbit orbit = orbit(ring, periods, id);
        return new Location(ring.name(), placement.node(orbit, atSeconds), OWNER, orbit.theta(atSeconds));
    }

    void requireNode(int node) {
        if (node < 0 || node >= placement.table().nodes()) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "node " + node + " is out of range: there are nodes 0 to "
                            + (placement.table().nodes() - 1));
        }
    }

    OptionalDouble nextVisit(RingState ring, double[] periods, RecordId id, int node, double afterSeconds) {
        return placement.nextVisit(orbit(ring, periods, id), node, afterSeconds);
    }

    Optional<Meeting> nextJoin(RingOrbit a, RingOrbit b, double afterSeconds) {
        return placement.nextJoin(a, b, afterSeconds);
    }
}
