package io.rochedb.engine.internal.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class RecordIndexTest {
    private static final IndexShape SHAPE =
            new IndexShape("i", null, List.of(new IndexShape.Column(List.of("a", "b"), KeyForm.TEXT)), true);
    private static final List<KeySpan> ALL = List.of(new KeySpan(new byte[0], null));

    private final RecordIndex index = new RecordIndex(SHAPE);

    private long[] collect(List<KeySpan> spans, long version) {
        index.publish();
        return index.collect(spans, version, 10);
    }

    private long holder(String value, LongPredicate excepted) {
        index.publish();
        return index.holder(of(value), excepted);
    }

    private IndexKey key(String json) {
        byte[] payload = json.getBytes(StandardCharsets.UTF_8);
        return index.keys().read(payload, 0, payload.length, true);
    }

    private IndexKey of(String value) {
        return key("{\"a\":{\"b\":\"" + value + "\"}}");
    }

    @Test
    void aPathIsFollowedAndTheLastOfDuplicateNamesCounts() {
        assertArrayEquals(
                of("x").bytes(),
                key("{\"a\":{\"b\":1,\"c\":[],\"\\u0062\":\"x\"}}").bytes());
        assertArrayEquals(
                of("x").bytes(),
                key("{\"a\":3,\"b\":\"y\",\"a\":{\"b\":\"x\"}}").bytes());
        assertNull(key("{\"a\":{\"b\":\"x\"},\"a\":3}"));
        assertNull(key("{\"a\":[{\"b\":\"x\"}]}"));
        assertNull(key("{\"a\":{\"b\":null}}"));
        assertNull(key("{\"a.b\":\"x\"}"));
    }

    @Test
    void endedEntriesAreSeenByOlderSnapshotsUntilPurged() {
        index.add(of("x"), 1);
        index.end(of("x"), 1, 5);
        index.add(of("y"), 1);
        assertArrayEquals(new long[] {1}, collect(List.of(KeySpan.of(of("x").bytes())), 4));
        assertArrayEquals(new long[0], collect(List.of(KeySpan.of(of("x").bytes())), 5));
        index.purge(4);
        assertEquals(2, index.entries());
        index.purge(5);
        assertEquals(1, index.entries());
        assertEquals(RecordIndex.bytes(of("y")), index.bytes());
        assertArrayEquals(new long[] {1}, collect(ALL, 4));
    }

    @Test
    void aKeyThatComesBackIsNotPurged() {
        index.add(of("x"), 1);
        index.end(of("x"), 1, 5);
        index.add(of("x"), 1);
        index.purge(9);
        assertEquals(1, holder("x", seq -> false));
        index.end(of("x"), 1, 12);
        index.purge(11);
        assertEquals(1, index.entries());
        index.purge(12);
        assertEquals(0, index.entries());
    }

    @Test
    void whoHoldsAKey() {
        index.add(of("x"), 1);
        index.add(of("xy"), 2);
        assertEquals(1, holder("x", seq -> false));
        assertEquals(RecordIndex.NONE, holder("x", seq -> seq == 1));
        index.end(of("x"), 1, 7);
        assertEquals(RecordIndex.NONE, holder("x", seq -> false));
        assertEquals(1, index.formerHolder(of("x"), 6, seq -> true));
        assertEquals(RecordIndex.NONE, index.formerHolder(of("x"), 7, seq -> true));
        assertNull(index.firstDuplicate(seq -> true));
        index.add(of("xy"), 9);
        index.publish();
        assertArrayEquals(new long[] {2, 9}, index.firstDuplicate(seq -> true));
        assertNull(index.firstDuplicate(seq -> false));
    }

    @Test
    void aRecordThatChangesWhileTheIndexIsFilledIsNotFilledInAsItWas() {
        index.startFilling();
        assertFalse(index.answers(100));
        index.end(of("old"), 1, 8);
        index.add(of("new"), 1);
        index.fill(of("old"), 1);
        index.fill(of("other"), 2);
        assertFalse(index.worthPurging());
        index.filled(7);
        assertTrue(index.answers(7));
        assertFalse(index.answers(6));
        assertArrayEquals(new long[] {1, 2}, collect(ALL, 8));
        assertEquals(RecordIndex.NONE, holder("old", seq -> false));
        assertArrayEquals(new long[] {1}, collect(List.of(KeySpan.of(of("old").bytes())), 7));
    }

    @Test
    void collectingStopsAtItsLimit() {
        for (int seq = 0; seq < 100; seq++) {
            index.add(of("k" + seq % 7), seq);
        }
        index.publish();
        assertNull(index.collect(ALL, 0, 99));
        long[] all = index.collect(ALL, 0, 100);
        assertNotNull(all);
        assertEquals(100, all.length);
        assertEquals(99, all[99]);
    }
}
