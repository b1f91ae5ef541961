package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.internal.store.LogBatch;
import io.rochedb.engine.internal.store.LogStore;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the commit pipeline does while a write is under way: shown by a log store that can be held. */
@Timeout(60)
class GroupCommitTest {
    /** A store whose writes wait while it is held. */
    private static final class HeldStore implements LogStore {
        private final FaultyStore store;
        private volatile CountDownLatch gate = new CountDownLatch(0);

        HeldStore(LogStore store) {
            this.store = new FaultyStore(store);
        }

        @Override
        public void checkpoint(java.nio.file.Path directory) {
            throw new UnsupportedOperationException();
        }

        @Override
        public java.util.List<TableSpan> tables(Family family) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void compact(Family family) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void verifyFiles() {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] get(Family family, byte[] key) {
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
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            store.write(batch, sync);
        }

        @Override
        public void sync() {
            store.sync();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private final AtomicReference<HeldStore> store = new AtomicReference<>();

    private TestEngine open(EngineKind kind) {
        return new TestEngine(kind, options -> options, under -> {
            store.set(new HeldStore(under));
            return store.get();
        });
    }

    private static RecordDraft draft(String text) {
        return new RecordDraft("r", text.getBytes(UTF_8), Codec.RAW, null);
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
    }

    private static long count(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.count(RingSelector.ALL, new QueryMonitor());
        }
    }

    @Test
    void strongCommitsShareASyncAndShowAfterIt() throws Exception {
        try (TestEngine test = open(EngineKind.STRONG)) {
            RocheEngine engine = test.engine();
            engine.put(draft("first"));
            int before = store.get().store.syncs.get();
            CountDownLatch gate = new CountDownLatch(1);
            store.get().gate = gate;
            List<Thread> threads = new ArrayList<>();
            threads.add(start(() -> engine.put(draft("alone"))));
            awaitWaiting(threads);
            for (int i = 0; i < 10; i++) {
                threads.add(start(() -> engine.put(draft("together"))));
            }
            awaitWaiting(threads);
            assertEquals(1, count(engine), "nothing shows before its sync");
            gate.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(12, count(engine));
            int syncs = store.get().store.syncs.get() - before;
            assertTrue(syncs >= 1 && syncs <= 3, syncs + " syncs for 11 commits");
        }
    }

    @Test
    void bufferedCommitsShowAtOnceAndRunAheadOnlySoFar() throws Exception {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            CountDownLatch gate = new CountDownLatch(1);
            store.get().gate = gate;
            Thread writer = start(() -> {
                for (int i = 0; i < 1_000; i++) {
                    engine.put(draft("x"));
                }
            });
            awaitWaiting(List.of(writer));
            assertEquals(256, count(engine), "operations that run ahead of the log");
            gate.countDown();
            writer.join();
            assertEquals(1_000, count(engine));
        }
    }

    @Test
    void aFullDiskAtOpenSaysSo(@TempDir Path temp) {
        RocheException full = assertThrows(
                RocheException.class,
                () -> EmbeddedEngine.open(EngineOptions.file(temp.resolve("s")), under -> {
                    FaultyStore faulty = new FaultyStore(under);
                    faulty.code = ErrorCode.DISK_FULL;
                    faulty.failing = true;
                    return faulty;
                }));
        assertEquals(ErrorCode.DISK_FULL, full.code());
        // Nothing is left locked, and the store can be made now.
        RocheEngine.open(EngineOptions.file(temp.resolve("s"))).close();
    }
}
