package io.rochedb.engine.internal.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A quick hash of member names: of the length and the first and last eight bytes. */
final class NameHash {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private NameHash() {}

    static int of(byte[] bytes, int start, int end) {
        int length = end - start;
        long first;
        long last = 0;
        if (length >= Long.BYTES) {
            first = (long) LONGS.get(bytes, start);
            last = (long) LONGS.get(bytes, end - Long.BYTES);
        } else if (start + Long.BYTES <= bytes.length) {
            first = (long) LONGS.get(bytes, start) & ((1L << (length * Byte.SIZE)) - 1);
        } else {
            first = 0;
            for (int i = 0; i < length; i++) {
                first |= (bytes[start + i] & 0xFFL) << (i * Byte.SIZE);
            }
        }
        long hash = (first * MIX) ^ Long.rotateLeft(last * MIX, 29) ^ length;
        return (int) ((hash * MIX) >>> 32);
    }
}
