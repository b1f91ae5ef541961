package io.rochedb.engine.internal.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A strict RFC 8259 scanner over a slice of UTF-8 bytes: finds where values begin and end, and allocates nothing.
 *
 * <p>Positions are indexes into the array. Everything wrong (grammar, UTF-8, nesting deeper than allowed) is a {@link MalformedJson}.
 * Reusable, not thread-safe.
 */
public final class JsonScanner {
    /** Deepest nesting read from payloads that were checked when they were written. */
    public static final int DEPTH_MAX = 1_000;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final int STACK_START = 32;

    private byte[] bytes = new byte[0];
    private int offset;
    private int end;
    private int depthMax = DEPTH_MAX;
    private byte[] stack = new byte[STACK_START];

    private boolean escaped;
    private boolean plain;
    private boolean integral;

    /** Starts on another slice. */
    public JsonScanner reset(byte[] newBytes, int newOffset, int length, int newDepthMax) {
        bytes = newBytes;
        offset = newOffset;
        end = newOffset + length;
        depthMax = newDepthMax;
        return this;
    }

    /** Returns the array scanned. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the byte at a position, or 0 at the end (which no JSON token starts with). */
    public byte at(int position) {
        return position < end ? bytes[position] : 0;
    }

    /** Returns the position of the first value: after leading white space. */
    public int start() {
        return whitespace(offset);
    }

