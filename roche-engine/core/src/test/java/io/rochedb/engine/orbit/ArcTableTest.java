package io.rochedb.engine.orbit;

import static io.rochedb.engine.orbit.Angles.TAU;
import static io.rochedb.engine.orbit.OrbitTest.assertInvalid;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.orbit.ArcTable.Arc;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The arc-table cases of the original's own tests, and values its built program printed. */
class ArcTableTest {
    @Test
    void equalParts() {
        ArcTable table = ArcTable.equal(1, 8);
        assertEquals(0, table.owner(0));
        assertEquals(7, table.owner(TAU - 1e-9));
        assertEquals(4, table.owner(Math.PI));
        assertEquals(3, table.owner(Math.PI - 1e-9));
        assertEquals(TAU / 8, table.arcWidth());
        assertEquals(TAU / 4, table.arcStart(2));
        assertEquals(List.of(), table.arcs());
    }

    @Test
    void explicitArcsWrapAround() {
        ArcTable table = ArcTable.explicit(1, 2, List.of(new Arc(0, 0), new Arc(Math.PI, 1)));
        assertEquals(0, table.owner(0));
        assertEquals(0, table.owner(Math.PI - 1e-9));
        assertEquals(1, table.owner(Math.PI));
        assertEquals(1, table.owner(TAU - 1e-9));
        assertEquals(1, table.owner(-0.1));
        ArcTable late = ArcTable.explicit(1, 3, List.of(new Arc(1, 0), new Arc(2, 1)));
        assertEquals(1, late.owner(0.5), "before the first start the last arc goes on");
        assertEquals(2 * TAU / 3, late.arcStart(2), "a node without arcs");
    }

    @Test
    void weightedArcs() {
        ArcTable table = ArcTable.weighted(1, 1, 3);
        assertEquals(List.of(new Arc(0, 0), new Arc(TAU / 4, 1)), table.arcs());
        assertEquals(0, table.owner(0.24 * TAU));
        assertEquals(1, table.owner(0.26 * TAU));
        List<Arc> sparse = ArcTable.weighted(1, 1, 0, 3).arcs();
        assertEquals(2, sparse.size());
        assertEquals(new Arc(0, 0), sparse.get(0));
        assertEquals(1.570796326794897, sparse.get(1).start(), 1e-15);
        assertEquals(2, sparse.get(1).owner());
    }

    @Test
    void virtualArcs() {
        List<Arc> arcs = ArcTable.virtual(1, 3, 2).arcs();
        double[] starts = {
            0.7918762557579967, 3.559811364734998, 4.814815942578842,
            4.823364039544664, 5.550005491840885, 5.686692541843356
        };
        assertArrayEquals(starts, arcs.stream().mapToDouble(Arc::start).toArray(), 1e-15 * 8);
        assertArrayEquals(
                new int[] {1, 0, 1, 2, 0, 2}, arcs.stream().mapToInt(Arc::owner).toArray());

        ArcTable table = ArcTable.virtual(1, 8, 64);
        int[] owners = IntStream.range(0, 16)
                .map(i -> table.owner(i * TAU / 16 + 0.001))
                .toArray();
        assertArrayEquals(new int[] {4, 4, 4, 4, 7, 4, 3, 6, 3, 1, 0, 7, 3, 7, 1, 2}, owners);
    }

    @Test
    void virtualArcsMoveLessThanEqualParts() {
        ArcTable equal8 = ArcTable.equal(1, 8);
        ArcTable equal9 = ArcTable.equal(2, 9);
        ArcTable virtual8 = ArcTable.virtual(1, 8, 64);
        ArcTable virtual9 = ArcTable.virtual(2, 9, 64);
        assertEquals(512, virtual8.arcs().size());
        assertEquals(576, virtual9.arcs().size());
        assertEquals(0.5, ArcTable.remapFraction(equal8, equal9, ArcTable.REMAP_SAMPLES));
        assertEquals(0.5, ArcTable.remapFraction(equal8, equal9, 8192));
        assertEquals(0.11865234375, ArcTable.remapFraction(virtual8, virtual9, ArcTable.REMAP_SAMPLES));
        assertEquals(0.1192626953125, ArcTable.remapFraction(virtual8, virtual9, 8192));
    }

    @Test
    void malformedTablesAreRefused() {
        assertInvalid("ArcTable requires at least one node", () -> ArcTable.equal(1, 0));
        assertInvalid("nodes must be in 1..65535", () -> ArcTable.equal(1, 65_536));
        assertInvalid("virtualArcTable requires at least one node", () -> ArcTable.virtual(1, 0, 64));
        assertInvalid("virtualArcsPerNode must be positive", () -> ArcTable.virtual(1, 2, 0));
        assertInvalid("more than", () -> ArcTable.virtual(1, 65_535, 65));
        assertInvalid("weightedArcTable requires at least one weight", () -> ArcTable.weighted(1));
        assertInvalid("at least one node weight must be positive", () -> ArcTable.weighted(1, 0, 0));
        assertInvalid("node weights must be non-negative", () -> ArcTable.weighted(1, 1, -1));
        assertInvalid("node weights must be non-negative", () -> ArcTable.weighted(1, 1, Double.NaN));
        assertInvalid(
                "arc starts must be strictly increasing",
                () -> ArcTable.explicit(1, 2, List.of(new Arc(2, 0), new Arc(1, 1))));
        assertInvalid(
                "arc starts must be strictly increasing",
                () -> ArcTable.explicit(1, 2, List.of(new Arc(1, 0), new Arc(1, 1))));
        assertInvalid("arc start must be in [0, TAU)", () -> ArcTable.explicit(1, 1, List.of(new Arc(TAU, 0))));
        assertInvalid("arc start must be in [0, TAU)", () -> ArcTable.explicit(1, 1, List.of(new Arc(-0.1, 0))));
        assertInvalid("arc owner is outside nNodes", () -> ArcTable.explicit(1, 2, List.of(new Arc(0, 2))));
        assertInvalid(
                "samples must be positive",
                () -> ArcTable.remapFraction(ArcTable.equal(1, 1), ArcTable.equal(1, 1), 0));
    }

    @Test
    void runsJoinNeighbouringArcs() {
        ArcRuns runs = new ArcRuns(
                ArcTable.explicit(1, 3, List.of(new Arc(1, 0), new Arc(2, 1), new Arc(3, 1), new Arc(4, 0))));
        assertEquals(2, runs.count());
        assertEquals(2, runs.start(0));
        assertEquals(2, runs.width(0));
        assertEquals(4, runs.start(1));
        assertEquals(TAU - 2, runs.width(1), 1e-15);
        assertEquals(1.5, runs.toEnd(0.5), 1e-15);
        assertEquals(0.5, runs.toEnd(3.5), 1e-15);
        assertTrue(runs.firstOf(2) == runs.firstOf(3), "node 2 has no run");
        assertEquals(1, new ArcRuns(ArcTable.explicit(1, 2, List.of(new Arc(1, 1), new Arc(2, 1)))).count());
    }
}
