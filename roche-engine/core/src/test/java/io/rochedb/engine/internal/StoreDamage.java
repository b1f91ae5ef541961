package io.rochedb.engine.internal;

import io.rochedb.engine.internal.store.LogStore;
import io.rochedb.engine.internal.store.StoreAccess;
import io.rochedb.engine.model.RecordId;

/** Damage done to a store behind the engine's back. */
final class StoreDamage {
    private StoreDamage() {}

    static void lose(LogStore store, RecordId id) {
        StoreAccess.deleteRecord(store, id);
    }

    static void flipBit(LogStore store, RecordId id) {
        byte[] value = StoreAccess.record(store, id);
        value[value.length / 2] ^= 4;
        StoreAccess.putRecord(store, id, value);
    }
}