    /** Returns the first position from here that is not white space. */
    public int whitespace(int position) {
        int p = position;
        while (p < end) {
            byte c = bytes[p];
            if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
                break;
            }
            p++;
        }
        return p;
    }

    /** Fails unless only white space is left. */
    public void finish(int position) {
        int p = whitespace(position);
        if (p != end) {
            throw fail(p, "text after the end of the value");
        }
    }

    /** Checks the whole slice: one value and white space. */
    public void checkAll() {
        finish(value(start(), 0));
    }

    /**
     * Returns the position after the value that starts here.
     *
     * @param depth how many containers are open around it
     */
    public int value(int position, int depth) {
        byte c = at(position);
        return c == '{' || c == '[' ? container(position, depth) : scalar(position, c);
    }

    /** Returns whether the last string passed held an escape. */
    public boolean escaped() {
        return escaped;
    }

    /** Returns whether the last string passed held neither escapes nor anything but ASCII: its bytes are its text. */
    boolean plain() {
        return plain;
    }

    /** Returns whether the slice goes on with these bytes here. */
    boolean continues(int position, byte[] with) {
        int after = position + with.length;
        return after <= end && Arrays.equals(bytes, position, after, with, 0, with.length);
    }

    /** Returns whether the last number passed had neither fraction nor exponent. */
    public boolean integral() {
        return integral;
    }

    private int scalar(int p, byte c) {
        switch (c) {
            case '"':
                return string(p + 1);
            case 't':
                return literal(p, TRUE);
            case 'f':
                return literal(p, FALSE);
            case 'n':
                return literal(p, NULL);
            default:
                if (c == '-' || isDigit(c)) {
                    return number(p);
                }
                throw p >= end ? fail(p, "unexpected end") : fail(p, "unexpected " + shown(c) + ", expected a value");
        }
    }

    private int container(int position, int depth) {
        int top = push(depth, position);
        int p = whitespace(position + 1);
        boolean first = true;
        while (true) {
            boolean object = stack[top - 1] == '{';
            byte c = at(p);
            if (!first || c != (object ? '}' : ']')) {
                if (object) {
                    p = whitespace(colon(name(p)) + 1);
                    c = at(p);
                }
                if (c == '{' || c == '[') {
                    top = push(top, p);
                    p = whitespace(p + 1);
                    first = true;
                    continue;
                }
                p = whitespace(scalar(p, c));
            }
            while (at(p) == (stack[top - 1] == '{' ? '}' : ']')) {
                p++;
                if (--top == depth) {
                    return p;
                }
                p = whitespace(p);
            }
            p = comma(p, stack[top - 1]);
            first = false;
        }
    }

    private int push(int top, int position) {
        if (top >= depthMax) {
            throw fail(position, "nesting deeper than " + depthMax + " levels");
        }
        if (top >= stack.length) {
            stack = Arrays.copyOf(stack, Math.max(top + 1, stack.length * 2));
        }
        stack[top] = bytes[position];
        return top + 1;
    }

    /** Returns the position after the member name that must start here. */
    int name(int p) {
        if (at(p) != '"') {
            throw fail(p, p >= end ? "unexpected end" : "expected a member name in quotes");
        }
        return string(p + 1);
    }

    /** Returns the position of the colon that must follow. */
    int colon(int position) {
        int p = whitespace(position);
        if (at(p) != ':') {
            throw fail(p, p >= end ? "unexpected end" : "expected ':' after a member name");
        }
        return p;
    }

    /** Returns the position of what follows the comma that must be here. */
    int comma(int p, byte open) {
        if (at(p) != ',') {
            throw fail(p, p >= end ? "unexpected end" : "expected ',' or '" + (open == '{' ? '}' : ']') + "'");
        }
        return whitespace(p + 1);
    }

    /** Returns the position after the closing quote of the string whose content starts here. */
    int string(int position) {
        escaped = false;
        plain = true;
        int p = position;
        while (true) {
            p = plain(p);
            if (p >= end) {
                throw fail(end, "unterminated string");
            }
            byte c = bytes[p];
            if (c == '"') {
                return p + 1;
            } else if (c == '\\') {
                escaped = true;
                plain = false;
                p = escape(p);
            } else if (c < 0) {
                plain = false;
                p = multibyte(p);
            } else {
                throw fail(p, "unescaped control character in a string");
            }
        }
    }

    /** Returns the position of the first byte from here that is not plain: a quote, a backslash, a control character, not ASCII; or the end. */
    private int plain(int position) {
        int p = position;
        while (p + Long.BYTES <= end) {
            long special = special((long) LONGS.get(bytes, p));
            if (special != 0) {
                return p + (Long.numberOfTrailingZeros(special) >>> 3);
            }
            p += Long.BYTES;
        }
        while (p < end && bytes[p] >= ' ' && bytes[p] != '"' && bytes[p] != '\\') {
            p++;
        }
        return p;
    }

    /** Returns a word whose lowest set bit lies in the first byte that is not plain; 0 when all eight are. Borrows only disturb bytes after that one. */
    private static long special(long eight) {
        long quote = eight ^ (ONES * '"');
        long backslash = eight ^ (ONES * '\\');
        long found = ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((eight - ONES * ' ') & ~eight);
        return (found | eight) & HIGHS;
    }

    private int escape(int p) {
        byte c = at(p + 1);
        if (c == 'u') {
            for (int i = 2; i < 6; i++) {
                if (Character.digit(at(p + i), 16) < 0) {
                    throw fail(p, "malformed \\u escape");
                }
            }
            return p + 6;
        }
        if (c == 0 || "\"\\/bfnrt".indexOf(c) < 0) {
            throw fail(p, "unknown escape");
        }
        return p + 2;
    }

    private int multibyte(int p) {
        int lead = bytes[p] & 0xFF;
        int second = at(p + 1) & 0xFF;
        int length;
        boolean good;
        if (lead < 0xE0) {
            length = 2;
            good = lead >= 0xC2 && (second & 0xC0) == 0x80;
        } else if (lead < 0xF0) {
            length = 3;
            int low = lead == 0xE0 ? 0xA0 : 0x80;
            int high = lead == 0xED ? 0x9F : 0xBF;
            good = second >= low && second <= high;
        } else {
            length = 4;
            int low = lead == 0xF0 ? 0x90 : 0x80;
            int high = lead == 0xF4 ? 0x8F : 0xBF;
            good = lead <= 0xF4 && second >= low && second <= high;
        }
        for (int i = 2; i < length; i++) {
            good &= (at(p + i) & 0xC0) == 0x80;
        }
        if (!good) {
            throw fail(p, "invalid UTF-8");
        }
        return p + length;
    }

    private int literal(int p, byte[] word) {
        for (int i = 0; i < word.length; i++) {
            if (at(p + i) != word[i]) {
                throw fail(p, "expected a value");
            }
        }
        return p + word.length;
    }

    private int number(int position) {
        integral = true;
        int p = at(position) == '-' ? position + 1 : position;
        p = at(p) == '0' ? p + 1 : digits(p);
        if (at(p) == '.') {
            integral = false;
            p = digits(p + 1);
        }
        if (at(p) == 'e' || at(p) == 'E') {
            integral = false;
            byte sign = at(p + 1);
            p = digits(sign == '+' || sign == '-' ? p + 2 : p + 1);
        }
        if (isDigit(at(p))) {
            throw fail(p, "a number must not start with 0");
        }
        return p;
    }

    private int digits(int position) {
        int p = position;
        while (p + Long.BYTES <= end) {
            long others = JsonText.others((long) LONGS.get(bytes, p));
            if (others != 0) {
                p += Long.numberOfTrailingZeros(others) >>> 3;
                break;
            }
            p += Long.BYTES;
        }
        while (isDigit(at(p))) {
            p++;
        }
        if (p == position) {
            throw fail(p, "malformed number");
        }
        return p;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static String shown(byte c) {
        return c > ' ' && c < 0x7F ? "'" + (char) c + "'" : "byte 0x" + Integer.toHexString(c & 0xFF);
    }

    /** Returns an error at a position. */
    MalformedJson fail(int position, String reason) {
        return new MalformedJson(Math.min(position, end) - offset, reason);
    }
}
