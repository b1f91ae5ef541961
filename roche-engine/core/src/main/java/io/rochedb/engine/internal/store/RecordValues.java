package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.model.Codec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The stored form of records and vectors, format 1. Stateless.
 *
 * <p>Key of both: ring key (8 bytes) ‖ seq (8 bytes), big-endian, so that a ring is one prefix in order of seq.
 * <pre>
 *   record   'R'  format=1  codec(1)  flags(1: bit 0 = has a vector)  created ms(8)  written ms(8)  epoch(2)
 *            payload(...)  CRC32C(4)
 *   vector   'V'  format=1  components(4 each, IEEE 754 bits, little-endian)  CRC32C(4)
 * </pre>
 * Numbers are big-endian but for the components. The checksum covers the key and everything before it, so a value under another key is found
 * out too.
 */
final class RecordValues {
    private static final byte RECORD = 'R';
    private static final byte VECTOR = 'V';
    private static final byte FORMAT = 1;
    private static final int FLAG_VECTOR = 1;
    private static final int RECORD_HEADER = 22;
    private static final int VECTOR_HEADER = 2;
    private static final int CHECKSUM = 4;
    static final int KEY_BYTES = 16;

    private RecordValues() {}

    static byte[] key(long ringKey, long seq) {
        return ByteBuffer.allocate(KEY_BYTES).putLong(ringKey).putLong(seq).array();
    }

    /** Returns the prefix of a ring's keys. */
    static byte[] prefix(long ringKey) {
        return ByteBuffer.allocate(8).putLong(ringKey).array();
    }

    static long seq(byte[] key) {
        return ByteBuffer.wrap(key).getLong(8);
    }

    static byte[] record(byte[] key, RowData row) {
        ByteBuffer value = ByteBuffer.allocate(RECORD_HEADER + row.payload().length + CHECKSUM)
                .put(RECORD)
                .put(FORMAT)
                .put(row.codec().code())
                .put((byte) (row.vector() == null ? 0 : FLAG_VECTOR))
                .putLong(row.createdMillis())
                .putLong(row.writtenMillis())
                .putShort((short) row.epoch())
                .put(row.payload());
        return sealed(key, value);
    }

    static byte[] vector(byte[] key, float[] original) {
        ByteBuffer value = ByteBuffer.allocate(VECTOR_HEADER + 4 * original.length + CHECKSUM)
                .put(VECTOR)
                .put(FORMAT);
        value.order(ByteOrder.LITTLE_ENDIAN);
        for (float component : original) {
            value.putInt(Float.floatToRawIntBits(component));
        }
        value.order(ByteOrder.BIG_ENDIAN);
        return sealed(key, value);
    }

    private static byte[] sealed(byte[] key, ByteBuffer value) {
        value.putInt(checksum(key, value.array(), value.position()));
        return value.array();
    }

    private static int checksum(byte[] key, byte[] value, int length) {
        CRC32C crc = new CRC32C();
        crc.update(key);
        crc.update(value, 0, length);
        return (int) crc.getValue();
    }

    /** A record read back. */
    record Stored(
            long seq,
            Codec codec,
            boolean hasVector,
            long createdMillis,
            long writtenMillis,
            int epoch,
            byte[] payload) {}

    /** Checks and takes a record apart; {@code DATA_CORRUPTED} names ring and seq. */
    static Stored readRecord(String ring, byte[] key, byte[] value) {
        ByteBuffer from = checked(ring, key, value, RECORD, RECORD_HEADER, "record");
        int codec = from.get(2) & 0xFF;
        if (codec >= Codec.values().length) {
            throw corrupted(ring, key, "record", "unknown codec " + codec);
        }
        return new Stored(
                seq(key),
                Codec.ofCode(codec),
                (from.get(3) & FLAG_VECTOR) != 0,
                from.getLong(4),
                from.getLong(12),
                from.getShort(20) & 0xFFFF,
                Arrays.copyOfRange(value, RECORD_HEADER, value.length - CHECKSUM));
    }

    /** Checks and takes a vector apart; {@code DATA_CORRUPTED} names ring and seq. */
    static float[] readVector(String ring, byte[] key, byte[] value) {
        ByteBuffer from =
                checked(ring, key, value, VECTOR, VECTOR_HEADER, "vector").order(ByteOrder.LITTLE_ENDIAN);
        int bytes = value.length - VECTOR_HEADER - CHECKSUM;
        if (bytes == 0 || bytes % 4 != 0) {
            throw corrupted(ring, key, "vector", bytes + " bytes of components");
        }
        float[] vector = new float[bytes / 4];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = Float.intBitsToFloat(from.getInt(VECTOR_HEADER + 4 * i));
        }
        return vector;
    }

    private static ByteBuffer checked(String ring, byte[] key, byte[] value, byte magic, int header, String what) {
        if (key.length != KEY_BYTES) {
            throw new RocheException(
                    ErrorCode.DATA_CORRUPTED, "ring '" + ring + "' has a " + what + " key of " + key.length + " bytes");
        }
        if (value.length < header + CHECKSUM) {
            throw corrupted(ring, key, what, "only " + value.length + " bytes");
        }
        ByteBuffer from = ByteBuffer.wrap(value);
        if (from.getInt(value.length - CHECKSUM) != checksum(key, value, value.length - CHECKSUM)) {
            throw corrupted(ring, key, what, "its checksum does not match");
        }
        if (value[0] != magic || value[1] != FORMAT) {
            throw corrupted(ring, key, what, "unknown format " + value[0] + "/" + value[1]);
        }
        return from;
    }

    static RocheException corrupted(String ring, byte[] key, String what, String why) {
        return new RocheException(
                ErrorCode.DATA_CORRUPTED,
                "the stored " + what + " " + seq(key) + " of ring '" + ring + "' is corrupt: " + why
                        + "; restore the store from a backup or a dump");
    }
}
