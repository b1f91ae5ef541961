package io.rochedb.engine.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array. Reusable, not thread-safe. */
public final class ByteBuilder {
    private static final int START = 256;

    private byte[] bytes = new byte[START];
    private int length;

    /** Empties it, keeping the array. */
    public ByteBuilder clear() {
        length = 0;
        return this;
    }

    public ByteBuilder append(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public ByteBuilder append(byte[] source, int offset, int count) {
        ensure(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends text of ASCII characters only. */
    public ByteBuilder ascii(String text) {
        ensure(text.length());
        for (int i = 0; i < text.length(); i++) {
            bytes[length++] = (byte) text.charAt(i);
        }
        return this;
    }

    public int length() {
        return length;
    }

    /** Cuts it to a shorter length. */
    public void truncate(int newLength) {
        length = Math.min(length, newLength);
    }

    /** Returns the array behind it, valid up to {@link #length()} until the next append. */
    public byte[] array() {
        return bytes;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Returns the bytes decoded as UTF-8. */
    public String text() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            int needed = Math.addExact(length, more);
            bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(Integer.MAX_VALUE - 8L, bytes.length * 2L)));
        }
    }
}
