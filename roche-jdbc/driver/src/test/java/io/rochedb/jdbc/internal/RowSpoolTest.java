package io.rochedb.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.spi.Cursor;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowSpoolTest {
    private static final String LONE_SURROGATE = "a\ud83d";

    /** A value of every class of the internal representation, in a row that its number tells. */
    private static @Nullable Object[] row(int number) {
        return new @Nullable Object[] {
            number,
            (long) number,
            null,
            LONE_SURROGATE + number,
            number + 0.5,
            number + 0.5f,
            (short) number,
            (byte) number,
            number % 2 == 0,
            new BigDecimal(number).movePointLeft(3),
            new byte[] {1, (byte) number},
            new float[] {number, 2},
            Arrays.asList("x", null, number, List.of(1L)),
            new Object[] {number, "y"}
        };
    }

    private static void assertRow(int number, @Nullable Object[] actual) {
        assertArrayEquals(row(number), actual);
    }

    @Test
    void rowsComeBackFromMemoryAndFile() throws IOException {
        long seed = 20261130L;
        Random random = new Random(seed);
        for (long memoryBytes : new long[] {0, 100_000, Long.MAX_VALUE}) {
            try (RowSpool spool = new RowSpool(memoryBytes)) {
                int rows = 5_000;
                for (int i = 0; i < rows; i++) {
                    spool.add(row(i));
                }
                assertEquals(rows, spool.size());
                assertEquals(memoryBytes < Long.MAX_VALUE, spool.fileBytes() > 0, "seed " + seed);
                for (int i = 0; i < rows; i++) {
                    assertRow(i, spool.get(i));
                }
                for (int i = 0; i < 500; i++) {
                    int any = random.nextInt(rows);
                    assertRow(any, spool.get(any));
                }
            }
        }
    }

    @Test
    void rowsAreReadWhenTheyAreNeeded() {
        int[] read = {0};
        boolean[] closed = {false};
        Cursor source = new Cursor() {
            @Override
            public boolean next() {
                return ++read[0] <= 10;
            }

            @Override
            public Object get(int column) {
                return read[0];
            }

            @Override
            public void close() {
                closed[0] = true;
            }
        };
        try (SpoolCursor cursor = new SpoolCursor(source, 1, 0, 0)) {
            assertTrue(cursor.moveTo(3));
            assertEquals(3, read[0]);
            assertFalse(closed[0]);
            assertTrue(cursor.moveTo(1));
            assertEquals(1, cursor.get(0));
            assertEquals(10, cursor.size());
            assertTrue(closed[0]);
            assertFalse(cursor.moveTo(11));
        }
        read[0] = 0;
        try (SpoolCursor cursor = new SpoolCursor(source, 1, 4, 0)) {
            assertEquals(4, cursor.size());
            assertEquals(4, read[0]);
        }
    }
}
