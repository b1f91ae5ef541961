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
import org.jspecify.annotations.Nullable;

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
        return placement.node(ring.headRadians(), period(ring, id), id.createdMillis() / MILLIS, atSeconds);
    }

    private static double period(RingState ring, RecordId id) {
        double[] periods = ring.periodSeconds();
        if (id.epoch() >= periods.length) {
            throw new RocheException(
                    ErrorCode.INVALID_ID,
                    "record id " + id.text() + " names epoch " + id.epoch() + " of ring '" + ring.name()
                            + "', which has " + periods.length);
        }
        return periods[id.epoch()];
    }

    private static RingOrbit orbit(RingState ring, RecordId id) {
        return new RingOrbit(ring.headRadians(), period(ring, id), id.createdMillis() / MILLIS);
    }

    Location locate(RingState ring, RecordId id, double atSeconds) {
        RingOrbit orbit = orbit(ring, id);
        return new Location(ring.name(), placement.node(orbit, atSeconds), OWNER, orbit.theta(atSeconds));
    }

    OptionalDouble nextVisit(@Nullable RingState ring, RecordId id, int node, double afterSeconds) {
        if (node < 0 || node >= placement.table().nodes()) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "node " + node + " is out of range: there are nodes 0 to "
                            + (placement.table().nodes() - 1));
        }
        return ring == null ? OptionalDouble.empty() : placement.nextVisit(orbit(ring, id), node, afterSeconds);
    }

    Optional<Meeting> nextJoin(RingState ringA, RecordId a, RingState ringB, RecordId b, double afterSeconds) {
        return placement.nextJoin(orbit(ringA, a), orbit(ringB, b), afterSeconds);
    }
}
