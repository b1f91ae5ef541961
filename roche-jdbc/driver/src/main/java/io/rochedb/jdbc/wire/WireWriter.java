package io.rochedb.jdbc.wire;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A buffer that frames are written into and that is used again. One thread at a time.
 *
 * <p>Whole numbers are varints: seven bits a byte, the lowest first, the high bit on all but the last; those that may be negative are
 * zigzag ({@code n << 1 ^ n >> 63}) before. Text is its length in bytes and UTF-8, in which a surrogate without its other half has the three bytes it
 * would have were it a character.
 */
public final class WireWriter {
    /** A buffer that has grown beyond this is given up when it is used next. */
    private static final int KEPT_BYTES_MAX = 256 << 10;

    private static final int VARINT_BYTES_MAX = 10;

    private final int initialBytes;
    private int limitBytes;
    private byte[] bytes;
    private int size;
    private int frameStart;

    /** Creates a writer of frames of at most so many bytes. */
    public WireWriter(int initialBytes, int limitBytes) {
        this.initialBytes = initialBytes;
        this.limitBytes = limitBytes;
        this.bytes = new byte[initialBytes];
    }

    /** Sets how many bytes a frame may have. */
    public void limitBytes(int limit) {
        this.limitBytes = limit;
    }

    public int limitBytes() {
        return limitBytes;
    }

