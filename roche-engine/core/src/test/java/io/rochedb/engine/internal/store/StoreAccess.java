package io.rochedb.engine.internal.store;

import io.rochedb.engine.internal.store.LogStore.Family;
import io.rochedb.engine.model.RecordId;
import java.util.Objects;

/** Raw access to stored values, for tests. */
public final class StoreAccess {
    private StoreAccess() {}

    public static byte[] record(LogStore store, RecordId id) {
        return Objects.requireNonNull(store.get(Family.RECORDS, RecordValues.key(id.ringKey(), id.seq())));
    }

    public static void deleteRecord(LogStore store, RecordId id) {
        LogBatch batch = new LogBatch();
        batch.delete(Family.RECORDS, RecordValues.key(id.ringKey(), id.seq()));
        store.write(batch, true);
    }

    public static void putRecord(LogStore store, RecordId id, byte[] value) {
        LogBatch batch = new LogBatch();
        batch.put(Family.RECORDS, RecordValues.key(id.ringKey(), id.seq()), value);
        store.write(batch, true);
    }
}
