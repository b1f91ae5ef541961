package io.rochedb.engine.internal.ring;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.index.IndexKey;
import io.rochedb.engine.internal.index.IndexShape;
import io.rochedb.engine.internal.index.KeyReader;
import io.rochedb.engine.internal.index.RecordIndex;
import io.rochedb.engine.model.Codec;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is said when a key is there twice. Stateless. */
final class UniqueKeys {
    private static final int SHOWN_MAX = 200;

    private UniqueKeys() {}

    /** Refuses a new record whose key another one has now; under the commit lock. */
    static void requireFree(RingState ring, RingIndexes indexes, @Nullable IndexKey[] keys, RowData row) {
        for (int i = 0; i < keys.length; i++) {
            IndexKey key = keys[i];
            RecordIndex index = indexes.get(i);
            if (key != null
                    && key.complete()
                    && StagedKeys.enforced(index)
                    && index.holder(key, other -> other == row.seq()) != RecordIndex.NONE) {
                throw violation(new StagedKeys.Taken(index.shape(), false), ring.name(), row);
            }
        }
    }

    /** Refuses what is staged when another record has a key of it, or two of it have the same; under the commit lock. */
    static void requireFree(RingOverlay overlay) {
        StagedKeys keys = overlay.keys();
        StagedKeys.Holder taken = keys == null ? null : keys.takenAtCommit(overlay);
        RingOverlay.Staged staged = taken == null ? null : overlay.get(taken.seq());
        RowData row = staged == null ? null : staged.row();
        if (taken != null && row != null) {
            throw violation(
                    new StagedKeys.Taken(taken.shape(), false), overlay.ring().name(), row);
        }
    }

    /** Returns the error of a statement that writes a key which is there already. */
    static RocheException violation(StagedKeys.Taken taken, String ring, RowData row) {
        IndexShape shape = taken.shape();
        return new RocheException(
                ErrorCode.UNIQUE_VIOLATION,
                "ring '" + ring + "' has a record with " + values(shape, row.payload(), row.codec()) + " already; "
                        + name(shape) + " allows one",
                taken.newer() ? conflict(shape, ring) : null);
    }

    /** Returns the error of an index that cannot be made. */
    static RocheException duplicate(
            IndexShape shape, String ring, byte[] payload, Codec codec, long first, long second) {
        return new RocheException(
                ErrorCode.UNIQUE_VIOLATION,
                "records " + first + " and " + second + " of ring '" + ring + "' both have "
                        + values(shape, payload, codec) + "; " + name(shape)
                        + " allows one: change or delete one of them first");
    }

    /** Returns the error of a commit whose key another transaction has committed meanwhile. */
    static RocheException conflict(IndexShape shape, String ring) {
        return new RocheException(
                ErrorCode.SERIALIZATION_FAILURE,
                "a transaction that committed first has written a key of " + name(shape) + " in ring '" + ring
                        + "' that this one writes too; run the transaction again");
    }

    private static String name(IndexShape shape) {
        return shape.table() == null
                ? "unique index '" + shape.name() + "'"
                : "constraint '" + shape.name() + "' of table '" + shape.table() + "'";
    }

    private static String values(IndexShape shape, byte[] payload, Codec codec) {
        String columns = shape.columns().stream().map(IndexShape.Column::text).collect(Collectors.joining(", "));
        List<String> values = new KeyReader(shape).values(payload, 0, payload.length, codec == Codec.JSON);
        String shown = String.join(", ", values);
        shown = shown.length() <= SHOWN_MAX ? shown : shown.substring(0, SHOWN_MAX) + "…";
        return columns.isEmpty() ? "the key of its ring" : "(" + columns + ") = (" + shown + ")";
    }
}
