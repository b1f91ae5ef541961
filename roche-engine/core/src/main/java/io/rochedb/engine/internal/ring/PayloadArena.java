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

    /** Returns about how much memory appending payloads of so many bytes together takes at most. */
    long growthMax(long totalBytes) {
        long inSteps = Math.max(chunks[current].length * 2L, CHUNK_BYTES_MIN + totalBytes + totalBytes / 2);
        return totalBytes + totalBytes / 4 + Math.min(CHUNK_BYTES_MAX, inSteps);
    }

    /** Returns what will be allocated for payloads that are appended next. */
    Growth growth() {
        return new Growth(chunks[current].length, currentUsed);
    }

    /** What payloads take, one after another, without taking it. */
    static final class Growth {
        private int chunk;
        private int used;
        private long bytes;

        private Growth(int chunk, int used) {
            this.chunk = chunk;
            this.used = used;
        }

        void add(int length) {
            if (length > chunk - used) {
                if (length >= OWN_CHUNK_BYTES) {
                    bytes += length;
                    return;
                }
                chunk = chunkAfter(chunk, length);
                used = 0;
                bytes += chunk;
            }
            used += length;
        }

        long bytes() {
            return bytes;
        }
    }

    private static int chunkAfter(int chunk, int length) {
        return Math.max(Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, chunk * 2)), length);
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
            current = add(chunkAfter(chunks[current].length, length));
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
