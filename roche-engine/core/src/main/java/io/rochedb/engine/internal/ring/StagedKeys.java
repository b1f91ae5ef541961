package io.rochedb.engine.internal.ring;

import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.KeySpan;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.internal.index.StagedEntries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of what one transaction has staged in one ring, for a set of indexes. Used by one thread. */
final class StagedKeys {
    private final RingIndexes indexes;
    private final StagedEntries[] entries;
    private final Map<Long, @Nullable IndexKey[]> bySeq = new HashMap<>();

    StagedKeys(RingIndexes indexes) {
        this.indexes = indexes;
        entries = new StagedEntries[indexes.size()];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new StagedEntries();
        }
    }

    /** Returns the indexes whose keys these are. */
    RingIndexes indexes() {
        return indexes;
    }

    /** Returns the keys of a row that is to be staged. */
    @Nullable
    IndexKey[] read(RowData row) {
        return indexes.keys(row);
    }

    /** Returns the keys of a staged record, or null when it is staged as deleted. */
    @Nullable
    IndexKey @Nullable [] get(long seq) {
        return bySeq.get(seq);
    }

    /** Has a record be staged with other keys, or (null) without any. */
    void set(long seq, @Nullable IndexKey @Nullable [] keys) {
        @Nullable IndexKey[] before = keys == null ? bySeq.remove(seq) : bySeq.put(seq, keys);
        for (int i = 0; i < entries.length; i++) {
            IndexKey old = before == null ? null : before[i];
            IndexKey now = keys == null ? null : keys[i];
            if (old != null) {
                entries[i].remove(old, seq);
            }
            if (now != null) {
                entries[i].add(now, seq);
            }
        }
    }

    /** Returns the staged records that an index of a shape leads to, or null when the ring has no such index any more. */
    long @Nullable [] collect(IndexShape shape, List<KeySpan> spans) {
        for (int i = 0; i < entries.length; i++) {
            if (indexes.get(i).shape().equals(shape)) {
                return entries[i].collect(spans);
            }
        }
        return null;
    }

    /**
     * A unique index of which another record has the key of a row to be staged.
     *
     * @param newer whether that record has it by a transaction that committed after the snapshot
     */
    record Taken(IndexShape shape, boolean newer) {}

    /**
     * Returns the first unique index of which another record has the same key as a row to be staged: in the transaction, now, or in its snapshot; null
     * for none.
     */
    @Nullable
    Taken taken(RingOverlay overlay, long seq, @Nullable IndexKey[] keys, long snapshotVersion) {
        for (int i = 0; i < keys.length; i++) {
            IndexKey key = keys[i];
            RecordIndex index = indexes.get(i);
            if (key == null || !enforced(index) || !key.complete()) {
                continue;
            }
            if (entries[i].holder(key, seq) != RecordIndex.NONE) {
                return new Taken(index.shape(), false);
            }
            RowArrays rows = overlay.ring().table().rows();
            long holder = index.holder(key, other -> other == seq || overlay.get(other) != null);
            if (holder != RecordIndex.NONE) {
                return new Taken(index.shape(), !hadKey(rows, index, holder, key, snapshotVersion));
            }
            holder = index.formerHolder(
                    key,
                    snapshotVersion,
                    other -> other != seq
                            && overlay.get(other) == null
                            && hadKey(rows, index, other, key, snapshotVersion));
            if (holder != RecordIndex.NONE) {
                return new Taken(index.shape(), false);
            }
        }
        return null;
    }

    private static boolean hadKey(RowArrays rows, RecordIndex index, long seq, IndexKey key, long version) {
        int row = rows.visibleSeq(seq, version);
        IndexKey had = row < 0 ? null : RingIndexes.key(index, rows, row);
        return had != null && had.sameAs(key);
    }

    /** A staged record whose key in a unique index another record has. */
    record Holder(IndexShape shape, long seq) {}

    /** Returns a staged record of which another one, committed or staged, has the key in a unique index; null for none. */
    @Nullable
    Holder takenAtCommit(RingOverlay overlay) {
        for (int i = 0; i < entries.length; i++) {
            RecordIndex index = indexes.get(i);
            if (!enforced(index)) {
                continue;
            }
            for (Map.Entry<Long, @Nullable IndexKey[]> staged : bySeq.entrySet()) {
                IndexKey key = Objects.requireNonNull(staged.getValue())[i];
                long seq = staged.getKey();
                if (key != null
                        && key.complete()
                        && (index.holder(key, other -> other == seq || overlay.get(other) != null) != RecordIndex.NONE
                                || entries[i].holder(key, seq) != RecordIndex.NONE)) {
                    return new Holder(index.shape(), seq);
                }
            }
        }
        return null;
    }

    /** An index that is being filled does not know every key yet: it is checked when it is full. */
    static boolean enforced(RecordIndex index) {
        return index.shape().unique() && index.isFilled();
    }

    /** Returns how many bytes the entries take at most once they are committed. */
    long bytes() {
        long bytes = 0;
        for (@Nullable IndexKey[] keys : bySeq.values()) {
            bytes += RingIndexes.bytes(Objects.requireNonNull(keys));
        }
        return bytes;
    }
}
