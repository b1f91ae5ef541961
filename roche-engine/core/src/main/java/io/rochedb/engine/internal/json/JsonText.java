package io.rochedb.engine.internal.json;

import com.fasterxml.jackson.core.io.NumberInput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Conversions between JSON tokens and Java values; the tokens must have passed {@link JsonScanner}. Stateless. */
public final class JsonText {
    private static final int EXACT_DIGITS = 18;
    private static final int EXACT_POWER = 22;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22
    };
    private static final long DOUBLE_EXACT_MAX = 1L << 53;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int EIGHT_DIGITS = 100_000_000;
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    /** Characters that a JSON string escapes by a letter. */
    private static final String NAMED_ESCAPES = "\b\f\n\r\t\"\\";

    private JsonText() {}

    /** Throws {@code INVALID_JSON}, naming the byte, unless the slice is one JSON value nested at most {@code depthMax} deep. */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        try {
            new JsonScanner().reset(bytes, offset, length, depthMax).checkAll();
        } catch (MalformedJson e) {
            throw e.asError();
        }
    }

    /** Returns whether the slice is one valid JSON object. */
    public static boolean isObject(byte[] bytes, int offset, int length, int depthMax) {
        try {
            JsonScanner scanner = new JsonScanner().reset(bytes, offset, length, depthMax);
            if (scanner.at(scanner.start()) != '{') {
                return false;
            }
            scanner.checkAll();
            return true;
        } catch (MalformedJson e) {
            return false;
        }
    }

    /** Returns the text of a string token's content (between the quotes). */
    public static String decode(byte[] bytes, int start, int end) {
        int p = start;
        while (p < end && bytes[p] != '\\') {
            p++;
        }
        if (p == end) {
            return new String(bytes, start, end - start, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(end - start);
        int copied = start;
        while (p < end) {
            if (bytes[p] != '\\') {
                p++;
                continue;
            }
            text.append(new String(bytes, copied, p - copied, StandardCharsets.UTF_8));
            byte c = bytes[p + 1];
            if (c == 'u') {
                text.append((char) Integer.parseInt(new String(bytes, p + 2, 4, StandardCharsets.ISO_8859_1), 16));
                p += 6;
            } else {
                text.append(unescape(c));
                p += 2;
            }
            copied = p;
        }
        return text.append(new String(bytes, copied, end - copied, StandardCharsets.UTF_8))
                .toString();
    }

    private static char unescape(byte c) {
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            default:
                return (char) c;
        }
    }

    /** Appends a quoted JSON string; what is not valid UTF-16 becomes '?'. */
    public static void quote(String text, ByteBuilder out) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        quote(utf8, 0, utf8.length, out);
    }

    /** Appends a quoted JSON string of valid UTF-8. */
    public static void quote(byte[] utf8, int offset, int length, ByteBuilder out) {
        out.append('"');
        int copied = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            byte c = utf8[i];
            if (c == '"' || c == '\\' || (c >= 0 && c < ' ')) {
                out.append(utf8, copied, i - copied);
                copied = i + 1;
                escape(c, out);
            }
        }
        out.append(utf8, copied, end - copied);
        out.append('"');
    }

    /** Returns how many bytes {@link #quote} appends. */
    public static long quotedLength(byte[] utf8, int offset, int length) {
        long quoted = length + 2L;
        for (int i = offset; i < offset + length; i++) {
            byte c = utf8[i];
            if (c == '"' || c == '\\') {
                quoted++;
            } else if (c >= 0 && c < ' ') {
                quoted += NAMED_ESCAPES.indexOf(c) >= 0 ? 1 : 5;
            }
        }
        return quoted;
    }

    private static void escape(byte c, ByteBuilder out) {
        out.append('\\');
        int named = NAMED_ESCAPES.indexOf(c);
        if (named >= 0) {
            out.append("bfnrt\"\\".charAt(named));
        } else {
            out.append('u').append('0').append('0').append(HEX[c >> 4]).append(HEX[c & 15]);
        }
    }

    /** Returns whether an integral number token fits 64 bits. */
    public static boolean fitsLong(byte[] bytes, int start, int end) {
        int first = bytes[start] == '-' ? start + 1 : start;
        int digits = end - first;
        if (digits != 19) {
            return digits < 19;
        }
        String limit = first > start ? "9223372036854775808" : "9223372036854775807";
        for (int i = 0; i < 19; i++) {
            int difference = bytes[first + i] - limit.charAt(i);
            if (difference != 0) {
                return difference < 0;
            }
        }
        return true;
    }

    /** Returns the value of an integral number token that {@linkplain #fitsLong fits}. */
    public static long parseLong(byte[] bytes, int start, int end) {
        boolean negative = bytes[start] == '-';
        long value = 0;
        for (int i = negative ? start + 1 : start; i < end; i++) {
            value = value * 10 - (bytes[i] - '0');
        }
        return negative ? value : -value;
    }

    /** Returns a word with the highest bit set in each byte that is no digit. */
    static long others(long eight) {
        long digits = eight ^ 0x3030303030303030L;
        return (((digits & 0x7F7F7F7F7F7F7F7FL) + 0x7676767676767676L) | digits) & 0x8080808080808080L;
    }

    /** Returns the number of eight digits, the first in the lowest byte: pairs, then fours, then the eight. */
    private static long number(long eight) {
        long digits = eight & 0x0F0F0F0F0F0F0F0FL;
        long pairs = (digits * 10 + (digits >>> 8)) & 0x00FF00FF00FF00FFL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000FFFF0000FFFFL;
        return (fours * 10_000 + (fours >>> 32)) & 0xFFFFFFFFL;
    }

    /** Returns the nearest double of a number token; infinite when it is out of range. */
    public static double parseDouble(byte[] bytes, int start, int end) {
        long mantissa = 0;
        int digits = 0;
        int exponent = 0;
        boolean fraction = false;
        int p = bytes[start] == '-' ? start + 1 : start;
        for (; p < end; p++) {
            byte c = bytes[p];
            if (c == '.') {
                fraction = true;
                while (p + Long.BYTES < end && digits + Long.BYTES <= EXACT_DIGITS) {
                    long eight = (long) LONGS.get(bytes, p + 1);
                    if (others(eight) != 0) {
                        break;
                    }
                    mantissa = mantissa * EIGHT_DIGITS + number(eight);
                    digits += Long.BYTES;
                    exponent -= Long.BYTES;
                    p += Long.BYTES;
                }
            } else if (c == 'e' || c == 'E') {
                break;
            } else {
                digits += mantissa == 0 && c == '0' ? 0 : 1;
                if (digits > EXACT_DIGITS) {
                    return slowDouble(bytes, start, end);
                }
                mantissa = mantissa * 10 + (c - '0');
                exponent -= fraction ? 1 : 0;
            }
        }
        if (p < end || mantissa > DOUBLE_EXACT_MAX || exponent < -EXACT_POWER) {
            return slowDouble(bytes, start, end);
        }
        // Both operands are exact, so the one division rounds once: the correctly rounded result.
        double value = mantissa / POWERS[-exponent];
        return bytes[start] == '-' ? -value : value;
    }

    private static double slowDouble(byte[] bytes, int start, int end) {
        // correctly rounded as the JDK's, in a fifth of the time
        char[] text = new char[end - start];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) bytes[start + i];
        }
        return NumberInput.parseDouble(text, true);
    }

    /** Returns the nearest float of a number token; infinite when it is out of range. */
    public static float parseFloat(byte[] bytes, int start, int end) {
        double value = parseDouble(bytes, start, end);
        // Rounding twice errs only when the double lies half-way between two floats, or where floats are subnormal.
        long tail = Double.doubleToRawLongBits(value) & 0x1FFFFFFFL;
        if (tail == 0x10000000L || (value != 0 && Math.abs(value) < Float.MIN_NORMAL)) {
            return Float.parseFloat(new String(bytes, start, end - start, StandardCharsets.ISO_8859_1));
        }
        return (float) value;
    }

    /** Appends a value without the white space between tokens. */
    public static void compact(byte[] bytes, int start, int end, ByteBuilder out) {
        int copied = start;
        int p = start;
        while (p < end) {
            byte c = bytes[p];
            if (c == '"') {
                p = skipString(bytes, p + 1);
            } else if (c <= ' ' && c >= 0) {
                out.append(bytes, copied, p - copied);
                copied = ++p;
            } else {
                p++;
            }
        }
        out.append(bytes, copied, end - copied);
    }

    private static int skipString(byte[] bytes, int start) {
        int p = start;
        while (bytes[p] != '"') {
            p += bytes[p] == '\\' ? 2 : 1;
        }
        return p + 1;
    }
}
