package io.rochedb.engine.internal;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.LogBatch;
import io.rochedb.engine.internal.store.LogStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A log store that counts writes and syncs, and fails or waits when told to. */
public final class FaultyStore implements LogStore {
    final LogStore store;
    final AtomicInteger writes = new AtomicInteger();
    final AtomicInteger syncs = new AtomicInteger();
    volatile boolean failing;
    volatile ErrorCode code = ErrorCode.IO_ERROR;
    volatile boolean failingSyncs;
    /** Thrown by the next writes. */
    volatile @Nullable Error error;

    private volatile @Nullable Held held;

    private record Held(CountDownLatch reached, CountDownLatch released) {}

    FaultyStore(LogStore store) {
        this.store = store;
    }

    /** Makes writes wait from now on. */
    void hold() {
        held = new Held(new CountDownLatch(1), new CountDownLatch(1));
    }

    /** Waits until a write waits. */
    void awaitHeld() throws InterruptedException {
        Held now = held;
        if (now != null) {
            now.reached.await();
        }
    }

    /** Lets writes go on. */
    void go() {
        Held now = held;
        held = null;
        if (now != null) {
            now.released.countDown();
        }
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
        return store.get(family, key);
    }

    @Override
    public Pin pin() {
        return store.pin();
    }

    @Override
    public Entries scan(Family family, byte[] prefix) {
        return store.scan(family, prefix);
    }

    @Override
    public void write(LogBatch batch, boolean sync) {
        Held now = held;
        if (now != null) {
            now.reached.countDown();
            try {
                now.released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        Error thrown = error;
        if (thrown != null) {
            throw thrown;
        }
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
        if (failingSyncs) {
            throw new RocheException(code, "the disk is gone");
        }
        store.sync();
        syncs.incrementAndGet();
    }

    @Override
    public void checkpoint(Path directory) {
        store.checkpoint(directory);
    }

    @Override
    public List<TableSpan> tables(Family family) {
        return store.tables(family);
    }

    @Override
    public void compact(Family family) {
        store.compact(family);
    }

    @Override
    public void verifyFiles() {
        store.verifyFiles();
    }

    @Override
    public void close() {
        store.close();
    }
}
