package io.rochedb.engine.internal.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SeqIndexTest {
    @Test
    void holdsDenseSeqsInPlace() {
        SeqIndex index = SeqIndex.empty();
        for (int i = 0; i < 10_000; i++) {
            index = index.put(i, 2 * i);
        }
        assertEquals(2 * 9_999, index.row(9_999));
        assertEquals(-1, index.row(10_000));
        assertEquals(-1, index.row(-1));
        assertTrue(index.bytes() <= 4 * 2 * 10_000L);
    }

    @Test
    void aFarSeqDoesNotTakeMemoryForAllBetween() {
        SeqIndex index = SeqIndex.empty().put(3, 0).put(1L << 40, 1).put(7, 2);
        assertEquals(1, index.row(1L << 40));
        assertEquals(2, index.row(7));
        assertTrue(index.bytes() < 1000);
    }

    @Test
    void agreesWithAMapOnRandomSeqs() {
        Random random = Seeds.random("SeqIndexTest");
        for (int round = 0; round < 50; round++) {
            long spread = 1L << random.nextInt(40);
            long base = random.nextInt(1000);
            TreeMap<Long, Integer> model = new TreeMap<>();
            SeqIndex index = SeqIndex.empty();
            for (int i = 0; i < 300; i++) {
                long seq = base + (long) (random.nextDouble() * spread);
                index = index.put(seq, i);
                model.put(seq, i);
            }
            for (Map.Entry<Long, Integer> entry : model.entrySet()) {
                assertEquals(entry.getValue(), index.row(entry.getKey()));
                assertEquals(model.getOrDefault(entry.getKey() + 1, -1), index.row(entry.getKey() + 1));
            }
            int last = -1;
            int seen = 0;
            for (int position = 0; position < index.positions(); position++) {
                int row = index.rowAt(position);
                if (row >= 0) {
                    last = row;
                    seen++;
                }
            }
            assertEquals(model.size(), seen);
            assertEquals(model.lastEntry().getValue(), last, "positions ascend with seq");
        }
    }
}
