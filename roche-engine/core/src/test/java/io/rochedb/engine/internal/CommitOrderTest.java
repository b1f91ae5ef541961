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
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RingSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commits while others are on their way to disk, and when the disk fails them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CommitOrderTest {
    private final AtomicReference<FaultyStore> faulty = new AtomicReference<>();
    private final AtomicReference<Throwable> failed = new AtomicReference<>();

    private TestEngine open(EngineKind kind) {
        return new TestEngine(kind, options -> options, store -> {
            faulty.set(new FaultyStore(store));
            return faulty.get();
        });
    }

    private static RecordDraft raw(String ring, String text) {
        return new RecordDraft(ring, text.getBytes(UTF_8), Codec.RAW, null);
    }

    private static void update(RocheEngine engine, RecordId id, String text) {
        try (Transaction tx = engine.begin(RingScope.ALL, EngineOptions.Durability.STRONG)) {
            tx.update(id, RecordChange.payload(text.getBytes(UTF_8), Codec.RAW));
            tx.commit();
        }
    }

    private static long count(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            return view.count(RingSelector.ALL, new QueryMonitor());
        }
    }

    private Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setUncaughtExceptionHandler((which, error) -> failed.set(error));
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TERMINATED) {
            Thread.sleep(1);
        }
    }

    @Test
    void aConflictIsReportedWhenTheOtherCommitIsVisible() throws Exception {
        try (TestEngine test = open(EngineKind.STRONG)) {
            RocheEngine engine = test.engine();
            RecordId hot = engine.put(raw("r", "0"));
            faulty.get().hold();
            Thread first = start(() -> update(engine, hot, "1"));
            faulty.get().awaitHeld();
            AtomicReference<String> seen = new AtomicReference<>();
            Thread second = start(() -> {
                RocheException refused = assertThrows(RocheException.class, () -> update(engine, hot, "2"));
                seen.set(refused.code() + " " + new String(engine.get(hot).orElseThrow(), UTF_8));
            });
            awaitWaiting(second);
            faulty.get().go();
            first.join();
            second.join();
            assertEquals(null, failed.get());
            assertEquals("SERIALIZATION_FAILURE 1", seen.get());
            update(engine, hot, "2");
        }
    }

    @Test
    void aBufferedWriterSeesItsWriteWhileAStrongCommitIsPending() throws Exception {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            RecordId id = engine.put(raw("r", "0"));
            faulty.get().hold();
            Thread strong = start(() -> update(engine, id, "1"));
            faulty.get().awaitHeld();
            List<String> seen = java.util.Collections.synchronizedList(new ArrayList<>());
            Thread put = start(() -> {
                RecordId mine = engine.put(raw("s", "put"));
                seen.add(engine.get(mine).map(bytes -> new String(bytes, UTF_8)).orElse("nothing"));
            });
            Thread commit = start(() -> {
                RecordId mine;
                try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
                    mine = tx.put(raw("t", "committed"));
                    tx.commit();
                }
                seen.add(engine.get(mine).map(bytes -> new String(bytes, UTF_8)).orElse("nothing"));
            });
            awaitWaiting(put);
            awaitWaiting(commit);
            faulty.get().go();
            for (Thread thread : List.of(strong, put, commit)) {
                thread.join();
            }
            assertEquals(null, failed.get());
            assertEquals(List.of("committed", "put"), seen.stream().sorted().toList());
            for (int i = 0; i < 1_000; i++) {
                engine.put(raw("s", "more"));
            }
        }
    }

    @Test
    void afterAFailedSyncTheEngineIsReadOnly() {
        try (TestEngine test = open(EngineKind.BUFFERED)) {
            RocheEngine engine = test.engine();
            RecordId id = engine.put(raw("r", "x"));
            faulty.get().failingSyncs = true;
            assertEquals(
                    ErrorCode.IO_ERROR,
                    assertThrows(RocheException.class, () -> engine.flush(true)).code());
            faulty.get().failingSyncs = false;
            RocheException again = assertThrows(RocheException.class, () -> engine.flush(true));
            assertTrue(again.getMessage().contains("the disk is gone"), again.getMessage());
            RocheException refused = assertThrows(RocheException.class, () -> engine.put(raw("r", "y")));
            assertEquals(ErrorCode.IO_ERROR, refused.code());
            assertEquals("x", new String(engine.get(id).orElseThrow(), UTF_8));
            assertEquals("x", new String(test.reopen().get(id).orElseThrow(), UTF_8));
            test.engine().put(raw("r", "y"));
        }
    }

    /** An error so bad that not even its text can be had. */
    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            throw new IllegalStateException("no memory for text");
        }
    }

    @Test
    void nobodyWaitsForAWriterThatHasDied() {
        try (TestEngine test = open(EngineKind.STRONG)) {
            RocheEngine engine = test.engine();
            faulty.get().error = new Unspeakable();
            for (int i = 0; i < 3; i++) {
                RocheException told = assertThrows(RocheException.class, () -> engine.put(raw("r", "x")));
                assertEquals(ErrorCode.IO_ERROR, told.code());
            }
            assertThrows(RocheException.class, () -> engine.flush(true));
        }
    }

    @Test
    void aTransactionIsBoundedInBytes() {
        EngineOptions.Limits limits = new EngineOptions.Limits(1_000, 8, 20, 1_000, 1_000);
        try (TestEngine test =
                new TestEngine(EngineKind.BUFFERED, options -> options.withLimits(limits), store -> store)) {
            RocheEngine engine = test.engine();
            RecordId kept;
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                kept = tx.put(raw("r", "x".repeat(500)));
                int mark = tx.mark();
                tx.put(raw("r", "y".repeat(480)));
                RecordDraft more = new RecordDraft("r", new byte[20], Codec.RAW, new float[] {1});
                RocheException refused = assertThrows(RocheException.class, () -> tx.put(more));
                assertEquals(ErrorCode.LIMIT_PAYLOAD, refused.code());
                assertTrue(refused.getMessage().contains("1000")
                        && refused.getMessage().contains("1004"));
                tx.rollbackTo(mark);
                tx.put(more);
                tx.commit();
            }
            assertTrue(engine.get(kept).isPresent());
            assertEquals(2, count(engine));
        }
    }

    @Test
    void oneRingHasVectorsOfOneDimensionWhoeverCommitsFirst() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RocheEngine engine = test.engine();
            RecordId plain = engine.put(raw("r", "plain"));
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                tx.put(new RecordDraft("r", new byte[1], Codec.RAW, new float[] {1, 2, 3}));
                engine.put(new RecordDraft("r", new byte[1], Codec.RAW, new float[] {1, 2}));
                RecordChange two = new RecordChange(null, null, new float[] {3, 4}, false);
                assertEquals(
                        ErrorCode.DATA_EXCEPTION,
                        assertThrows(RocheException.class, () -> tx.update(plain, two))
                                .code());
                assertEquals(
                        ErrorCode.DATA_EXCEPTION,
                        assertThrows(RocheException.class, tx::commit).code());
            }
            assertEquals(2, count(engine));
        }
    }
}
