package io.rochedb.jdbc.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of what {@link WireWriter} wrote. Every length is checked against what is left before anything is allocated; anything else than
 * what a writer writes is a {@link WireException}. One thread at a time.
 */
public final class WireReader {
    /** What an element of a list takes, at least: its place and a small object. */
    private static final int ELEMENT_BYTES = 16;

    private final byte[] bytes;
    private final int end;
    private int position;
    private long memoryLeft = Long.MAX_VALUE;

    /** Reads the bytes from one position to another, which are not copied. */
    public WireReader(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.position = start;
        this.end = end;
    }

    public int position() {
        return position;
    }

    public int remaining() {
        return end - position;
    }

    /** Returns a reader of what lies so many bytes ahead. */
    public WireReader behind(int count) {
        need(count);
        return new WireReader(bytes, position + count, end);
    }

    /** Refuses bytes behind the message. */
    public void expectEnd() {
        if (position != end) {
            throw new WireException((end - position) + " bytes behind the message");
        }
    }

    /** Sets about how much memory the lists that are read, and what else is charged, may take; without limit unless set. */
    public void limitMemory(long limitBytes) {
        memoryLeft = limitBytes;
    }

    public long memoryLeft() {
        return memoryLeft;
    }

    /** Takes from the memory that is left; a {@link ValueLimitException} says that it does not suffice. */
    public void charge(long chargedBytes) {
        memoryLeft -= chargedBytes;
        if (memoryLeft < 0) {
            throw new ValueLimitException();
        }
    }

    private void need(long count) {
        if (count < 0 || count > end - position) {
            throw new WireException("the message ends early");
        }
    }

    // ---- numbers ----

    public int u8() {
        need(1);
        return bytes[position++] & 0xFF;
    }

    /** Reads four bytes, the highest first. */
    public int fixedInt() {
        need(4);
        int at = position;
        position = at + 4;
        return intAt(bytes, at);
    }

    static int intAt(byte[] b, int at) {
        return b[at] << 24 | (b[at + 1] & 0xFF) << 16 | (b[at + 2] & 0xFF) << 8 | b[at + 3] & 0xFF;
    }

    /** Reads eight bytes, the highest first. */
    public long fixedLong() {
        return (long) fixedInt() << 32 | fixedInt() & 0xFFFFFFFFL;
    }

