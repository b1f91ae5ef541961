package io.rochedb.engine.model;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The self-describing identity of a record: ring key (8 bytes) ‖ seq (6) ‖ creation time in ms (6) ‖ orbit epoch (2).
 *
 * <p>Identity is (ring key, seq); the rest lets E(id, t) be computed without looking anything up. The text form is 36 characters of lower-case base32hex
 * (RFC 4648 §7, no padding), which sorts as (unsigned ring key, seq).
 *
 * @param ringKey key of the ring, compared unsigned
 * @param seq number within the ring, 0 to 2^48 - 1, never reused
 * @param createdMillis creation time, 0 to 2^48 - 1 ms since the epoch
 * @param epoch index of the ring's orbit epoch at creation, 0 to 65535
 */
public record RecordId(long ringKey, long seq, long createdMillis, int epoch) implements Comparable<RecordId> {
    /** Length of the text form. */
    public static final int TEXT_LENGTH = 36;

    /** Largest seq and creation time. */
    public static final long MAX_48 = (1L << 48) - 1;

    private static final String DIGITS = "0123456789abcdefghijklmnopqrstuv";
    private static final int BYTES = 22;

    /** Digits of five bits that are taken from one long. */
    private static final int DIGITS_A_WORD = 12;

    public RecordId {
        if (seq < 0 || seq > MAX_48 || createdMillis < 0 || createdMillis > MAX_48 || epoch < 0 || epoch > 0xFFFF) {
            throw new RocheException(
                    ErrorCode.INVALID_ID,
                    "record id out of range: seq " + seq + ", created " + createdMillis + " ms, epoch " + epoch);
        }
    }

    /** Returns the 36-character text form. */
    public String text() {
        byte[] out = new byte[TEXT_LENGTH];
        digits(out, 0, ringKey >>> 4);
        digits(out, DIGITS_A_WORD, (ringKey & 0xF) << 56 | (seq & MAX_48) << 8 | createdMillis >>> 40 & 0xFF);
        digits(out, 2 * DIGITS_A_WORD, (createdMillis & (1L << 40) - 1) << 20 | (epoch & 0xFFFFL) << 4);
        return new String(out, StandardCharsets.ISO_8859_1);
    }

    /** Writes the 60 low bits, the highest first. */
    private static void digits(byte[] out, int from, long bits) {
        long left = bits;
        for (int i = from + DIGITS_A_WORD - 1; i >= from; i--) {
            out[i] = (byte) DIGITS.charAt((int) left & 31);
            left >>>= 5;
        }
    }

    /** Parses the canonical text form; {@code INVALID_ID} for anything else. */
    public static RecordId parse(String text) {
        return tryParse(text)
                .orElseThrow(() -> new RocheException(
                        ErrorCode.INVALID_ID,
                        "malformed record id '" + abbreviate(text)
                                + "' (an id is 36 characters 0-9, a-v; see RECORD_ID for other forms)"));
    }

    /** Parses the canonical text form, or returns empty. */
    public static Optional<RecordId> tryParse(String text) {
        if (text.length() != TEXT_LENGTH) {
            return Optional.empty();
        }
        long[] parts = new long[4];
        long bits = 0;
        int count = 0;
        int index = 0;
        for (int i = 0; i < TEXT_LENGTH; i++) {
            int digit = digit(text.charAt(i));
            if (digit < 0) {
                return Optional.empty();
            }
            bits = (bits << 5) | digit;
            count += 5;
            if (count >= 8 && index < BYTES) {
                count -= 8;
                long value = (bits >>> count) & 0xFF;
                int part = index < 8 ? 0 : index < 14 ? 1 : index < 20 ? 2 : 3;
                parts[part] = (parts[part] << 8) | value;
                index++;
                bits &= (1L << count) - 1;
            }
        }
        if (bits != 0) {
            return Optional.empty();
        }
        return Optional.of(new RecordId(parts[0], parts[1], parts[2], (int) parts[3]));
    }

    private static int digit(char c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        return c >= 'a' && c <= 'v' ? c - 'a' + 10 : -1;
    }

    private static String abbreviate(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** Orders by unsigned ring key, then seq; then by time and epoch so that order agrees with equality. */
    @Override
    public int compareTo(RecordId other) {
        int byRing = Long.compareUnsigned(ringKey, other.ringKey);
        if (byRing != 0) {
            return byRing;
        }
        int bySeq = Long.compare(seq, other.seq);
        if (bySeq != 0) {
            return bySeq;
        }
        int byTime = Long.compare(createdMillis, other.createdMillis);
        return byTime != 0 ? byTime : Integer.compare(epoch, other.epoch);
    }

    @Override
    public String toString() {
        return text();
    }
}
