package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RingNamesTest {
    @ParameterizedTest
    @CsvSource({
        "default, 4430693559278735917",
        "docs, 13548752468250688853",
        "docs/japan, 14782695682739401249",
        "logs/api, 12048919963816694127",
        "users/123, 17889147993640882413",
        "users/123/orders, 9490510273275513449",
        "alpha, 16000014223441540467",
        "beta, 2813538153761757041",
        "japan, 2211052163474413255",
        "japan/tokyo, 4988047296864555905",
        "bench/ring-0, 9149847777513386161",
        "r, 1791576234908007013",
        "'', 11160318154034397263",
        "ログ/東京, 7673276996704284001",
    })
    void keysAreThoseOfTheOriginal(String name, String key) {
        assertEquals(Long.parseUnsignedLong(key), RingNames.key(name));
    }

    @Test
    void canonicalKeepsGoodNames() {
        for (String name : List.of("docs", "docs/japan", "a b/Ü", "ログ/東京", "😀", "_x", "docs%", "a.b-c")) {
            assertEquals(name, RingNames.canonical(name));
        }
        assertEquals("caf\u00e9", RingNames.canonical("cafe\u0301"));
    }

    @Test
    void canonicalRefusesWithTheReason() {
        assertRefused("", "empty");
        for (String name : List.of("/", "/a", "a/", "a//b")) {
            assertRefused(name, "empty segment");
        }
        assertRefused("docs/*", "globs");
        assertRefused("a\nb", "control character");
        assertRefused("a\u0000", "control character");
        assertRefused("a\ud83d", "unpaired surrogate");
        assertRefused("\ude00a", "unpaired surrogate");
    }

    @Test
    void canonicalBoundsLengthAndDepth() {
        String deepest = String.join("/", Collections.nCopies(RingNames.MAX_SEGMENTS, "s"));
        assertEquals(deepest, RingNames.canonical(deepest));
        assertRefused(deepest + "/s", "33 segments");
        String longest = "é".repeat(RingNames.MAX_BYTES / 2);
        assertEquals(longest, RingNames.canonical(longest));
        assertRefused(longest + "x", "longer than 512 bytes");
    }

    @Test
    void parentAndLeafSplitAtTheLastSlash() {
        assertEquals("a/b", RingNames.parent("a/b/c"));
        assertEquals("c", RingNames.leaf("a/b/c"));
        assertNull(RingNames.parent("a"));
        assertEquals("a", RingNames.leaf("a"));
    }

    private static void assertRefused(String name, String reason) {
        RocheException refused = assertThrows(RocheException.class, () -> RingNames.canonical(name));
        assertEquals(ErrorCode.INVALID_RING_NAME, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }
}
