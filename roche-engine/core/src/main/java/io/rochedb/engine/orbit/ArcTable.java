package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;
import static io.rochedb.engine.orbit.Angles.wrap;
import static io.rochedb.engine.orbit.Orbit.invalid;

import java.util.Arrays;
import java.util.List;

/**
 * A division of the circle among nodes: n equal parts, or explicit arcs, each from its start angle to the next one's
 * start.
 *
 * <p>Immutable. Angles in radians; nodes are 0 to {@link #nodes()} − 1, at most {@value #NODES_MAX} of them.
 */
public final class ArcTable {
    public static final int NODES_MAX = 65_535;

    /** Arcs per node of a virtual table unless asked otherwise. */
    public static final int VIRTUAL_ARCS_PER_NODE = 64;

    /** Most arcs of a virtual table. */
    public static final int ARCS_MAX = NODES_MAX * VIRTUAL_ARCS_PER_NODE;

    /** Angles that {@link #remapFraction} looks at unless asked otherwise. */
    public static final int REMAP_SAMPLES = 4096;

    private static final double UNIT_53_BITS = 0x1p-53;

    /** An explicit arc: from its start angle to the start of the next arc. */
    public record Arc(double start, int owner) {}

    private final int epoch;
    private final int nodes;
    private final double[] starts;
    private final int[] owners;

    private ArcTable(int epoch, int nodes, double[] starts, int[] owners) {
        if (nodes <= 0) {
            throw invalid("ArcTable requires at least one node");
        }
        if (nodes > NODES_MAX) {
            throw invalid("nodes must be in 1.." + NODES_MAX + ", not " + nodes);
        }
        for (int i = 0; i < starts.length; i++) {
            if (!(starts[i] >= 0 && starts[i] < TAU)) {
                throw invalid("arc start must be in [0, TAU), not " + starts[i]);
            }
            if (i > 0 && starts[i] <= starts[i - 1]) {
                throw invalid("arc starts must be strictly increasing, not " + starts[i - 1] + ", " + starts[i]);
            }
            if (owners[i] < 0 || owners[i] >= nodes) {
                throw invalid("arc owner is outside nNodes: " + owners[i] + " of " + nodes);
            }
        }
        this.epoch = epoch;
        this.nodes = nodes;
        this.starts = starts;
        this.owners = owners;
    }

    /** Returns the table of equal parts. */
    public static ArcTable equal(int epoch, int nodes) {
        return new ArcTable(epoch, nodes, new double[0], new int[0]);
    }

    /** Returns the table of these arcs in order of their starts; of no arcs, the equal table. */
    public static ArcTable explicit(int epoch, int nodes, List<Arc> arcs) {
        double[] starts = arcs.stream().mapToDouble(Arc::start).toArray();
        int[] owners = arcs.stream().mapToInt(Arc::owner).toArray();
        return new ArcTable(epoch, nodes, starts, owners);
    }

    /**
     * Returns the table that gives node i one arc of 2π·w/total, in order from angle 0, and none when its weight is 0.
     */
    public static ArcTable weighted(int epoch, double... weights) {
        if (weights.length == 0) {
            throw invalid("weightedArcTable requires at least one weight");
        }
        double total = 0;
        for (double weight : weights) {
            if (!(weight >= 0 && weight <= Double.MAX_VALUE)) {
                throw invalid("node weights must be non-negative, not " + weight);
            }
            total += weight;
        }
        if (!(total > 0 && total <= Double.MAX_VALUE)) {
            throw invalid("at least one node weight must be positive, and their sum finite");
        }
        double[] starts = new double[weights.length];
        int[] owners = new int[weights.length];
        int count = 0;
        double start = 0;
        for (int node = 0; node < weights.length; node++) {
            if (weights[node] > 0) {
                starts[count] = start;
                owners[count++] = node;
                start += TAU * weights[node] / total;
            }
        }
        return new ArcTable(epoch, weights.length, Arrays.copyOf(starts, count), Arrays.copyOf(owners, count));
    }

    /**
     * Returns the table of virtual arcs: slot s of node n starts at 2π·unit(mix64(n·2^32 ⊕ s)), where unit takes the
     * upper 53 bits as a fraction.
     */
    public static ArcTable virtual(int epoch, int nodes, int arcsPerNode) {
        if (nodes <= 0) {
            throw invalid("virtualArcTable requires at least one node");
        }
        if (arcsPerNode <= 0) {
            throw invalid("virtualArcsPerNode must be positive, not " + arcsPerNode);
        }
        if ((long) nodes * arcsPerNode > ARCS_MAX) {
            throw invalid(nodes + " nodes of " + arcsPerNode + " arcs are more than " + ARCS_MAX + " arcs");
        }
        Arc[] arcs = new Arc[nodes * arcsPerNode];
        for (int node = 0; node < nodes; node++) {
            for (int slot = 0; slot < arcsPerNode; slot++) {
                long hash = mix64(((long) node << 32) ^ slot);
                arcs[node * arcsPerNode + slot] = new Arc((hash >>> 11) * UNIT_53_BITS * TAU, node);
            }
        }
        Arrays.sort(arcs, (x, y) -> Double.compare(x.start, y.start));
        return explicit(epoch, nodes, Arrays.asList(arcs));
    }

    /** Returns the finaliser of SplitMix64 (Steele, Lea and Flood, 2014) applied to x plus the golden gamma. */
    private static long mix64(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public int epoch() {
        return epoch;
    }

    public int nodes() {
        return nodes;
    }

    /** Returns the explicit arcs by start; empty for equal parts. */
    public List<Arc> arcs() {
        Arc[] arcs = new Arc[starts.length];
        Arrays.setAll(arcs, i -> new Arc(starts[i], owners[i]));
        return List.of(arcs);
    }

    /** Returns whether the parts are equal. */
    public boolean isEqual() {
        return starts.length == 0;
    }

    /** Returns 2π / (number of explicit arcs), or 2π / nodes when equal. */
    public double arcWidth() {
        return TAU / (isEqual() ? nodes : starts.length);
    }

    /**
     * Returns node·2π/nodes when equal, else the smallest start among the node's arcs, and if it has none,
     * node·2π/nodes.
     */
    public double arcStart(int node) {
        for (int i = 0; i < starts.length; i++) {
            if (owners[i] == node) {
                return starts[i];
            }
        }
        return node * TAU / nodes;
    }

    /**
     * Returns the node that owns an angle. Equal: trunc(angle/2π·nodes) mod nodes. Explicit: the owner of the last arc
     * that starts at or before the angle, the last arc of all when there is none. Allocates nothing.
     */
    public int owner(double theta) {
        double angle = wrap(theta);
        if (isEqual()) {
            return (int) (angle / TAU * nodes) % nodes;
        }
        int found = Arrays.binarySearch(starts, angle);
        int arc = found >= 0 ? found : -found - 2;
        return owners[arc >= 0 ? arc : owners.length - 1];
    }

    /** Returns the fraction of the angles (i + 0.5)·2π/samples that two tables give to different nodes. */
    public static double remapFraction(ArcTable before, ArcTable after, int samples) {
        if (samples <= 0) {
            throw invalid("samples must be positive, not " + samples);
        }
        int moved = 0;
        for (int i = 0; i < samples; i++) {
            double angle = (i + 0.5) * TAU / samples;
            if (before.owner(angle) != after.owner(angle)) {
                moved++;
            }
        }
        return (double) moved / samples;
    }
}
