package io.rochedb.engine.internal.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.ring.Commit.CatalogEntry;
import io.rochedb.engine.internal.ring.DocumentShape;
import io.rochedb.engine.internal.ring.RingState;
import io.rochedb.engine.internal.ring.RowData;
import io.rochedb.engine.internal.schema.SchemaEntry;
import io.rochedb.engine.internal.schema.StoredSchema;
import io.rochedb.engine.internal.store.LogStore.Family;
import io.rochedb.engine.model.Codec;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bytes on disk: format 1 for good. A change of any of these needs a new format version. */
class StoredValuesTest {
    private static final long RING_KEY = 0x0102030405060708L;
    private static final byte[] KEY = RecordValues.key(RING_KEY, 258);
    private static final RowData ROW = new RowData(
            258,
            0x01234567,
            2,
            Codec.JSON,
            0x89ABCD,
            "{\"a\":1}".getBytes(UTF_8),
            new float[] {1.5f, -0.0f},
            new float[] {1, 0},
            DocumentShape.NONE);

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void recordsAndVectorsAreTheseBytes() {
        assertEquals("01020304050607080000000000000102", hex(KEY));
        assertEquals(GOLDEN_RECORD, hex(RecordValues.record(KEY, ROW)));
        assertEquals(GOLDEN_VECTOR, hex(RecordValues.vector(KEY, new float[] {1.5f, -0.0f})));
    }

    @Test
    void metadataIsTheseBytes() {
        assertEquals(GOLDEN_NODES, hex(MetaValues.nodes(8)));
        assertEquals(GOLDEN_LAST, hex(MetaValues.last(77, 0x0123456789L)));
        byte[] ring = MetaValues.key(MetaValues.RING, RING_KEY);
        assertEquals("520102030405060708", hex(ring));
        CatalogEntry entry = new CatalogEntry("d/é", RING_KEY, true, false, 5, new double[] {60, 0.5}, "text");
        assertEquals(GOLDEN_RING, hex(MetaValues.ring(ring, entry)));
        byte[] counters = MetaValues.key(MetaValues.COUNTERS, RING_KEY);
        MetaValues.StoredCounters stored = new MetaValues.StoredCounters(new RingState.Counters(1, 2, 3), 4, 5, 6);
        assertEquals(GOLDEN_COUNTERS, hex(MetaValues.counters(counters, stored)));
        byte[] centroid = MetaValues.key(MetaValues.CENTROID, RING_KEY);
        assertEquals(GOLDEN_CENTROID, hex(MetaValues.centroid(centroid, new double[] {1, -2})));
    }

    @Test
    void declarationsAreTheseBytes() {
        SchemaEntry entry = new SchemaEntry(SchemaEntry.Kind.VIEW, "é", "{\"name\":\"É\",\"sql\":\"VALUES 1\"}");
        byte[] key = MetaValues.key(entry);
        assertEquals("4456c3a9", hex(key));
        byte[] value = MetaValues.declaration(key, entry.json());
        assertEquals(GOLDEN_VIEW, hex(value));
        StoredSchema read = new StoredSchema();
        MetaValues.readDeclaration(key, value, read);
        assertEquals("VALUES 1", read.catalog(1).view("É").orElseThrow().sql());
        for (int bit = 0; bit < value.length * 8; bit++) {
            byte[] damaged = flip(value, bit);
            assertCorrupted(() -> MetaValues.readDeclaration(key, damaged, new StoredSchema()));
        }
        byte[] nonsense = MetaValues.declaration(key, "{\"name\":1}");
        assertCorrupted(() -> MetaValues.readDeclaration(key, nonsense, new StoredSchema()));
    }

    @Test
    void aBatchIsRocksDbsSerializedForm() {
        LogBatch batch = new LogBatch();
        batch.put(Family.RECORDS, new byte[] {1}, new byte[] {2, 3});
        batch.delete(Family.META, new byte[] {4});
        batch.deleteRange(Family.VECTORS, new byte[] {5}, new byte[] {6, 7});
        assertEquals(
                "000000000000000003000000" + "05010101020203" + "04030104" + "0e020105020607", hex(batch.toBytes()));
    }

