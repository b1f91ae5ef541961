package io.rochedb.engine.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.query.RingSelector.And;
import io.rochedb.engine.query.RingSelector.Exact;
import io.rochedb.engine.query.RingSelector.Glob;
import io.rochedb.engine.query.RingSelector.Like;
import io.rochedb.engine.query.RingSelector.Not;
import io.rochedb.engine.query.RingSelector.Or;
import io.rochedb.engine.query.RingSelector.Range;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingSelectorsTest {
    private static final String[] SEGMENTS = {"a", "b", "ab", "ba", "a_", "a%", "é"};
    private static final int ROUNDS = 20_000;

    @ParameterizedTest
    @CsvSource({
        "docs,      docs,        true",
        "docs,      docs/a,      false",
        "docs/*,    docs/a,      true",
        "docs/*,    docs,        false",
        "docs/*,    docs/a/b,    false",
        "*,         docs,        true",
        "*,         docs/a,      false",
        "*/a,       docs/a,      true",
        "*/a,       docs/b,      false",
        "docs/*/x,  docs/a/x,    true",
        "docs/*/x,  docs/a/y,    false",
        "docs/*/x,  docs/a,      false",
        "docs/**,   docs,        true",
        "docs/**,   docs/a,      true",
        "docs/**,   docs/a/b/c,  true",
        "docs/**,   docsx,       false",
        "docs/**,   doc,         false",
        "docs/*/**, docs,        false",
        "docs/*/**, docs/a,      true",
        "docs/*/**, docs/a/b,    true",
        "**,        docs/a,      true",
    })
    void globsMatchWholeSegments(String glob, String ring, boolean expected) {
        assertEquals(expected, RingSelectors.matches(new Glob(glob), ring));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "docs/", "/docs", "a//b", "do*", "docs/a*", "docs/***", "**/a", "a/**/b", "a/**/**", "x\n"})
    void malformedGlobsAreRefused(String glob) {
        RocheException refused = assertThrows(RocheException.class, () -> RingSelectors.validateGlob(glob));
        assertEquals(ErrorCode.INVALID_RING_NAME, refused.code());
        assertTrue(
                String.valueOf(refused.getMessage()).startsWith("invalid ring glob '" + glob + "': "),
                refused.getMessage());
        assertThrows(RocheException.class, () -> new Glob(glob));
    }

    @Test
    void globsAreNormalised() {
        assertEquals("caf\u00e9/*", RingSelectors.validateGlob("cafe\u0301/*"));
    }

    @Test
    void rangesObeyTheirBounds() {
        RingSelector closed = new Range("b", true, "d", true);
        RingSelector open = new Range("b", false, "d", false);
        assertEquals(List.of("b", "c", "d"), matching(closed, "a", "b", "c", "d", "e"));
        assertEquals(List.of("c"), matching(open, "a", "b", "c", "d", "e"));
        assertEquals(List.of("a", "b"), matching(new Range(null, false, "b", true), "a", "b", "c"));
        assertEquals(List.of("c"), matching(new Range("b", false, null, false), "a", "b", "c"));
    }

    @Test
    void combinations() {
        RingSelector selector = new And(List.of(new Glob("docs/**"), new Not(new Exact(Set.of("docs/x")))));
        assertEquals(List.of("docs", "docs/y"), matching(selector, "docs", "docs/x", "docs/y", "logs"));
        assertTrue(RingSelectors.matches(RingSelector.ALL, "a"));
        assertFalse(RingSelectors.matches(RingSelector.NONE, "a"));
    }

    @Test
    void exactNamesOfCombinations() {
        RingSelector names = new Exact(Set.of("docs", "docs/a", "logs"));
        assertEquals(
                Optional.of(Set.of("docs/a")), RingSelectors.exactNames(new And(List.of(names, new Glob("docs/*")))));
        assertEquals(
                Optional.of(Set.of("docs", "docs/a", "logs", "x")),
                RingSelectors.exactNames(new Or(List.of(names, new Like("x", LikePattern.NO_ESCAPE)))));
        assertEquals(Optional.empty(), RingSelectors.exactNames(new Or(List.of(names, new Glob("docs/*")))));
        assertEquals(Optional.empty(), RingSelectors.exactNames(new Not(names)));
        assertEquals(Optional.of(Set.of()), RingSelectors.exactNames(RingSelector.NONE));
        assertEquals(Optional.of(Set.of("a")), RingSelectors.exactNames(new Range("a", true, "a", true)));
        assertEquals(Optional.of(Set.of()), RingSelectors.exactNames(new Range("a", true, "a", false)));
    }

    @Test
    void prefixes() {
        assertEquals("docs/", RingSelectors.prefix(new Glob("docs/*/x")));
        assertEquals("docs", RingSelectors.prefix(new Glob("docs/**")));
        assertEquals("", RingSelectors.prefix(new Glob("**")));
        assertEquals("docs/j", RingSelectors.prefix(new Like("docs/j%", LikePattern.NO_ESCAPE)));
        assertEquals("a_b", RingSelectors.prefix(new Like("a!_b_", '!')));
        assertEquals("docs/", RingSelectors.prefix(new Range("docs/", true, "docs/z", false)));
        assertEquals(
                "docs/ja", RingSelectors.prefix(new And(List.of(new Glob("docs/**"), new Like("docs/ja%", '\0')))));
        assertEquals(
                "docs/",
                RingSelectors.prefix(new Or(List.of(new Glob("docs/*"), new Exact(Set.of("docs/a", "docs/b"))))));
    }

    @Test
    void simplifyRemovesIdleTerms() {
        RingSelector a = RingSelector.ring("a");
        assertEquals(a, RingSelectors.simplify(new And(List.of(RingSelector.ALL, new Not(new Not(a)), a))));
        assertEquals(RingSelector.NONE, RingSelectors.simplify(new And(List.of(a, new Or(List.of())))));
        assertEquals(RingSelector.ALL, RingSelectors.simplify(new Or(List.of(a, new Glob("**")))));
        assertEquals(new Exact(Set.of("a", "b")), RingSelectors.simplify(new Or(List.of(a, RingSelector.ring("b")))));
    }

    @Test
    void narrowingNeverLosesAMatch() {
        Random random = Seeds.random("RingSelectorsTest");
        int matches = 0;
        for (int round = 0; round < ROUNDS; round++) {
            RingSelector selector = selector(random, 3);
            RingSelector simple = RingSelectors.simplify(selector);
            String name = name(random);
            boolean match = RingSelectors.matches(selector, name);
            String context = selector + " on " + name;
            assertEquals(match, RingSelectors.compile(selector).test(name), context);
            assertEquals(match, RingSelectors.matches(simple, name), context + " simplified to " + simple);
            Optional<Set<String>> exact = RingSelectors.exactNames(selector);
            if (match) {
                matches++;
                assertTrue(name.startsWith(RingSelectors.prefix(selector)), context);
                assertTrue(name.startsWith(RingSelectors.prefix(simple)), context);
            }
            exact.ifPresent(names -> assertEquals(match, names.contains(name), context));
        }
        assertTrue(matches > ROUNDS / 10, "too few matches to prove anything: " + matches);
    }

    private static RingSelector selector(Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0:
                return new Exact(names(random, random.nextInt(3)));
            case 1:
                return new Glob(glob(random));
            case 2:
                return like(random);
            case 3:
                return new Range(
                        random.nextInt(4) == 0 ? null : name(random),
                        random.nextBoolean(),
                        random.nextInt(4) == 0 ? null : name(random),
                        random.nextBoolean());
            case 4:
                return new And(selectors(random, depth));
            case 5:
                return new Or(selectors(random, depth));
            default:
                return new Not(selector(random, depth - 1));
        }
    }

    private static List<RingSelector> selectors(Random random, int depth) {
        List<RingSelector> terms = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            terms.add(selector(random, depth - 1));
        }
        return terms;
    }

    private static RingSelector like(Random random) {
        String pattern = name(random).replace('b', random.nextBoolean() ? '%' : '_');
        return random.nextBoolean()
                ? new Like(pattern, LikePattern.NO_ESCAPE)
                : new Like(pattern.replace("a%", "a!%"), '!');
    }

    private static String glob(Random random) {
        String glob = name(random).replaceAll("(?<=^|/)a(?=$|/)", "*");
        return random.nextInt(3) == 0 ? glob + "/**" : glob;
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder(SEGMENTS[random.nextInt(SEGMENTS.length)]);
        for (int i = random.nextInt(3); i > 0; i--) {
            name.append('/').append(SEGMENTS[random.nextInt(SEGMENTS.length)]);
        }
        return name.toString();
    }

    private static Set<String> names(Random random, int count) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            names.add(name(random));
        }
        return names;
    }

    private static List<String> matching(RingSelector selector, String... rings) {
        return List.of(rings).stream()
                .filter(ring -> RingSelectors.matches(selector, ring))
                .toList();
    }
}
