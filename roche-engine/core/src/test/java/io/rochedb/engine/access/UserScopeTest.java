package io.rochedb.engine.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a user's grants, his role and his connection's ring make of what he sees and writes. */
class UserScopeTest {
    private static final ScramVerifier VERIFIER = ScramVerifier.of("x", new byte[] {1}, 4096);

    private static User user(Role role, RingGrant... grants) {
        return new User("bob", role, VERIFIER, 0, List.of(grants));
    }

    private static RingGrant read(String rings) {
        return new RingGrant(Privilege.READ, rings);
    }

    private static RingGrant write(String rings) {
        return new RingGrant(Privilege.WRITE, rings);
    }

    @Test
    void withoutGrantsNothingIsSeen() {
        assertEquals(RingSelector.NONE, user(Role.READER).scope(null).selector());
        assertEquals(RingSelector.NONE, user(Role.WRITER).scope(null).writable());
        assertFalse(user(Role.WRITER).scope(null).administers());
    }

    @Test
    void anAdminSeesEverythingUnlessTheConnectionIsNarrowed() {
        assertEquals(RingScope.ALL, user(Role.ADMIN).scope(null));
        assertEquals(RingScope.subtree("a"), user(Role.ADMIN).scope("a"));
        assertEquals(RingScope.NONE, user(Role.ADMIN).scope(""));
    }

    @Test
    void theRoleBoundsWhatWasGranted() {
        RingScope reader = user(Role.READER, write("a/**")).scope(null);
        assertTrue(reader.sees("a/b"));
        assertFalse(reader.writes("a/b"));
        RingScope writer = user(Role.WRITER, write("a/**"), read("b")).scope(null);
        assertTrue(writer.writes("a/b"));
        assertTrue(writer.sees("b"));
        assertFalse(writer.writes("b"));
        assertFalse(writer.sees("b/c"));
    }

    @Test
    void theConnectionsRingNarrowsGrants() {
        User writer = user(Role.WRITER, write("tenant/*/orders"), read("tenant/acme/**"));
        RingScope scope = writer.scope("tenant/acme");
        assertTrue(scope.writes("tenant/acme/orders"));
        assertFalse(scope.sees("tenant/other/orders"));
        assertTrue(scope.sees("tenant/acme"));
        assertEquals(RingSelector.NONE, writer.scope("elsewhere").selector());
        assertEquals(RingSelector.NONE, writer.scope("").selector());
    }

    @Test
    void theSameGrantsInAnyFormAreTheSameScope() {
        RingScope one = user(Role.WRITER, read("a/**"), read("a/b"), read("c")).scope(null);
        RingScope other = user(Role.WRITER, read("c"), read("a/**")).scope(null);
        assertEquals(one, other);
        assertTrue(user(Role.READER, read("**"), read("a")).scope(null).seesAll());
    }

    @Test
    void intersectionsAndCoversAgreeWithMatching() {
        long seed = Long.getLong("roche.test.seed", System.nanoTime());
        System.out.println("UserScopeTest: -Droche.test.seed=" + seed);
        Random random = new Random(seed);
        List<String> rings = new ArrayList<>();
        for (String a : List.of("a", "b")) {
            rings.add(a);
            for (String b : List.of("a", "b", "c")) {
                rings.add(a + "/" + b);
                rings.add(a + "/" + b + "/a");
                rings.add(a + "/" + b + "/b");
            }
        }
        for (int i = 0; i < 3_000; i++) {
            String left = glob(random);
            String right = glob(random);
            String both = RingSelectors.intersectGlobs(left, right);
            boolean covers = RingSelectors.globCovers(left, right);
            for (String ring : rings) {
                boolean inLeft = RingSelectors.matches(new RingSelector.Glob(left), ring);
                boolean inRight = RingSelectors.matches(new RingSelector.Glob(right), ring);
                boolean inBoth = both != null && RingSelectors.matches(new RingSelector.Glob(both), ring);
                assertEquals(inLeft && inRight, inBoth, left + " and " + right + " is " + both + " for " + ring);
                assertTrue(!covers || !inRight || inLeft, left + " covers " + right + " for " + ring);
            }
        }
    }

    private static String glob(Random random) {
        StringBuilder glob = new StringBuilder();
        int segments = 1 + random.nextInt(3);
        for (int i = 0; i < segments; i++) {
            glob.append(i == 0 ? "" : "/").append(List.of("a", "b", "*").get(random.nextInt(3)));
        }
        return random.nextInt(3) == 0 ? random.nextBoolean() ? glob + "/**" : "**" : glob.toString();
    }
}
