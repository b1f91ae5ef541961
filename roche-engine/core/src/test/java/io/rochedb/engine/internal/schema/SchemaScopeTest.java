package io.rochedb.engine.internal.schema;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaScopeTest {
    @Test
    void globsMeetWhenSomeNameMatchesBoth() {
        assertTrue(RingSelectors.globsMeet("a/*/c", "a/b/*"));
        assertTrue(RingSelectors.globsMeet("a/**", "a"));
        assertTrue(RingSelectors.globsMeet("a", "a/**"));
        assertTrue(RingSelectors.globsMeet("**", "a/b"));
        assertTrue(RingSelectors.globsMeet("a/*/**", "a/**"));
        assertFalse(RingSelectors.globsMeet("a/*", "a"));
        assertFalse(RingSelectors.globsMeet("a/*", "a/b/c"));
        assertFalse(RingSelectors.globsMeet("a/*/c", "a/b/d"));
        assertFalse(RingSelectors.globsMeet("a/b/**", "a"));
    }

    @Test
    void aScopeCoversWhatItSeesAllOf() {
        RingScope subtree = RingScope.subtree("a/b");
        assertTrue(SchemaScope.covers(RingScope.ALL, "**"));
        assertTrue(SchemaScope.covers(subtree, "a/b"));
        assertTrue(SchemaScope.covers(subtree, "a/b/*/c"));
        assertTrue(SchemaScope.covers(subtree, "a/b/**"));
        assertFalse(SchemaScope.covers(subtree, "a/*"));
        assertFalse(SchemaScope.covers(subtree, "**"));
        assertFalse(SchemaScope.covers(RingScope.NONE, "a"));
        RingScope one = new RingScope(RingSelector.ring("x"));
        assertTrue(SchemaScope.covers(one, "x"));
        assertFalse(SchemaScope.covers(one, "x/**"));
        RingScope children = new RingScope(
                new RingSelector.And(List.of(new RingSelector.Glob("a/*"), new RingSelector.Glob("*/b"))));
        assertTrue(SchemaScope.covers(children, "a/b"));
        assertFalse(SchemaScope.covers(children, "a/*"));
    }
}
