package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.store.LogStore.Family;
import java.util.Arrays;

/**
 * A batch of writes as RocksDB's own serialized form, built without a native call per entry. Not thread-safe.
 *
 * <p>Form (RocksDB {@code write_batch.cc}): 8 bytes sequence, 4 bytes count (both little-endian), then entries: a tag byte, the column family
 * id, and key and value each with their length, numbers as LEB128.
 */
public final class LogBatch {
    private static final int HEADER = 12;
    private static final int COUNT_AT = 8;
    private static final byte FAMILY_DELETION = 0x4;
    private static final byte FAMILY_VALUE = 0x5;
    private static final byte FAMILY_RANGE_DELETION = 0xE;
    private static final int KEEP_BYTES = 4 << 20;

    private byte[] buffer = new byte[4096];
    private int length = HEADER;
    private int count;

    /** Returns the column family id of a family: they are created in this order, after the default one. */
    static int id(Family family) {
        return family.ordinal() + 1;
    }

    void clear() {
        if (buffer.length > KEEP_BYTES) {
            buffer = new byte[4096];
        }
        length = HEADER;
        count = 0;
    }

    /** Returns the number of entries. */
    public int count() {
        return count;
    }

    public int bytes() {
        return length;
    }

    void put(Family family, byte[] key, byte[] value) {
        start(FAMILY_VALUE, family, key, value.length + 5);
        number(value.length);
        append(value);
    }

    void delete(Family family, byte[] key) {
        start(FAMILY_DELETION, family, key, 0);
    }

    /** Deletes the keys from the first, inclusive, to the last, exclusive. */
    void deleteRange(Family family, byte[] first, byte[] last) {
        start(FAMILY_RANGE_DELETION, family, first, last.length + 5);
        number(last.length);
        append(last);
    }

    private void start(byte tag, Family family, byte[] key, int more) {
        int needed = Math.addExact(length, key.length + more + 16);
        if (needed > buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, buffer.length * 2L)));
        }
        buffer[length++] = tag;
        number(id(family));
        number(key.length);
        append(key);
        count++;
    }

    private void number(int value) {
        int rest = value;
        while (rest >= 0x80) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }

    private void append(byte[] bytes) {
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    /** Returns the serialized form. */
    byte[] toBytes() {
        byte[] bytes = Arrays.copyOf(buffer, length);
        for (int i = 0; i < 4; i++) {
            bytes[COUNT_AT + i] = (byte) (count >>> (8 * i));
        }
        return bytes;
    }
}