    public long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = u8();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                if (shift == 63 && next > 1) {
                    break;
                }
                return value;
            }
        }
        throw new WireException("a number of more than 64 bits");
    }

    /** Reads a number that must lie between 0 and a bound. */
    public int varint(int max) {
        long value = varint();
        if (value < 0 || value > max) {
            throw new WireException("a number beyond " + max);
        }
        return (int) value;
    }

    public long zigzag() {
        long value = varint();
        return value >>> 1 ^ -(value & 1);
    }

    private long zigzag(long min, long max) {
        long value = zigzag();
        if (value < min || value > max) {
            throw new WireException("a number beyond its type");
        }
        return value;
    }

    public boolean flag() {
        int value = u8();
        if (value > 1) {
            throw new WireException("neither true nor false");
        }
        return value == 1;
    }

    /** Reads the number of things of which each has at least so many bytes. */
    public int count(int bytesMin) {
        long count = varint();
        if (count < 0 || count > (end - position) / bytesMin) {
            throw new WireException("the message ends early");
        }
        return (int) count;
    }

    // ---- text and bytes ----

    public byte[] raw(int count) {
        need(count);
        byte[] value = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return value;
    }

    public byte[] blob() {
        return raw(count(1));
    }

    public @Nullable String optionalText() {
        return flag() ? text() : null;
    }

    public String text() {
        int length = count(1);
        int start = position;
        int stop = start + length;
        position = stop;
        byte[] b = bytes;
        for (int i = start; i < stop; i++) {
            if (b[i] < 0) {
                return decode(start, stop);
            }
        }
        return new String(b, start, length, StandardCharsets.ISO_8859_1);
    }

    private String decode(int start, int stop) {
        byte[] b = bytes;
        char[] chars = new char[stop - start];
        int count = 0;
        int at = start;
        while (at < stop) {
            int first = b[at++];
            if (first >= 0) {
                chars[count++] = (char) first;
                continue;
            }
            int more = (first & 0xE0) == 0xC0 ? 1 : (first & 0xF0) == 0xE0 ? 2 : (first & 0xF8) == 0xF0 ? 3 : 0;
            if (more == 0 || stop - at < more) {
                throw new WireException("text that is no UTF-8");
            }
            int point = first & (0x3F >> more);
            for (int i = 0; i < more; i++) {
                int next = b[at++];
                if ((next & 0xC0) != 0x80) {
                    throw new WireException("text that is no UTF-8");
                }
                point = point << 6 | next & 0x3F;
            }
            if (point < (more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000) || point > Character.MAX_CODE_POINT) {
                throw new WireException("text that is no UTF-8");
            }
            if (more == 3) {
                chars[count++] = Character.highSurrogate(point);
                chars[count++] = Character.lowSurrogate(point);
            } else {
                chars[count++] = (char) point;
            }
        }
        return new String(chars, 0, count);
    }

    // ---- values ----

    /** Reads a value in internal representation. */
    public @Nullable Object value() {
        return value(0);
    }

    private @Nullable Object value(int depth) {
        int tag = u8();
        return switch (tag) {
            case Tags.NULL -> null;
            case Tags.FALSE -> Boolean.FALSE;
            case Tags.TRUE -> Boolean.TRUE;
            case Tags.BYTE -> (byte) zigzag(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case Tags.SHORT -> (short) zigzag(Short.MIN_VALUE, Short.MAX_VALUE);
            case Tags.INT -> (int) zigzag(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case Tags.LONG -> zigzag();
            case Tags.FLOAT -> Float.intBitsToFloat(fixedInt());
            case Tags.DOUBLE -> Double.longBitsToDouble(fixedLong());
            case Tags.DECIMAL -> decimal();
            case Tags.TEXT -> text();
            case Tags.BYTES -> blob();
            case Tags.VECTOR -> vector();
            case Tags.LIST -> list(depth);
            case Tags.DATE -> date();
            case Tags.TIME -> time();
            case Tags.DATE_TIME -> LocalDateTime.of(date(), time());
            default -> throw new WireException("no value begins with " + tag);
        };
    }

    private BigDecimal decimal() {
        int scale = (int) zigzag(Integer.MIN_VALUE, Integer.MAX_VALUE);
        byte[] unscaled = blob();
        if (unscaled.length == 0) {
            throw new WireException("a decimal without digits");
        }
        return new BigDecimal(new BigInteger(unscaled), scale);
    }

    private float[] vector() {
        int length = count(4);
        float[] vector = new float[length];
        for (int i = 0; i < length; i++) {
            vector[i] = Float.intBitsToFloat(intAt(bytes, position + 4 * i));
        }
        position += 4 * length;
        return vector;
    }

    private List<@Nullable Object> list(int depth) {
        if (depth == Tags.DEPTH_MAX) {
            throw new WireException("lists nest deeper than " + Tags.DEPTH_MAX);
        }
        int length = count(1);
        charge((long) length * ELEMENT_BYTES);
        List<@Nullable Object> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            list.add(value(depth + 1));
        }
        return list;
    }

    private LocalDate date() {
        try {
            return LocalDate.ofEpochDay(zigzag());
        } catch (DateTimeException e) {
            throw new WireException("a date that no date can be");
        }
    }

    private LocalTime time() {
        try {
            return LocalTime.ofNanoOfDay(varint());
        } catch (DateTimeException e) {
            throw new WireException("a time that no day has");
        }
    }
}
