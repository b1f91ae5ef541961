package io.rochedb.engine.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordIdTest {
    private static final int ROUNDS = 10_000;

    @Test
    void textIsBase32HexOfTheTwentyTwoBytes() {
        assertEquals("0".repeat(36), new RecordId(0, 0, 0, 0).text());
        assertEquals("v".repeat(35) + "g", new RecordId(-1, RecordId.MAX_48, RecordId.MAX_48, 0xFFFF).text());
    }

    @Test
    void roundTripsAndSortsAsUnsignedKeyThenSeq() {
        Random random = Seeds.random("RecordIdTest");
        RecordId previous = random(random);
        for (int round = 0; round < ROUNDS; round++) {
            RecordId id = random(random);
            assertEquals(id, RecordId.parse(id.text()));
            assertEquals(RecordId.TEXT_LENGTH, id.text().length());
            assertEquals(
                    Integer.signum(previous.compareTo(id)),
                    Integer.signum(previous.text().compareTo(id.text())),
                    previous + " and " + id);
            previous = random.nextBoolean()
                    ? id
                    : new RecordId(id.ringKey(), id.seq() ^ 1, id.createdMillis(), id.epoch());
        }
    }

    @Test
    void orderIsUnsignedKeyFirst() {
        RecordId low = new RecordId(1, 9, 0, 0);
        RecordId lowNext = new RecordId(1, 10, 0, 0);
        RecordId high = new RecordId(-1, 0, 0, 0);
        assertTrue(low.compareTo(lowNext) < 0);
        assertTrue(lowNext.compareTo(high) < 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "00000000000000000000000000000000000",
                "0000000000000000000000000000000000000",
                "00000000000000000000000000000000000w",
                "0000000000000000000000000000000000A0",
                "000000000000000000000000000000000-00",
                "000000000000000000000000000000000001",
                "00000000000000000000000000000000000é"
            })
    void badTextIsRefused(String text) {
        assertEquals(Optional.empty(), RecordId.tryParse(text));
        RocheException refused = assertThrows(RocheException.class, () -> RecordId.parse(text));
        assertEquals(ErrorCode.INVALID_ID, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains("'" + text + "'"), refused.getMessage());
    }

    @Test
    void partsOutOfRangeAreRefused() {
        long over = RecordId.MAX_48 + 1;
        assertThrows(RocheException.class, () -> new RecordId(1, -1, 0, 0));
        assertThrows(RocheException.class, () -> new RecordId(1, over, 0, 0));
        assertThrows(RocheException.class, () -> new RecordId(1, 0, -1, 0));
        assertThrows(RocheException.class, () -> new RecordId(1, 0, over, 0));
        assertThrows(RocheException.class, () -> new RecordId(1, 0, 0, -1));
        assertThrows(RocheException.class, () -> new RecordId(1, 0, 0, 0x10000));
    }

    private static RecordId random(Random random) {
        return new RecordId(
                random.nextLong() | 1,
                random.nextLong() & RecordId.MAX_48,
                random.nextLong() & RecordId.MAX_48,
                random.nextInt(0x10000));
    }
}
