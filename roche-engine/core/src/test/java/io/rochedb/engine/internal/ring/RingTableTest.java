package io.rochedb.engine.internal.ring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.Codec;
import org.junit.jupiter.api.Test;

class RingTableTest {
    private final MemoryBudget budget = new MemoryBudget(64L << 20);
    private final RingTable table = new RingTable(budget);

    private static RowData row(long seq, String text, float... vector) {
        float[] original = vector.length == 0 ? null : vector;
        float[] normalised = original == null ? null : Drafts.normalise("r", original, 100);
        byte[] payload = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new RowData(
                seq, 1000 + seq, 3, Codec.RAW, 2000 + seq, payload, original, normalised, DocumentShape.NONE);
    }

    private void append(RowData row, long version) {
        long estimate = table.reserve("r", 1, row.payload().length, row.vector() == null ? 0 : 1, 2);
        table.append(row, version);
        table.settle(estimate);
    }

    private String at(RowArrays rows, long seq, long version) {
        int row = rows.visibleSeq(seq, version);
        return row < 0 ? "" : new String(rows.payload(row), java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void everyVersionSeesItsRows() {
        append(row(0, "a"), 1);
        append(row(1, "b"), 2);
        append(row(0, "A"), 3);
        table.delete(1, 4);
        RowArrays rows = table.rows();
        assertEquals("", at(rows, 0, 0));
        assertEquals("a", at(rows, 0, 1));
        assertEquals("a", at(rows, 0, 2));
        assertEquals("A", at(rows, 0, 3));
        assertEquals("b", at(rows, 1, 3));
        assertEquals("", at(rows, 1, 4));
        int row = rows.visibleSeq(0, 9);
        assertEquals(1000, rows.createdMillis(row));
        assertEquals(2000, rows.writtenMillis(row));
        assertEquals(3, rows.epoch(row));
    }

    @Test
    void reclaimsWhatNoSnapshotNeedsAndKeepsTheRest() {
        int records = 3_000;
        long version = 0;
        for (int seq = 0; seq < records; seq++) {
            append(row(seq, "first " + seq, seq + 1, 2), ++version);
        }
        long oldest = version;
        RowArrays before = table.rows();
        for (int round = 0; round < 3; round++) {
            for (int seq = 0; seq < records; seq++) {
                append(row(seq, "round " + round + " of " + seq, seq + 1, round), ++version);
            }
        }
        table.delete(5, ++version);
        assertTrue(table.worthReclaiming());
        long used = budget.usedBytes();
        table.reclaim(oldest);
        RowArrays kept = table.rows();
        assertEquals("first 7", at(kept, 7, oldest), "the old snapshot is still served");
        assertEquals("round 2 of 7", at(kept, 7, version));

        // Most rows are needed by the old snapshot or dead in between: now nothing old is needed.
        for (int seq = 0; seq < records; seq++) {
            append(row(seq, "last " + seq, 1, seq), ++version);
        }
        table.reclaim(version);
        RowArrays after = table.rows();
        assertEquals("last 7", at(after, 7, version));
        assertEquals("last 5", at(after, 5, version));
        assertEquals(version, after.oldestVersion);
        assertFalse(table.worthReclaiming());
        assertTrue(budget.usedBytes() < used / 2, used + " to " + budget.usedBytes());
        assertArrayEquals(new float[] {1, 7}, after.vector(after.visibleSeq(7, version)));
        assertEquals(records, after.slotCount());
        assertEquals("first 7", at(before, 7, oldest), "a reader keeps the arrays it took");
    }

    @Test
    void aReaderKeepsEveryVectorOfTheRowsItTookWhileTheyAreReclaimed() {
        long version = 0;
        for (int round = 0; round < 10; round++) {
            for (int seq = 0; seq < 1_000; seq++) {
                append(row(seq, "x", seq + 1, round), ++version);
            }
        }
        RowArrays before = table.rows();
        table.reclaim(version);
        assertEquals(10_000, before.slotCount());
        assertEquals(1_000, table.rows().slotCount());
    }

    @Test
    void reclaimingWithoutMemoryForTheCopyLeavesTheTableAsItIs() {
        long version = 0;
        for (int round = 0; round < 6; round++) {
            for (int seq = 0; seq < 1_000; seq++) {
                append(row(seq, "round " + round, seq + 1, 2, 3, 4, 5, 6, 7, 8), ++version);
            }
        }
        // Room for the rows and payloads of the copy, not for its vectors.
        long room = 1_000 * 150;
        budget.reserve(budget.limitBytes() - budget.usedBytes() - room, "all but a little");
        RowArrays before = table.rows();
        assertTrue(table.worthReclaiming());
        table.reclaim(version);
        assertSame(before, table.rows());
        assertEquals(budget.limitBytes() - room, budget.usedBytes());
        assertFalse(table.worthReclaiming(), "not looked at again before more is dead");
    }

    @Test
    void originalBitsStayBesideTheNormalisedCopies() {
        append(row(0, "unit", 1, 0), 1);
        RowArrays shared = table.rows();
        assertTrue(shared.originals == shared.normalised, "one array while all are equal");
        append(row(1, "long", 3, 4), 2);
        RowArrays apart = table.rows();
        float[] original = apart.vector(apart.visibleSeq(1, 2));
        float[] normalised = apart.normalisedVector(apart.visibleSeq(1, 2));
        assertNotNull(original);
        assertArrayEquals(new float[] {3, 4}, original);
        assertArrayEquals(new float[] {0.6f, 0.8f}, normalised);
        assertArrayEquals(new float[] {1, 0}, apart.vector(apart.visibleSeq(0, 2)));
    }

    @Test
    void chargesWhatItHoldsAndGivesItBack() {
        for (int i = 0; i < 1_000; i++) {
            append(row(i, "x".repeat(i), 1, i), i + 1);
        }
        long payload = 1_000 * 999 / 2;
        long least = payload + 1_000 * (64 + 4 + 16 + 4);
        assertTrue(table.chargedBytes() >= least && table.chargedBytes() < 2 * least, table.chargedBytes() + " bytes");
        assertEquals(table.chargedBytes(), budget.usedBytes());
        table.discard();
        assertEquals(0, budget.usedBytes());
    }

    @Test
    void refusesBeforeTaking() {
        RocheException refused = assertThrows(RocheException.class, () -> table.reserve("r", 1, 128L << 20, 0, 0));
        assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, refused.code());
        assertEquals(0, budget.usedBytes());
        assertEquals(
                ErrorCode.OUT_OF_MEMORY_BUDGET,
                assertThrows(RocheException.class, () -> table.reserve("r", 1_000_000, 0, 1_000_000, 10_000))
                        .code());
    }

    @Test
    void twoNamesOfOneKeyAreRefused() {
        Catalog catalog = new Catalog(budget, name -> name.startsWith("same") ? 7 : name.hashCode() | 1);
        catalog.obtain("same");
        RocheException refused = assertThrows(RocheException.class, () -> catalog.obtain("same too"));
        assertEquals(ErrorCode.INVALID_RING_NAME, refused.code());
        String told = String.valueOf(refused.getMessage());
        // the other name is not told: who asks may not be allowed to see it
        assertTrue(told.contains("'same too'") && !told.contains("'same'"), told);
        assertEquals("same", catalog.obtain("same").name());
    }
}
