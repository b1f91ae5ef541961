package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;

import java.util.Arrays;

/**
 * The circle as runs: neighbouring arcs of one owner joined into one, each run from the first double angle of its
 * owner.
 *
 * <p>Immutable. Runs are numbered by start angle; {@link #firstOf} and {@link #run} list them by node.
 */
final class ArcRuns {
    private final double[] starts;
    private final int[] owners;
    private final int[] byNode;
    private final int[] firstOf;

    ArcRuns(ArcTable table) {
        double[] angles;
        if (table.isEqual()) {
            angles = new double[table.nodes()];
            Arrays.setAll(angles, node -> firstAngle(table, node));
        } else {
            angles = table.arcs().stream().mapToDouble(ArcTable.Arc::start).toArray();
        }
        double[] runStarts = new double[angles.length];
        int[] runOwners = new int[angles.length];
        int count = 0;
        int previous = table.owner(angles[angles.length - 1]);
        for (double angle : angles) {
            int owner = table.owner(angle);
            if (owner != previous) {
                runStarts[count] = angle;
                runOwners[count++] = owner;
            }
            previous = owner;
        }
        if (count == 0) {
            runOwners[count++] = previous;
        }
        starts = Arrays.copyOf(runStarts, count);
        owners = Arrays.copyOf(runOwners, count);
        firstOf = new int[table.nodes() + 1];
        for (int owner : owners) {
            firstOf[owner + 1]++;
        }
        for (int node = 0; node < table.nodes(); node++) {
            firstOf[node + 1] += firstOf[node];
        }
        byNode = new int[count];
        int[] next = firstOf.clone();
        for (int run = 0; run < count; run++) {
            byNode[next[owners[run]]++] = run;
        }
    }

    /** Returns the first angle that the equal division gives to a node: node·2π/n up to the last digits. */
    private static double firstAngle(ArcTable table, int node) {
        double angle = node * TAU / table.nodes();
        while (table.owner(angle) != node) {
            angle = Math.nextUp(angle);
        }
        while (angle > 0 && table.owner(Math.nextDown(angle)) == node) {
            angle = Math.nextDown(angle);
        }
        return angle;
    }

    int count() {
        return starts.length;
    }

    double start(int run) {
        return starts[run];
    }

    /** Returns the width of a run in radians, 2π when it is the only one. */
    double width(int run) {
        if (starts.length == 1) {
            return TAU;
        }
        return run + 1 < starts.length ? starts[run + 1] - starts[run] : starts[0] + TAU - starts[run];
    }

    /** Returns the index in {@link #run} of the node's first run; the node's runs end before that of node + 1. */
    int firstOf(int node) {
        return firstOf[node];
    }

    int run(int index) {
        return byNode[index];
    }

    /** Returns the angle from theta, 0 to 2π, to the end of its run; infinite when there is one run only. */
    double toEnd(double theta) {
        if (starts.length == 1) {
            return Double.POSITIVE_INFINITY;
        }
        int found = Arrays.binarySearch(starts, theta);
        int next = found >= 0 ? found + 1 : -found - 1;
        return next < starts.length ? starts[next] - theta : starts[0] + TAU - theta;
    }
}
