package io.rochedb.engine.internal.index;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The keys that one transaction has staged for one index of one ring. Used by one thread. */
public final class StagedEntries {
    private final NavigableSet<IndexEntry> entries = new TreeSet<>(IndexEntry::compareTo);

    /** Adds the key of a staged record. */
    public void add(IndexKey key, long seq) {
        entries.add(new IndexEntry(key.bytes(), seq));
    }

    /** Removes the key of a record that is staged otherwise now. */
    public void remove(IndexKey key, long seq) {
        entries.remove(new IndexEntry(key.bytes(), seq));
    }

    /** Returns a staged record with this key, other than one, or {@link RecordIndex#NONE}. */
    public long holder(IndexKey key, long except) {
        for (IndexEntry entry : entries.tailSet(new IndexEntry(key.bytes(), 0), true)) {
            if (!entry.hasKey(key.bytes())) {
                break;
            }
            if (entry.seq != except) {
                return entry.seq;
            }
        }
        return RecordIndex.NONE;
    }

    /** Returns the staged records that have a key in one of the spans; a record may be given twice. */
    public long[] collect(List<KeySpan> spans) {
        long[] found = new long[Math.min(entries.size(), 16)];
        int used = 0;
        for (KeySpan span : spans) {
            byte[] high = span.high();
            for (IndexEntry entry : entries.tailSet(new IndexEntry(span.low(), 0), true)) {
                if (high != null && Arrays.compareUnsigned(entry.key, high) >= 0) {
                    break;
                }
                if (used == found.length) {
                    found = Arrays.copyOf(found, used * 2 + 1);
                }
                found[used++] = entry.seq;
            }
        }
        return Arrays.copyOf(found, used);
    }
}
