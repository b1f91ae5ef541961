package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexProbe;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.model.Codec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of one ring's table: which they are never changes, another set is another object. Changed by the one who holds the commit lock, read by
 * anyone.
 */
final class RingIndexes {
    static final RingIndexes NONE = new RingIndexes(List.of());

    /** Of the records that a scan would read, an index may lead to one in so many; else the scan is cheaper. */
    private static final int SCAN_SHARE = 2;
    /** A record found through an index costs about as much as this many entries looked at. */
    private static final long ENTRIES_PER_RECORD = 6;

    private final List<RecordIndex> all;

    private RingIndexes(List<RecordIndex> all) {
        this.all = List.copyOf(all);
    }

    static RingIndexes of(List<RecordIndex> all) {
        return all.isEmpty() ? NONE : new RingIndexes(all);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    List<RecordIndex> all() {
        return all;
    }

    int size() {
        return all.size();
    }

    RecordIndex get(int index) {
        return all.get(index);
    }

    /** Returns the index of a shape, or null. */
    @Nullable
    RecordIndex find(IndexShape shape) {
        for (RecordIndex index : all) {
            if (index.shape().equals(shape)) {
                return index;
            }
        }
        return null;
    }

    /** Returns the keys of a row in the order of the indexes, null where an index does not have it. */
    @Nullable
    IndexKey[] keys(RowData row) {
        return keys(row.payload(), row.codec());
    }

    /** Returns the keys of a record with this payload. */
    @Nullable
    IndexKey[] keys(byte[] payload, Codec codec) {
        @Nullable IndexKey[] keys = new IndexKey[all.size()];
        boolean json = codec == Codec.JSON;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = all.get(i).keys().read(payload, 0, payload.length, json);
        }
        return keys;
    }

    /** Returns the keys of a committed row. */
    @Nullable
    IndexKey[] keys(RowArrays rows, int row) {
        @Nullable IndexKey[] keys = new IndexKey[all.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(all.get(i), rows, row);
        }
        return keys;
    }

    /** Returns the key of a committed row in one index, or null. */
    static @Nullable IndexKey key(RecordIndex index, RowArrays rows, int row) {
        boolean json = rows.codec(row) == Codec.JSON;
        return index.keys().read(rows.payloadArray(row), rows.payloadOffset(row), rows.payloadLength(row), json);
    }

    /** Returns how many bytes entries of these keys take at most. */
    static long bytes(@Nullable IndexKey[] keys) {
        long bytes = 0;
        for (IndexKey key : keys) {
            bytes += key == null ? 0 : RecordIndex.bytes(key);
        }
        return bytes;
    }

    long bytes() {
        long bytes = 0;
        for (RecordIndex index : all) {
            bytes += index.bytes();
        }
        return bytes;
    }

    /** Has a record's keys be others from a version on; null for a record that was not there, or is no longer. */
    void change(long seq, @Nullable IndexKey @Nullable [] from, @Nullable IndexKey @Nullable [] to, long version) {
        for (int i = 0; i < all.size(); i++) {
            IndexKey before = from == null ? null : from[i];
            IndexKey after = to == null ? null : to[i];
            if (before != null && after != null && before.sameAs(after)) {
                continue;
            }
            RecordIndex index = all.get(i);
            if (before != null) {
                index.end(before, seq, version);
            }
            if (after != null) {
                index.add(after, seq);
            }
        }
    }

    /** Lets readers see the changes of a commit that is about to become visible. */
    void publish() {
        for (RecordIndex index : all) {
            index.publish();
        }
    }

    boolean worthPurging() {
        for (RecordIndex index : all) {
            if (index.worthPurging()) {
                return true;
            }
        }
        return false;
    }

    void purge(long oldestVersion) {
        for (RecordIndex index : all) {
            index.purge(oldestVersion);
        }
    }

    /** What a ring's indexes found. */
    record Found(IndexProbe.Match match, long[] seqs) {}

    /**
     * Returns the records that may satisfy a probe at a version, or null when no index answers it, or when a scan is expected to be as cheap.
     *
     * @param records how many records the ring has
     * @param wanted how many matching records are asked for, in order of id
     */
    @Nullable
    Found find(IndexProbe probe, long version, long records, long wanted) {
        for (Choice choice : choices(probe, version)) {
            long max = choice.match.oneRecord() ? Integer.MAX_VALUE : entriesMax(records, wanted);
            long[] seqs = choice.index.collect(choice.match.spans(), version, max);
            if (seqs != null) {
                return new Found(choice.match, seqs);
            }
        }
        return null;
    }

    private record Choice(RecordIndex index, IndexProbe.Match match) {}

    private List<Choice> choices(IndexProbe probe, long version) {
        List<Choice> choices = new ArrayList<>(all.size());
        for (RecordIndex index : all) {
            IndexProbe.Match match = index.answers(version) ? probe.match(index.shape()) : null;
            if (match != null) {
                choices.add(new Choice(index, match));
            }
        }
        if (choices.size() > 1) {
            choices.sort(Comparator.comparing((Choice choice) -> !choice.match.oneRecord())
                    .thenComparing(choice -> -choice.match.columns()));
        }
        return choices;
    }

    /**
     * Returns up to how many entries an index is worth: a scan for a few records of many that match ends early, an index has to gather all of them
     * to give them by id.
     */
    private static long entriesMax(long records, long wanted) {
        long half = records / SCAN_SHARE;
        if (wanted >= records) {
            return half;
        }
        return Math.min(half, (long) Math.sqrt((double) ENTRIES_PER_RECORD * wanted * records));
    }
}
