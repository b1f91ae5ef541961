package io.rochedb.engine.internal.store;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.ring.FieldSet;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.schema.AccessCodec;
import io.rochedb.engine.internal.schema.SchemaCodec;
import io.rochedb.engine.internal.schema.SchemaEntry;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.model.FieldInfo;
import io.rochedb.engine.model.FieldType;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of everything but records, format 1. Stateless.
 *
 * <p>Keys: {@code 'N'} the store's facts, {@code 'L'} the last commit; {@code 'R' 'C' 'F' 'V'} ‖ ring key (8 bytes) a ring's settings, counters, field set and
 * centroid sum; {@code 'D'} ‖ {@code 'T' 'V' 'I'} ‖ name in lower case (UTF-8) the declaration of a table, view or index, ‖ {@code 'L'} ‖ name a lens, ‖ {@code 'U'} ‖ name a user, ‖ {@code 'S'} ‖ name the
 * secret of logins. Each value: kind(1, the key's first byte)  format=1(1)  body  CRC32C(4) over key, kind, format and body; numbers big-endian.
 * <pre>
 *   N  nodes(4)
 *   L  version(8)  engine time ms(8)
 *   R  exists(1: 0 never yet, 1 yes, 2 dropped)  created ms(8)  epochs(4)  period(8, double) each  name(text)  described(1)  [description(text)]
 *   C  records(8)  records with vector(8)  payload bytes(8)  next seq(8)  last write ms(8)  dimension(4)
 *   F  version(8)  fields(4)  each: name(text)  type(1)  seen(8)  nulls(8)
 *   V  components(4)  component(8, double) each
 *   D  definition(text), JSON as {@link SchemaCodec} and {@link AccessCodec} say
 *   text = length in bytes(4)  UTF-8
 * </pre>
 */
final class MetaValues {
    static final byte NODES = 'N';
    static final byte LAST = 'L';
    static final byte RING = 'R';
    static final byte COUNTERS = 'C';
    static final byte FIELDS = 'F';
    static final byte CENTROID = 'V';
    static final byte DECLARATION = 'D';
    private static final byte FORMAT = 1;
    private static final int DROPPED = 2;
    private static final FieldType[] TYPES = FieldType.values();

    private MetaValues() {}

    static byte[] key(byte kind) {
        return new byte[] {kind};
    }

    static byte[] key(byte kind, long ringKey) {
        return ByteBuffer.allocate(9).put(kind).putLong(ringKey).array();
    }

    static byte[] key(SchemaEntry entry) {
        byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(2 + name.length)
                .put(DECLARATION)
                .put((byte) entry.kind().code())
                .put(name)
                .array();
    }

    static long ringKey(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    /** A value under construction. */
    private static final class Writer {
        private final byte[] key;
        private ByteBuffer buffer = ByteBuffer.allocate(64);

        Writer(byte[] key) {
            this.key = key;
            buffer.put(key[0]).put(FORMAT);
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                byte[] grown =
                        Arrays.copyOf(buffer.array(), Math.max(buffer.capacity() * 2, buffer.position() + bytes));
                buffer = ByteBuffer.wrap(grown).position(buffer.position());
            }
            return buffer;
        }

        Writer int1(int value) {
            room(1).put((byte) value);
            return this;
        }

        Writer int4(int value) {
            room(4).putInt(value);
            return this;
        }

        Writer int8(long value) {
            room(8).putLong(value);
            return this;
        }

        Writer real(double value) {
            return int8(Double.doubleToRawLongBits(value));
        }

        Writer text(String value) {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            int4(utf8.length);
            room(utf8.length).put(utf8);
            return this;
        }

        byte[] value() {
            int4(checksum(key, buffer.array(), buffer.position()));
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    private static int checksum(byte[] key, byte[] value, int length) {
        CRC32C crc = new CRC32C();
        crc.update(key);
        crc.update(value, 0, length);
        return (int) crc.getValue();
    }

    static byte[] nodes(int nodes) {
        return new Writer(key(NODES)).int4(nodes).value();
    }

    static byte[] last(long version, long timeMillis) {
        return new Writer(key(LAST)).int8(version).int8(timeMillis).value();
    }

    static byte[] ring(byte[] key, CatalogEntry entry) {
        Writer to = new Writer(key)
                .int1(entry.exists() ? 1 : entry.dropped() ? DROPPED : 0)
                .int8(entry.createdMillis())
                .int4(entry.periodSeconds().length);
        for (double period : entry.periodSeconds()) {
            to.real(period);
        }
        to.text(entry.name());
        String description = entry.description();
        to.int1(description == null ? 0 : 1);
        return description == null ? to.value() : to.text(description).value();
    }

    /** Counters of a ring as stored. */
    record StoredCounters(RingState.Counters counters, long nextSeq, long lastWriteMillis, int dimension) {}

    static byte[] counters(byte[] key, StoredCounters stored) {
        RingState.Counters counters = stored.counters();
        return new Writer(key)
                .int8(counters.records())
                .int8(counters.vectorRecords())
                .int8(counters.payloadBytes())
                .int8(stored.nextSeq())
                .int8(stored.lastWriteMillis())
                .int4(stored.dimension())
                .value();
    }

    static byte[] fields(byte[] key, FieldSet fields) {
        List<FieldInfo> infos = fields.infos();
        Writer to = new Writer(key).int8(fields.version()).int4(infos.size());
        for (FieldInfo info : infos) {
            to.text(info.name()).int1(info.type().ordinal()).int8(info.seen()).int8(info.nulls());
        }
        return to.value();
    }

    static byte[] centroid(byte[] key, double[] sum) {
        Writer to = new Writer(key).int4(sum.length);
        for (double component : sum) {
            to.real(component);
        }
        return to.value();
    }

    static byte[] declaration(byte[] key, String json) {
        return new Writer(key).text(json).value();
    }

    /** A checked value being read. */
    private static final class Reader {
        private final byte[] key;
        private final ByteBuffer buffer;

        Reader(byte[] key, byte[] value) {
            this.key = key;
            if (value.length < 6
                    || ByteBuffer.wrap(value).getInt(value.length - 4) != checksum(key, value, value.length - 4)
                    || value[0] != key[0]
                    || value[1] != FORMAT) {
                throw corrupted(key, null);
            }
            buffer = ByteBuffer.wrap(value, 2, value.length - 6);
        }

        String text() {
            byte[] utf8 = new byte[count(1)];
            buffer.get(utf8);
            return new String(utf8, StandardCharsets.UTF_8);
        }

        /** Reads a count of things of a size, which must all be there. */
        int count(int size) {
            int count = buffer.getInt();
            if (count < 0 || count > buffer.remaining() / size) {
                throw corrupted(key, null);
            }
            return count;
        }
    }

    private static RocheException corrupted(byte[] key, @Nullable Throwable cause) {
        String what = "";
        if (key[0] == DECLARATION) {
            what = " of " + new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
        } else if (key.length == 9) {
            what = " of ring key " + Long.toUnsignedString(ringKey(key));
        }
        return new RocheException(
                ErrorCode.DATA_CORRUPTED,
                "the store's metadata '" + (char) key[0] + "'" + what
                        + " is corrupt; restore the store from a backup or a dump",
                cause);
    }

    private interface Body<T> {
        T read(Reader from);
    }

    private static <T> T read(byte[] key, byte[] value, Body<T> body) {
        try {
            return body.read(new Reader(key, value));
        } catch (BufferUnderflowException e) {
            throw corrupted(key, e);
        }
    }

    static int readNodes(byte[] value) {
        return read(key(NODES), value, from -> from.buffer.getInt());
    }

    /** Returns version and engine time of the last commit. */
    static long[] readLast(byte[] value) {
        return read(key(LAST), value, from -> new long[] {from.buffer.getLong(), from.buffer.getLong()});
    }

    static CatalogEntry readRing(byte[] key, byte[] value) {
        return read(key, value, from -> {
            int exists = from.buffer.get();
            long created = from.buffer.getLong();
            double[] periods = new double[from.count(8)];
            for (int i = 0; i < periods.length; i++) {
                periods[i] = from.buffer.getDouble();
            }
            String name = from.text();
            String description = from.buffer.get() == 0 ? null : from.text();
            return new CatalogEntry(name, ringKey(key), exists == 1, exists == DROPPED, created, periods, description);
        });
    }

    static StoredCounters readCounters(byte[] key, byte[] value) {
        return read(key, value, from -> {
            ByteBuffer in = from.buffer;
            RingState.Counters counters = new RingState.Counters(in.getLong(), in.getLong(), in.getLong());
            return new StoredCounters(counters, in.getLong(), in.getLong(), in.getInt());
        });
    }

    /** A field set as stored. */
    record StoredFields(long version, List<FieldInfo> infos) {}

    static StoredFields readFields(byte[] key, byte[] value) {
        return read(key, value, from -> {
            ByteBuffer in = from.buffer;
            long version = in.getLong();
            int count = from.count(21);
            List<FieldInfo> infos = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                String name = from.text();
                int type = in.get();
                if (type < 0 || type >= TYPES.length) {
                    throw corrupted(key, null);
                }
                infos.add(new FieldInfo(name, TYPES[type], i, in.getLong(), in.getLong()));
            }
            return new StoredFields(version, infos);
        });
    }

    /** Adds a stored declaration to a catalog. */
    static void readDeclaration(byte[] key, byte[] value, StoredSchema to) {
        String json = read(key, value, Reader::text);
        SchemaEntry.Kind kind = key.length > 2 ? SchemaEntry.Kind.of(key[1]) : null;
        if (kind == null) {
            throw corrupted(key, null);
        }
        try {
            to.add(kind, json);
        } catch (IllegalArgumentException e) {
            throw corrupted(key, e);
        }
    }

    static double[] readCentroid(byte[] key, byte[] value) {
        return read(key, value, from -> {
            double[] sum = new double[from.count(8)];
            for (int i = 0; i < sum.length; i++) {
                sum[i] = from.buffer.getDouble();
            }
            return sum;
        });
    }
}
