package io.rochedb.engine.internal.json;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonScannerTest {
    private static final JsonFactory ORACLE = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(10_000).build())
            .build();

    private static boolean accepts(byte[] json) {
        try {
            JsonText.validate(json, 0, json.length, JsonScanner.DEPTH_MAX);
            return true;
        } catch (RocheException e) {
            assertEquals(ErrorCode.INVALID_JSON, e.code());
            return false;
        }
    }

    /** Reads through a strict decoder, since the byte parser of the oracle lets some bad UTF-8 through. */
    private static boolean oracleAccepts(byte[] json) {
        if (json.length >= 3 && (json[0] & 0xFF) == 0xEF && (json[1] & 0xFF) == 0xBB) {
            return false;
        }
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        try (JsonParser parser = ORACLE.createParser(new InputStreamReader(new ByteArrayInputStream(json), decoder))) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return false;
            }
            parser.skipChildren();
            parser.getText();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void agreesWithAnotherParserOnGoodAndDamagedText() {
        Random random = Seeds.random("JsonScannerTest");
        RandomJson json = new RandomJson(random);
        int good = 0;
        for (int i = 0; i < 30_000; i++) {
            byte[] bytes =
                    (random.nextInt(9) == 0 ? " " : "").concat(json.value(5)).getBytes(StandardCharsets.UTF_8);
            assertTrue(accepts(bytes), () -> new String(bytes, StandardCharsets.UTF_8));
            byte[] damaged = json.damage(bytes);
            boolean expected = oracleAccepts(damaged);
            good += expected ? 1 : 0;
            assertEquals(expected, accepts(damaged), () -> new String(damaged, StandardCharsets.ISO_8859_1));
        }
        assertTrue(good > 100, "damage left too few good texts: " + good);
    }

    @Test
    void namesTheByteAndTheReason() {
        assertEquals("invalid JSON at byte 1: expected a member name in quotes", message("{a:1}", 10));
        assertEquals("invalid JSON at byte 5: unexpected '}', expected a value", message("{\"a\":}", 10));
        assertEquals("invalid JSON at byte 2: nesting deeper than 2 levels", message("[[[]]]", 2));
        assertEquals("invalid JSON at byte 0: unexpected end", message("", 2));
        assertEquals("invalid JSON at byte 3: text after the end of the value", message("{} x", 2));
        assertEquals("invalid JSON at byte 1: a number must not start with 0", message("01", 2));
        assertEquals("invalid JSON at byte 4: unterminated string", message("\"abc", 2));
    }

    private static String message(String json, int depthMax) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return assertThrows(RocheException.class, () -> JsonText.validate(bytes, 0, bytes.length, depthMax))
                .getMessage();
    }

    @Test
    void nestsAsDeepAsAllowed() {
        byte[] fits = ("[".repeat(1_000) + "]".repeat(1_000)).getBytes(StandardCharsets.UTF_8);
        byte[] deeper = ("[".repeat(1_001) + "]".repeat(1_001)).getBytes(StandardCharsets.UTF_8);
        assertDoesNotThrow(() -> JsonText.validate(fits, 0, fits.length, 1_000));
        assertThrows(RocheException.class, () -> JsonText.validate(deeper, 0, deeper.length, 1_000));
        byte[] bomb = "[{\"a\":".repeat(500_000).getBytes(StandardCharsets.UTF_8);
        assertThrows(RocheException.class, () -> JsonText.validate(bomb, 0, bomb.length, 1_000));
    }

    @Test
    void looksOnlyAtTheSlice() {
        byte[] bytes = "xx[1]yy".getBytes(StandardCharsets.UTF_8);
        assertDoesNotThrow(() -> JsonText.validate(bytes, 2, 3, 5));
        assertThrows(RocheException.class, () -> JsonText.validate(bytes, 2, 2, 5));
    }

    @Test
    void readsNumbersAsTheLibraryDoes() {
        Random random = Seeds.random("JsonScannerTest.numbers");
        for (int i = 0; i < 200_000; i++) {
            double value = random.nextBoolean()
                    ? Double.longBitsToDouble(random.nextLong())
                    : Math.round(random.nextGaussian() * 1e6) / Math.pow(10, random.nextInt(12));
            String text = Double.isFinite(value) ? Double.toString(value) : random.nextLong() + "";
            if (random.nextInt(4) == 0) {
                text = Float.toString((float) random.nextGaussian());
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertEquals(Double.parseDouble(text), JsonText.parseDouble(bytes, 0, bytes.length), text);
            assertEquals(Float.parseFloat(text), JsonText.parseFloat(bytes, 0, bytes.length), text);
        }
    }
}
