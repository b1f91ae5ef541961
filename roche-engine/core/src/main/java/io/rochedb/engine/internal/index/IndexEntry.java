package io.rochedb.engine.internal.index;

import java.util.Arrays;

/** A record under a key: what an index holds, ordered by key, then seq. */
final class IndexEntry {
    /** End of an entry whose record has the key now. */
    static final long CURRENT = Long.MAX_VALUE;

    final byte[] key;
    final long seq;
    /** Version at which the record ceased to have the key; a reader takes it as of about now. */
    volatile long end = CURRENT;

    IndexEntry(byte[] key, long seq) {
        this.key = key;
        this.seq = seq;
    }

    int compareTo(IndexEntry other) {
        int order = Arrays.compareUnsigned(key, other.key);
        return order != 0 ? order : Long.compare(seq, other.seq);
    }

    boolean hasKey(byte[] other) {
        return Arrays.equals(key, other);
    }
}
