package io.rochedb.engine.internal.index;

import io.rochedb.engine.internal.json.ByteBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The encoding of values whose order as unsigned bytes is the order of the values. Stateless.
 *
 * <p>A value is a tag and, behind it, bytes that no other value's bytes are a prefix of, so values can be put one after another:
 * <pre>
 *   01 NULL      08 false      09 true
 *   02 at the end: of a payload without fields, of which the key is nobody else's
 *   10 below 0   11 zero       12 above 0     two bytes exponent + {@value #EXPONENT_BIAS}, pairs of decimal digits + 1, 00;
 *                                             below 0 all of them complemented
 *   18 double    its bits, the sign turned for numbers above 0, else all
 *   20 text      UTF-16 units as UTF-8 (surrogates one by one: String.compareTo order), each byte + 1, 00
 *   30 other     compact JSON as text is
 * </pre>
 */
final class KeyBytes {
    static final int NULL = 0x01;
    static final int WITHOUT_FIELDS = 0x02;
    static final int FALSE = 0x08;
    static final int TRUE = 0x09;
    static final int NEGATIVE = 0x10;
    static final int ZERO = 0x11;
    static final int POSITIVE = 0x12;
    static final int DOUBLE = 0x18;
    static final int TEXT = 0x20;
    static final int OTHER = 0x30;
    private static final int END = 0;
    private static final int EXPONENT_MAX = 8_191;
    private static final int EXPONENT_BIAS = EXPONENT_MAX + 1;

    private KeyBytes() {}

    static void bool(boolean value, ByteBuilder out) {
        out.append(value ? TRUE : FALSE);
    }

    static void real(double value, ByteBuilder out) {
        long bits = Double.doubleToRawLongBits(value + 0.0);
        long ordered = bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
        out.append(DOUBLE);
        for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            out.append((int) (ordered >>> shift));
        }
    }

    static void text(int tag, String text, ByteBuilder out) {
        out.append(tag);
        units(text, out);
        out.append(END);
    }

    /** Appends text without its end: what every text that starts so begins with. */
    static void textPrefix(String text, ByteBuilder out) {
        out.append(TEXT);
        units(text, out);
    }

    private static void units(String text, ByteBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            unit(text.charAt(i), out);
        }
    }

    private static void unit(int unit, ByteBuilder out) {
        if (unit < 0x80) {
            out.append(unit + 1);
        } else if (unit < 0x800) {
            out.append((0xC0 | unit >> 6) + 1).append((0x80 | unit & 0x3F) + 1);
        } else {
            out.append((0xE0 | unit >> 12) + 1)
                    .append((0x80 | unit >> 6 & 0x3F) + 1)
                    .append((0x80 | unit & 0x3F) + 1);
        }
    }

    /** Appends the content of a JSON string token that holds no escape, or any other valid UTF-8. */
    static void utf8(int tag, byte[] bytes, int start, int end, ByteBuilder out) {
        out.append(tag);
        for (int i = start; i < end; i++) {
            int lead = bytes[i] & 0xFF;
            if (lead < 0xF0) {
                out.append(lead + 1);
                continue;
            }
            int point = (lead & 0x07) << 18
                    | (bytes[i + 1] & 0x3F) << 12
                    | (bytes[i + 2] & 0x3F) << 6
                    | (bytes[i + 3] & 0x3F);
            unit(Character.highSurrogate(point), out);
            unit(Character.lowSurrogate(point), out);
            i += 3;
        }
        out.append(END);
    }

    static boolean number(String token, ByteBuilder out) {
        byte[] ascii = token.getBytes(StandardCharsets.ISO_8859_1);
        return number(ascii, 0, ascii.length, out);
    }

    /**
     * Appends the value of a JSON number token, exactly; numbers nearer to zero than 1E-{@value #EXPONENT_MAX} are zero. Appends nothing and returns
     * false when it is out of range.
     */
    static boolean number(byte[] bytes, int start, int end, ByteBuilder out) {
        int mantissaEnd = start;
        while (mantissaEnd < end && bytes[mantissaEnd] != 'e' && bytes[mantissaEnd] != 'E') {
            mantissaEnd++;
        }
        int first = -1;
        int last = -1;
        int point = mantissaEnd;
        for (int i = start; i < mantissaEnd; i++) {
            if (bytes[i] == '.') {
                point = i;
            } else if (bytes[i] > '0' && bytes[i] <= '9') {
                first = first < 0 ? i : first;
                last = i;
            }
        }
        if (first < 0) {
            out.append(ZERO);
            return true;
        }
        // The value is 0.ddd… × 10^exponent with the first digit not 0.
        long exponent = (first < point ? point - first : point - first + 1) + exponent(bytes, mantissaEnd, end);
        if (exponent > EXPONENT_MAX) {
            return false;
        }
        if (exponent < -EXPONENT_MAX) {
            out.append(ZERO);
            return true;
        }
        boolean negative = bytes[start] == '-';
        int flip = negative ? 0xFF : 0;
        int biased = (int) exponent + EXPONENT_BIAS;
        out.append(negative ? NEGATIVE : POSITIVE).append(biased >> 8 ^ flip).append(biased ^ flip);
        int pair = -1;
        for (int i = first; i <= last; i++) {
            if (bytes[i] == '.') {
                continue;
            }
            int digit = bytes[i] - '0';
            if (pair < 0) {
                pair = digit * 10;
            } else {
                out.append(pair + digit + 1 ^ flip);
                pair = -1;
            }
        }
        if (pair >= 0) {
            out.append(pair + 1 ^ flip);
        }
        out.append(END ^ flip);
        return true;
    }

    /** Returns the number behind an E, bounded where it is far out of range. */
    private static long exponent(byte[] bytes, int at, int end) {
        if (at >= end) {
            return 0;
        }
        boolean negative = bytes[at + 1] == '-';
        long value = 0;
        for (int i = negative || bytes[at + 1] == '+' ? at + 2 : at + 1; i < end; i++) {
            value = Math.min(Integer.MAX_VALUE * 4L, value * 10 + (bytes[i] - '0'));
        }
        return negative ? -value : value;
    }

    /** Returns the least bytes greater than everything that starts with these, or null when there are none. */
    static byte @Nullable [] after(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] after = Arrays.copyOf(prefix, length);
        after[length - 1]++;
        return after;
    }
}
