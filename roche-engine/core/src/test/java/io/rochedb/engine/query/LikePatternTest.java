package io.rochedb.engine.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LikePatternTest {
    private static final int ROUNDS = 20_000;

    @Test
    void wildcards() {
        assertTrue(like("docs/japan", "docs/%"));
        assertTrue(like("docs/", "docs/%"));
        assertFalse(like("docs", "docs/%"));
        assertTrue(like("abc", "a_c"));
        assertFalse(like("ac", "a_c"));
        assertTrue(like("", "%"));
        assertTrue(like("", ""));
        assertFalse(like("a", ""));
        assertFalse(like("A", "a"));
        assertTrue(like("aXbXc", "%b%c"));
        assertFalse(like("aXbXcX", "%b%c"));
    }

    @Test
    void lineBreaksAreCharacters() {
        assertTrue(like("a\nb", "a_b"));
        assertTrue(like("a\r\nb\n", "a%"));
    }

    @Test
    void underscoreIsOneCodePoint() {
        assertTrue(like("\ud83d\ude00", "_"));
        assertFalse(like("\ud83d\ude00", "__"));
    }

    @Test
    void backslashIsNoDefaultEscape() {
        assertTrue(like("a\\b", "a\\b"));
        assertTrue(like("a\\b", "a\\%"));
    }

    @Test
    void escapes() {
        assertTrue(LikePattern.compile("a!%", '!').matches("a%"));
        assertFalse(LikePattern.compile("a!%", '!').matches("ab"));
        assertTrue(LikePattern.compile("a!!%", '!').matches("a!b"));
        assertTrue(LikePattern.compile("a%%b", '%').matches("a%b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a!", "a!x", "!/"})
    void danglingEscapesAreRefused(String pattern) {
        RocheException refused = assertThrows(RocheException.class, () -> LikePattern.compile(pattern, '!'));
        assertEquals(ErrorCode.INVALID_PARAMETER, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains(pattern), refused.getMessage());
    }

    @Test
    void agreesWithTheRegularExpression() {
        Random random = Seeds.random("LikePatternTest");
        for (int round = 0; round < ROUNDS; round++) {
            String text = text(random, "ab\n", 8);
            String pattern = text(random, "ab\n_%", 6);
            String regex = pattern.replace("_", ".").replace("%", ".*");
            boolean expected =
                    Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches();
            assertEquals(expected, like(text, pattern), "'" + text + "' LIKE '" + pattern + "'");
        }
    }

    @Test
    void manyPercentSignsStayCheap() {
        assertFalse(like("a".repeat(10_000), "%a".repeat(500) + "b"));
    }

    private static String text(Random random, String alphabet, int lengthMax) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(lengthMax + 1); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    private static boolean like(String text, String pattern) {
        return LikePattern.compile(pattern, LikePattern.NO_ESCAPE).matches(text);
    }
}
