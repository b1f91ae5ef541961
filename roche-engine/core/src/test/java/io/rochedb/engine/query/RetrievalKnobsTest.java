package io.rochedb.engine.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RetrievalKnobs.Amount;
import io.rochedb.engine.query.RetrievalKnobs.Depth;
import io.rochedb.engine.query.RetrieveRequest.Scope;
import io.rochedb.engine.query.RetrieveRequest.Tuning;
import org.junit.jupiter.api.Test;

class RetrievalKnobsTest {
    @Test
    void focusMapsToTopRings() {
        int[][] cases = {{1, 2}, {2, 8}, {10, 48}, {15, 73}, {45, 224}, {50, 249}, {90, 450}, {100, 500}, {999, 500}};
        for (int[] each : cases) {
            assertEquals(each[1], RetrievalKnobs.focusToTopRings(each[0]), "focus " + each[0]);
        }
        for (int focus = 2; focus <= 100; focus++) {
            int step = RetrievalKnobs.focusToTopRings(focus) - RetrievalKnobs.focusToTopRings(focus - 1);
            assertEquals(1, Integer.signum(step));
        }
        assertEquals(0, RetrievalKnobs.clampTopRings(0));
        assertEquals(2, RetrievalKnobs.clampTopRings(1));
        assertEquals(500, RetrievalKnobs.clampTopRings(501));
    }

    @Test
    void sanitisesAsTheOriginal() {
        assertEquals(
                new Tuning(Scope.TIGHT, 100, 2, false, 0, 0),
                RetrievalKnobs.sanitised(new Tuning(Scope.TIGHT, 500, 1, false, -1, -3)));
    }

    @Test
    void wordsStandForNumbers() {
        assertEquals(3, new RetrievalKnobs(Amount.FEW, Scope.TIGHT, Depth.NORMAL).budget());
        assertEquals(8, RetrievalKnobs.DEFAULT.budget());
        assertEquals(32, Amount.ALL_USEFUL.budget());
        assertEquals(Tuning.DEFAULT, RetrievalKnobs.DEFAULT.tuning());
        assertEquals(
                new Tuning(Scope.WIDE, 45, 0, true, 2, 4),
                new RetrievalKnobs(Amount.MANY, Scope.WIDE, Depth.DEEP).tuning());
        assertEquals(
                new Tuning(Scope.ALL, 90, 0, true, 4, 8),
                new RetrievalKnobs(Amount.MANY, Scope.ALL, Depth.VERY_DEEP).tuning());
        assertEquals(15, RetrievalKnobs.focus(Scope.NEAR));
    }

    @Test
    void parsesWordsInAnyCase() {
        assertEquals(Amount.ALL_USEFUL, RetrievalKnobs.parseAmount("allUseful"));
        assertEquals(Depth.VERY_DEEP, RetrievalKnobs.parseDepth("very_deep"));
        assertEquals(Scope.NEAR, RetrievalKnobs.parseScope("NEAR"));
        assertEquals(
                "unknown depth 'bottom' (use shallow, normal, deep or very_deep)",
                assertThrows(RocheException.class, () -> RetrievalKnobs.parseDepth("bottom"))
                        .getMessage());
    }
}