    /** Returns the buffer; its first {@link #size} bytes are what was written. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Forgets what was written. */
    public void reset() {
        size = 0;
        frameStart = 0;
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[initialBytes];
        }
    }

    /** Forgets what was written after a position. */
    public void truncate(int position) {
        size = position;
    }

    /** Begins a frame behind what is there. */
    public void begin(int type, long number) {
        frameStart = size;
        ensure(Protocol.HEADER_BYTES);
        size += 4;
        bytes[size++] = Protocol.VERSION;
        bytes[size++] = (byte) type;
        fixed((int) number);
    }

    /** Ends the frame that was begun last: writes its length. */
    public void end() {
        patch(frameStart, size - frameStart - 4);
    }

    /** Writes another type into the frame that was begun last. */
    public void type(int type) {
        bytes[frameStart + 5] = (byte) type;
    }

    /** Overwrites four bytes. */
    public void patch(int position, int value) {
        bytes[position] = (byte) (value >>> 24);
        bytes[position + 1] = (byte) (value >>> 16);
        bytes[position + 2] = (byte) (value >>> 8);
        bytes[position + 3] = (byte) value;
    }

    /** Leaves out bytes for {@link #patch}. */
    public int gap(int count) {
        ensure(count);
        int position = size;
        size += count;
        return position;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            grow(more);
        }
    }

    private void grow(int more) {
        long needed = (long) size + more;
        if (needed - frameStart > limitBytes + 4L) {
            throw new FrameLimitException(limitBytes);
        }
        bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(needed, 2L * bytes.length)));
    }

    /** Refuses a frame that has become larger than allowed. */
    public void checkLimit() {
        if (size - frameStart > limitBytes) {
            throw new FrameLimitException(limitBytes);
        }
    }

    // ---- numbers ----

    public void u8(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    /** Writes four bytes, the highest first. */
    public void fixed(int value) {
        ensure(4);
        patch(size, value);
        size += 4;
    }

    /** Writes eight bytes, the highest first. */
    public void fixed(long value) {
        fixed((int) (value >>> 32));
        fixed((int) value);
    }

    /** Writes a number that is not negative, or 64 bits as such a number. */
    public void varint(long value) {
        ensure(VARINT_BYTES_MAX);
        byte[] b = bytes;
        int at = size;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            b[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        b[at++] = (byte) rest;
        size = at;
    }

    public void zigzag(long value) {
        varint(value << 1 ^ value >> 63);
    }

    public void flag(boolean value) {
        u8(value ? 1 : 0);
    }

    // ---- text and bytes ----

    public void raw(byte[] value) {
        ensure(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    public void blob(byte[] value) {
        varint(value.length);
        raw(value);
    }

    /** Writes text or its absence. */
    public void optionalText(@Nullable String value) {
        flag(value != null);
        if (value != null) {
            text(value);
        }
    }

    public void text(String value) {
        int length = value.length();
        int encoded = encodedLength(value);
        varint(encoded);
        ensure(encoded);
        if (encoded == length) {
            ascii(value, length);
        } else {
            utf8(value, length);
        }
    }

    private void ascii(String value, int length) {
        byte[] b = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            b[at + i] = (byte) value.charAt(i);
        }
        size = at + length;
    }

    private static int encodedLength(String value) {
        int length = value.length();
        long encoded = length;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                if (c < 0x800) {
                    encoded++;
                } else if (isPair(value, i, length)) {
                    encoded += 2;
                    i++;
                } else {
                    encoded += 2;
                }
            }
        }
        if (encoded > Integer.MAX_VALUE - 16) {
            throw new FrameLimitException(Integer.MAX_VALUE - 16);
        }
        return (int) encoded;
    }

    private static boolean isPair(String value, int i, int length) {
        return Character.isHighSurrogate(value.charAt(i))
                && i + 1 < length
                && Character.isLowSurrogate(value.charAt(i + 1));
    }

    private void utf8(String value, int length) {
        byte[] b = bytes;
        int at = size;
        for (int i = 0; i < length; i++) {
            int c = value.charAt(i);
            if (c < 0x80) {
                b[at++] = (byte) c;
            } else if (c < 0x800) {
                b[at++] = (byte) (0xC0 | c >> 6);
                b[at++] = (byte) (0x80 | c & 0x3F);
            } else if (isPair(value, i, length)) {
                int point = Character.toCodePoint((char) c, value.charAt(++i));
                b[at++] = (byte) (0xF0 | point >> 18);
                b[at++] = (byte) (0x80 | point >> 12 & 0x3F);
                b[at++] = (byte) (0x80 | point >> 6 & 0x3F);
                b[at++] = (byte) (0x80 | point & 0x3F);
            } else {
                b[at++] = (byte) (0xE0 | c >> 12);
                b[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                b[at++] = (byte) (0x80 | c & 0x3F);
            }
        }
        size = at;
    }

    // ---- values ----

    /** Writes a value in internal representation: see {@code io.rochedb.jdbc.spi.Cursor}. */
    public void value(@Nullable Object value) {
        value(value, 0);
    }

    private void value(@Nullable Object value, int depth) {
        if (value == null) {
            u8(Tags.NULL);
        } else if (value instanceof String text) {
            u8(Tags.TEXT);
            text(text);
        } else if (value instanceof Long number) {
            u8(Tags.LONG);
            zigzag(number);
        } else if (value instanceof Integer number) {
            u8(Tags.INT);
            zigzag(number);
        } else if (value instanceof Double number) {
            u8(Tags.DOUBLE);
            fixed(Double.doubleToRawLongBits(number));
        } else if (value instanceof Boolean flag) {
            u8(flag ? Tags.TRUE : Tags.FALSE);
        } else if (value instanceof float[] vector) {
            vector(vector);
        } else if (value instanceof byte[] blob) {
            u8(Tags.BYTES);
            blob(blob);
        } else if (value instanceof Number number) {
            rareNumber(number);
        } else if (value instanceof List<?> list) {
            list(list.toArray(), depth);
        } else if (value instanceof Object[] list) {
            list(list, depth);
        } else {
            temporal(value);
        }
    }

    private void vector(float[] vector) {
        u8(Tags.VECTOR);
        varint(vector.length);
        ensure(4 * vector.length);
        for (float number : vector) {
            patch(size, Float.floatToRawIntBits(number));
            size += 4;
        }
    }

    private void rareNumber(Number number) {
        if (number instanceof BigDecimal decimal) {
            u8(Tags.DECIMAL);
            zigzag(decimal.scale());
            blob(decimal.unscaledValue().toByteArray());
        } else if (number instanceof Float real) {
            u8(Tags.FLOAT);
            fixed(Float.floatToRawIntBits(real));
        } else if (number instanceof Short small) {
            u8(Tags.SHORT);
            zigzag(small);
        } else if (number instanceof Byte tiny) {
            u8(Tags.BYTE);
            zigzag(tiny);
        } else {
            // whatever class of number an application binds: its digits count
            rareNumber(new BigDecimal(number.toString()));
        }
    }

    private void list(@Nullable Object[] elements, int depth) {
        if (depth == Tags.DEPTH_MAX) {
            throw new WireException("lists nest deeper than " + Tags.DEPTH_MAX);
        }
        u8(Tags.LIST);
        varint(elements.length);
        for (Object element : elements) {
            value(element, depth + 1);
        }
    }

    private void temporal(Object value) {
        if (value instanceof LocalDate date) {
            u8(Tags.DATE);
            zigzag(date.toEpochDay());
        } else if (value instanceof LocalTime time) {
            u8(Tags.TIME);
            varint(time.toNanoOfDay());
        } else if (value instanceof LocalDateTime dateTime) {
            u8(Tags.DATE_TIME);
            zigzag(dateTime.toLocalDate().toEpochDay());
            varint(dateTime.toLocalTime().toNanoOfDay());
        } else {
            throw new WireException(
                    "no value of the protocol: " + value.getClass().getSimpleName());
        }
    }
}
