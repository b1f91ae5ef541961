package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.KeySpan;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.model.Codec;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A check of the indexes of rings in memory: each record that a view sees is found under the key that is read out of it. Entries that lead to no such
 * record are no fault: scans test what they find. Stateless; takes no lock and loads no ring.
 */
public final class IndexCheck {
    private IndexCheck() {}

    /** Checks one ring at a version that a registered snapshot holds; tells seq and index name of what is not found. */
    public static void check(RingState ring, long version, BiConsumer<Long, String> missing) {
        RingTable table = ring.tableInMemory();
        if (table == null || table.indexes().isEmpty()) {
            return;
        }
        RingIndexes indexes = table.indexes();
        RingReader reader = new TableReader(ring, table, version, null);
        RingReader.Rows rows = reader.rows(false);
        for (int row = rows.next(); row != RingReader.NONE; row = rows.next()) {
            byte[] payload = reader.payloadArray(row);
            boolean json = reader.codec(row) == Codec.JSON;
            for (RecordIndex index : indexes.all()) {
                IndexKey key = index.keys().read(payload, reader.payloadOffset(row), reader.payloadLength(row), json);
                if (key != null && index.answers(version) && !leadsTo(index, key, reader.seq(row), version)) {
                    missing.accept(reader.seq(row), index.shape().name());
                }
            }
        }
    }

    private static boolean leadsTo(RecordIndex index, IndexKey key, long seq, long version) {
        byte[] after = Arrays.copyOf(key.bytes(), key.bytes().length + 1);
        long[] found = index.collect(List.of(new KeySpan(key.bytes(), after)), version, Long.MAX_VALUE);
        return found != null && Arrays.binarySearch(found, seq) >= 0;
    }
}
