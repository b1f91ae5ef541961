package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.RocheException;
import io.rochedb.engine.query.RingSelector;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RingScopeTest {
    @Test
    void emptyScopeSeesNothing() {
        assertFalse(RingScope.NONE.sees("docs"));
        assertFalse(new RingScope(new RingSelector.Exact(Set.of())).sees("docs"));
        assertFalse(new RingScope(new RingSelector.Or(List.of())).sees("docs"));
    }

    @Test
    void allSeesEverything() {
        assertTrue(RingScope.ALL.sees("docs"));
        assertTrue(new RingScope(RingSelector.ALL).sees("docs/a"));
    }

    @Test
    void subtreeSeesTheRingAndItsDescendants() {
        RingScope scope = RingScope.subtree("docs");
        assertTrue(scope.sees("docs"));
        assertTrue(scope.sees("docs/a/b"));
        assertFalse(scope.sees("docsx"));
        assertFalse(scope.sees("logs"));
        assertThrows(RocheException.class, () -> RingScope.subtree("docs/*"));
    }
}
