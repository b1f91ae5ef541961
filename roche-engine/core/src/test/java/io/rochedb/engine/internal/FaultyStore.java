package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.LogBatch;
import io.rochedb.engine.internal.store.LogStore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A log store that counts writes and syncs, and fails when told to. */
public final class FaultyStore implements LogStore {
    final LogStore store;
    final AtomicInteger writes = new AtomicInteger();
    final AtomicInteger syncs = new AtomicInteger();
    volatile boolean failing;
    volatile ErrorCode code = ErrorCode.IO_ERROR;

    FaultyStore(LogStore store) {
        this.store = store;
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
        return store.get(family, key);
    }

    @Override
    public Entries scan(Family family, byte[] prefix) {
        return store.scan(family, prefix);
    }

    @Override
    public void write(LogBatch batch, boolean sync) {
        if (failing) {
            throw new RocheException(code, "the disk is gone");
        }
        store.write(batch, sync);
        writes.incrementAndGet();
        if (sync) {
            syncs.incrementAndGet();
        }
    }

    @Override
    public void sync() {
        store.sync();
        syncs.incrementAndGet();
    }

    @Override
    public void close() {
        store.close();
    }
}
