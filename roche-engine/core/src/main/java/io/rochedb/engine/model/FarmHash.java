package io.rochedb.engine.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * FarmHash Fingerprint64 (FarmHash "na"), the hash of ring keys.
 *
 * <p>Stable for ever: keys are stored. Equal to Guava's {@code Hashing.farmHashFingerprint64()} for every length. The
 * names of the steps follow the published algorithm (Google FarmHash, {@code farmhashna}): one function per length
 * class, 0–16, 17–32, 33–64 and longer bytes; all words little-endian.
 */
final class FarmHash {
    private static final long K0 = 0xc3a5c85c97cb3127L;
    private static final long K1 = 0xb492b66fbe98f273L;
    private static final long K2 = 0x9ae16a3b2f90404fL;
    private static final long LONG_SEED = 81;
    private static final int BLOCK = 64;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle HALVES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private FarmHash() {}

    /** Returns the 64-bit fingerprint of the bytes. */
    static long fingerprint64(byte[] bytes) {
        int length = bytes.length;
        if (length <= 16) {
            return upTo16(bytes, length);
        }
        if (length <= 32) {
            return upTo32(bytes, length);
        }
        return length <= BLOCK ? upTo64(bytes, length) : longer(bytes, length);
    }

    private static long upTo16(byte[] bytes, int length) {
        if (length >= 8) {
            long mul = K2 + length * 2L;
            long a = word(bytes, 0) + K2;
            long b = word(bytes, length - 8);
            long c = Long.rotateRight(b, 37) * mul + a;
            long d = (Long.rotateRight(a, 25) + b) * mul;
            return mix(c, d, mul);
        }
        if (length >= 4) {
            long mul = K2 + length * 2L;
            return mix(length + (half(bytes, 0) << 3), half(bytes, length - 4), mul);
        }
        if (length > 0) {
            int first = bytes[0] & 0xFF;
            int middle = bytes[length >> 1] & 0xFF;
            int last = bytes[length - 1] & 0xFF;
            long y = first + (middle << 8);
            long z = length + (last << 2);
            return shiftMix(y * K2 ^ z * K0) * K2;
        }
        return K2;
    }

    private static long upTo32(byte[] bytes, int length) {
        long mul = K2 + length * 2L;
        long a = word(bytes, 0) * K1;
        long b = word(bytes, 8);
        long c = word(bytes, length - 8) * mul;
        long d = word(bytes, length - 16) * K2;
        return mix(
                Long.rotateRight(a + b, 43) + Long.rotateRight(c, 30) + d, a + Long.rotateRight(b + K2, 18) + c, mul);
    }

    private static long upTo64(byte[] bytes, int length) {
        long mul = K2 + length * 2L;
        long a = word(bytes, 0) * K2;
        long b = word(bytes, 8);
        long c = word(bytes, length - 8) * mul;
        long d = word(bytes, length - 16) * K2;
        long y = Long.rotateRight(a + b, 43) + Long.rotateRight(c, 30) + d;
        long z = mix(y, a + Long.rotateRight(b + K2, 18) + c, mul);
        long e = word(bytes, 16) * mul;
        long f = word(bytes, 24);
        long g = (y + word(bytes, length - 32)) * mul;
        long h = (z + word(bytes, length - 24)) * mul;
        return mix(Long.rotateRight(e + f, 43) + Long.rotateRight(g, 30) + h, e + Long.rotateRight(f + a, 18) + g, mul);
    }

    private static long longer(byte[] bytes, int length) {
        State state = new State(LONG_SEED, word(bytes, 0));
        int end = (length - 1) / BLOCK * BLOCK;
        for (int at = 0; at < end; at += BLOCK) {
            state.block(bytes, at, K1, 1);
        }
        long mul = K1 + ((state.z & 0xFF) << 1);
        state.w0 += (length - 1) & (BLOCK - 1);
        state.v0 += state.w0;
        state.w0 += state.v0;
        state.block(bytes, length - BLOCK, mul, 9);
        // block() leaves x and z exchanged, as the last step of the algorithm does.
        return mix(
                mix(state.v0, state.w0, mul) + shiftMix(state.y) * K0 + state.z,
                mix(state.v1, state.w1, mul) + state.x,
                mul);
    }

    private static long shiftMix(long value) {
        return value ^ (value >>> 47);
    }

    private static long mix(long u, long v, long mul) {
        long a = shiftMix((u ^ v) * mul);
        return shiftMix((v ^ a) * mul) * mul;
    }

    private static long word(byte[] bytes, int at) {
        return (long) WORDS.get(bytes, at);
    }

    private static long half(byte[] bytes, int at) {
        return (int) HALVES.get(bytes, at) & 0xFFFF_FFFFL;
    }

    /** The 56 bytes of state that inputs longer than {@value #BLOCK} bytes run through. */
    private static final class State {
        private long x;
        private long y;
        private long z;
        private long v0;
        private long v1;
        private long w0;
        private long w1;

        State(long seed, long firstWord) {
            x = seed * K2 + firstWord;
            y = seed * K1 + 113;
            z = shiftMix(y * K2 + 113) * K2;
        }

        /** Takes in one block; the last block has its own multiplier and weight 9. */
        void block(byte[] bytes, int at, long mul, long weight) {
            x = Long.rotateRight(x + y + v0 + word(bytes, at + 8), 37) * mul;
            y = Long.rotateRight(y + v1 + word(bytes, at + 48), 42) * mul;
            x ^= w1 * weight;
            y += v0 * weight + word(bytes, at + 40);
            z = Long.rotateRight(z + w0, 33) * mul;

            long a = v1 * mul + word(bytes, at);
            long b = Long.rotateRight(x + w0 + a + word(bytes, at + 24), 21);
            long sum = a + word(bytes, at + 8) + word(bytes, at + 16);
            v0 = sum + word(bytes, at + 24);
            v1 = b + Long.rotateRight(sum, 44) + a;

            a = z + w1 + word(bytes, at + 32);
            b = Long.rotateRight(y + word(bytes, at + 16) + a + word(bytes, at + 56), 21);
            sum = a + word(bytes, at + 40) + word(bytes, at + 48);
            w0 = sum + word(bytes, at + 56);
            w1 = b + Long.rotateRight(sum, 44) + a;

            long swapped = z;
            z = x;
            x = swapped;
        }
    }
}
