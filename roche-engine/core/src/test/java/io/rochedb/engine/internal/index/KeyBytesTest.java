package io.rochedb.engine.internal.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.Seeds;
import io.rochedb.engine.internal.json.ByteBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class KeyBytesTest {
    private static byte[] bytes(Consumer<ByteBuilder> encoder) {
        ByteBuilder out = new ByteBuilder();
        encoder.accept(out);
        return out.toByteArray();
    }

    private static byte[] number(String token) {
        return bytes(out -> assertTrue(KeyBytes.number(token, out), token));
    }

    private static byte[] text(String text) {
        return bytes(out -> KeyBytes.text(KeyBytes.TEXT, text, out));
    }

    private static int order(byte[] a, byte[] b) {
        return Integer.signum(Arrays.compareUnsigned(a, b));
    }

    @Test
    void oneNumberHasOneFormHoweverItIsWritten() {
        assertArrayEquals(number("1"), number("1.0"));
        assertArrayEquals(number("100"), number("1e2"));
        assertArrayEquals(number("0.001"), number("1.000E-3"));
        assertArrayEquals(number("0"), number("-0.0e7"));
        assertArrayEquals(number("0"), number("1e-99999999999999999999"));
        assertFalse(KeyBytes.number("1e99999999999999999999", new ByteBuilder()));
    }

    @Test
    void numbersAreInOrderOfTheirExactValue() {
        Random random = Seeds.random("KeyBytesTest.numbers");
        List<String> tokens = new ArrayList<>(List.of("0", "9007199254740993", "9007199254740992", "1e300", "-1e-300"));
        for (int i = 0; i < 120; i++) {
            BigInteger digits = new BigInteger(1 + random.nextInt(120), random);
            String token = new BigDecimal(digits, random.nextInt(40) - 20).toString();
            tokens.add((random.nextBoolean() ? "-" : "") + token);
            tokens.add(Integer.toString(random.nextInt(200) - 100));
        }
        for (String a : tokens) {
            for (String b : tokens) {
                int expected = Integer.signum(new BigDecimal(a).compareTo(new BigDecimal(b)));
                assertEquals(expected, order(number(a), number(b)), a + " and " + b);
            }
        }
    }

    @Test
    void doublesAreInOrderOfTheirValue() {
        double[] values = {
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -1.5,
            -1,
            -Double.MIN_VALUE,
            0,
            Double.MIN_VALUE,
            0.1,
            1,
            1e300,
            Double.POSITIVE_INFINITY
        };
        for (double a : values) {
            for (double b : values) {
                int expected = Integer.signum(Double.compare(a, b));
                assertEquals(expected, order(bytes(out -> KeyBytes.real(a, out)), bytes(out -> KeyBytes.real(b, out))));
            }
        }
        assertArrayEquals(bytes(out -> KeyBytes.real(0.0, out)), bytes(out -> KeyBytes.real(-0.0, out)));
    }

    @Test
    void textsAreInTheOrderOfCompareTo() {
        Random random = Seeds.random("KeyBytesTest.texts");
        String[] parts = {"", "a", "b", "\0", "\u007f", "\u0080", "é", "\u07ff", "日", "\ud83d\ude00", "\uffff", "\ud800"
        };
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(4); j > 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            texts.add(text.toString());
        }
        for (String a : texts) {
            for (String b : texts) {
                assertEquals(Integer.signum(a.compareTo(b)), order(text(a), text(b)), a + " and " + b);
            }
        }
    }

    @Test
    void utf8GivesTheSameBytesAsItsText() {
        String text = "a\0é日\ud83d\ude00z";
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        assertArrayEquals(text(text), bytes(out -> KeyBytes.utf8(KeyBytes.TEXT, utf8, 0, utf8.length, out)));
    }

    @Test
    void whatComesAfterAPrefixIsGreaterThanAllThatStartsWithIt() {
        assertArrayEquals(new byte[] {1, 3}, KeyBytes.after(new byte[] {1, 2}));
        assertArrayEquals(new byte[] {2}, KeyBytes.after(new byte[] {1, (byte) 0xFF}));
        assertNull(KeyBytes.after(new byte[] {(byte) 0xFF}));
        assertNull(KeyBytes.after(new byte[0]));
    }
}
