package io.rochedb.engine.internal.ring;

import java.util.Arrays;

/**
 * Payload bytes of one ring in chunks: the first small, then doubling to {@value #CHUNK_BYTES_MAX} bytes; a payload of a quarter of that or
 * more gets a chunk of its own. One writer; bytes once written never change.
 */
final class PayloadArena {
    static final int CHUNK_BYTES_MAX = (1 << 20) - 64;
    private static final int CHUNK_BYTES_MIN = 256;
    private static final int OWN_CHUNK_BYTES = 1 << 18;
    private static final byte[] EMPTY = new byte[0];

    private byte[][] chunks = {EMPTY};
    private int chunkCount = 1;
    private int current;
    private int currentUsed;
    private long bytes;

    byte[][] chunks() {
        return chunks;
    }

    long bytes() {
        return bytes;
    }

    /** Returns whether {@link #append} needs no new memory. */
    boolean fits(int length) {
        return length <= chunks[current].length - currentUsed;
    }

    /** Returns about how much memory appending these payloads takes at most. */
    long growthMax(long totalBytes) {
        return totalBytes
                + totalBytes / 4
                + Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, chunks[current].length * 2L));
    }

    /** Copies a payload in and returns chunk << 32 | offset. {@link #chunks()} may be another array afterwards. */
    long append(byte[] payload) {
        int length = payload.length;
        if (!fits(length)) {
            if (length >= OWN_CHUNK_BYTES) {
                int own = add(length);
                System.arraycopy(payload, 0, chunks[own], 0, length);
                return (long) own << 32;
            }
            int next = Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, chunks[current].length * 2));
            current = add(Math.max(next, length));
            currentUsed = 0;
        }
        long at = (long) current << 32 | currentUsed;
        System.arraycopy(payload, 0, chunks[current], currentUsed, length);
        currentUsed += length;
        return at;
    }

    private int add(int length) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(4, chunkCount * 2));
        }
        chunks[chunkCount] = new byte[length];
        bytes += length;
        return chunkCount++;
    }
}