    @Test
    void whatIsWrittenIsReadBack() {
        RecordValues.Stored record = RecordValues.readRecord("r", KEY, RecordValues.record(KEY, ROW));
        assertEquals(258, record.seq());
        assertEquals(Codec.JSON, record.codec());
        assertEquals(0x01234567, record.createdMillis());
        assertEquals(0x89ABCD, record.writtenMillis());
        assertEquals(2, record.epoch());
        assertArrayEquals(ROW.payload(), record.payload());
        byte[] ring = MetaValues.key(MetaValues.RING, RING_KEY);
        CatalogEntry entry = new CatalogEntry("d/é", RING_KEY, false, true, 5, new double[] {60, 0.5}, null);
        CatalogEntry read = MetaValues.readRing(ring, MetaValues.ring(ring, entry));
        assertEquals(entry.name(), read.name());
        assertArrayEquals(entry.periodSeconds(), read.periodSeconds());
        assertEquals(entry.exists(), read.exists());
        assertEquals(entry.dropped(), read.dropped());
        assertEquals(entry.description(), read.description());
    }

    @Test
    void everyFlippedBitIsFoundOut() {
        byte[] record = RecordValues.record(KEY, ROW);
        byte[] vector = RecordValues.vector(KEY, new float[] {1.5f, -0.0f});
        byte[] ringKey = MetaValues.key(MetaValues.RING, RING_KEY);
        byte[] ring =
                MetaValues.ring(ringKey, new CatalogEntry("r", RING_KEY, true, false, 5, new double[] {60}, null));
        for (int bit = 0; bit < record.length * 8; bit++) {
            byte[] damaged = flip(record, bit);
            assertCorrupted(() -> RecordValues.readRecord("r", KEY, damaged));
        }
        for (int bit = 0; bit < vector.length * 8; bit++) {
            byte[] damaged = flip(vector, bit);
            assertCorrupted(() -> RecordValues.readVector("r", KEY, damaged));
        }
        for (int bit = 0; bit < ring.length * 8; bit++) {
            byte[] damaged = flip(ring, bit);
            assertCorrupted(() -> MetaValues.readRing(ringKey, damaged));
        }
        assertCorrupted(() -> RecordValues.readRecord("r", RecordValues.key(RING_KEY, 259), record));
        assertCorrupted(() -> RecordValues.readRecord("r", KEY, new byte[3]));
    }

    private static byte[] flip(byte[] value, int bit) {
        byte[] damaged = value.clone();
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
        return damaged;
    }

    private static void assertCorrupted(org.junit.jupiter.api.function.Executable read) {
        assertEquals(
                ErrorCode.DATA_CORRUPTED,
                assertThrows(RocheException.class, read).code());
    }

    private static final String GOLDEN_RECORD = "520101010000000001234567000000000089abcd00027b2261223a317ded6d627a";
    private static final String GOLDEN_VECTOR = "56010000c03f0000008067a765b9";
    private static final String GOLDEN_NODES = "4e01000000084ff1ef26";
    private static final String GOLDEN_LAST = "4c01000000000000004d0000000123456789be135e2d";
    private static final String GOLDEN_RING =
            "520101000000000000000500000002404e0000000000003fe000000000000000000004642fc3a901"
                    + "000000047465787400a0705a";
    private static final String GOLDEN_VIEW =
            "44010000001e7b226e616d65223a22c389222c2273716c223a2256414c5545532031227dbb6ab2da";
    private static final String GOLDEN_COUNTERS =
            "43010000000000000001000000000000000200000000000000030000000000000004000000000000" + "000500000006fa616bad";
    private static final String GOLDEN_CENTROID = "5601000000023ff0000000000000c000000000000000fe94e2c4";
}
