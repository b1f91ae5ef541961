package io.rochedb.engine.internal.index;

import org.jspecify.annotations.Nullable;

/**
 * A span of encoded keys.
 *
 * @param low the first key in it
 * @param high the first key after it, null for none
 */
@SuppressWarnings("ArrayRecordComponent")
public record KeySpan(byte[] low, byte @Nullable [] high) {
    /** Returns the span of everything that starts with a prefix. */
    static KeySpan of(byte[] prefix) {
        return new KeySpan(prefix, KeyBytes.after(prefix));
    }

    /** Returns whether it holds no key. */
    boolean isEmpty() {
        return high != null && java.util.Arrays.compareUnsigned(low, high) >= 0;
    }

    /** Returns what both hold. */
    KeySpan and(KeySpan other) {
        byte[] newLow = java.util.Arrays.compareUnsigned(low, other.low) >= 0 ? low : other.low;
        byte[] newHigh = high == null || (other.high != null && java.util.Arrays.compareUnsigned(other.high, high) < 0)
                ? other.high
                : high;
        return new KeySpan(newLow, newHigh);
    }

    /** Returns the same behind a prefix. */
    KeySpan behind(byte[] prefix) {
        return new KeySpan(join(prefix, low), high == null ? KeyBytes.after(prefix) : join(prefix, high));
    }

    static byte[] join(byte[] prefix, byte[] rest) {
        byte[] joined = java.util.Arrays.copyOf(prefix, prefix.length + rest.length);
        System.arraycopy(rest, 0, joined, prefix.length, rest.length);
        return joined;
    }
}
