package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import io.rochedb.engine.model.StoredRecord;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RetrieveRequest;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writers and readers at once: snapshots stay whole, no update is lost. */
class EngineConcurrencyTest {
    private static final int ACCOUNTS = 20;
    private static final int START = 1_000;

    private static byte[] number(long value) {
        return Long.toString(value).getBytes(UTF_8);
    }

    private static long number(byte[] payload) {
        return Long.parseLong(new String(payload, UTF_8));
    }

    private static void runAll(List<Callable<Void>> tasks) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(tasks.size());
        try {
            for (Future<Void> done : pool.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Money moves between accounts: every snapshot has the same sum, whatever is moved and reclaimed meanwhile. */
    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void everySnapshotIsWhole(EngineKind kind) throws Exception {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            List<RecordId> accounts = new ArrayList<>();
            for (int i = 0; i < ACCOUNTS; i++) {
                accounts.add(engine.put(new RecordDraft("bank/" + i % 3, number(START), Codec.RAW, null)));
            }
            AtomicBoolean stop = new AtomicBoolean();
            List<Callable<Void>> tasks = new ArrayList<>();
            int moves = kind == EngineKind.STRONG ? 300 : 6_000;
            for (int writer = 0; writer < 2; writer++) {
                Random random = new Random(writer);
                tasks.add(() -> {
                    for (int i = 0; i < moves; i++) {
                        move(engine, accounts, random);
                    }
                    stop.set(true);
                    return null;
                });
            }
            for (int reader = 0; reader < 2; reader++) {
                tasks.add(() -> {
                    while (!stop.get()) {
                        try (ReadView view = engine.snapshot(RingScope.ALL)) {
                            assertEquals(ACCOUNTS * START, sum(view));
                            assertEquals(ACCOUNTS, view.count(RingSelector.ALL, new QueryMonitor()));
                            assertEquals(ACCOUNTS * START, sum(view), "the same again");
                        }
                        for (RecordId id : accounts) {
                            assertTrue(engine.get(id).isPresent());
                        }
                    }
                    return null;
                });
            }
            runAll(tasks);
            try (ReadView view = test.reopen().snapshot(RingScope.ALL)) {
                assertEquals(ACCOUNTS * START, sum(view));
            }
        }
    }

    private static void move(RocheEngine engine, List<RecordId> accounts, Random random) {
        RecordId from = accounts.get(random.nextInt(ACCOUNTS));
        RecordId to = accounts.get(random.nextInt(ACCOUNTS));
        if (from.equals(to)) {
            return;
        }
        try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
            long amount = random.nextInt(10);
            add(tx, from, -amount);
            add(tx, to, amount);
            tx.commit();
        } catch (RocheException e) {
            assertEquals(ErrorCode.SERIALIZATION_FAILURE, e.code());
        }
    }

    private static void add(Transaction tx, RecordId id, long amount) {
        StoredRecord record = tx.get(id).orElseThrow();
        tx.update(id, RecordChange.payload(number(number(record.payload()) + amount), Codec.RAW));
    }

    private static long sum(ReadView view) {
        long sum = 0;
        try (RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ALL), new QueryMonitor())) {
            while (cursor.next()) {
                sum += number(cursor.payload());
            }
        }
        return sum;
    }

    /** Each of several threads adds one to a counter, again when another was first: none is lost. */
    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void noUpdateIsLost(EngineKind kind) throws Exception {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            RecordId counter = engine.put(new RecordDraft("c", number(0), Codec.RAW, null));
            int each = kind == EngineKind.STRONG ? 50 : 500;
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tasks.add(() -> {
                    for (int done = 0; done < each; ) {
                        try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                            add(tx, counter, 1);
                            tx.commit();
                            done++;
                        } catch (RocheException e) {
                            assertEquals(ErrorCode.SERIALIZATION_FAILURE, e.code());
                        }
                    }
                    return null;
                });
            }
            runAll(tasks);
            assertEquals(4 * each, number(engine.get(counter).orElseThrow()));
            assertEquals(4 * each, number(test.reopen().get(counter).orElseThrow()));
        }
    }

    /** Open cursors and searches go on over their snapshot while the ring grows and its rows are rewritten. */
    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = "STRONG", mode = EnumSource.Mode.EXCLUDE)
    void readersDoNotMindAGrowingRing(EngineKind kind) throws Exception {
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            AtomicBoolean stop = new AtomicBoolean();
            List<Callable<Void>> tasks = new ArrayList<>();
            tasks.add(() -> {
                List<RecordId> ids = new ArrayList<>();
                for (int i = 0; i < 20_000; i++) {
                    ids.add(engine.put(new RecordDraft("grow", number(i), Codec.RAW, new float[] {1, i})));
                    if (i % 3 == 0) {
                        RecordId id = ids.get(i / 2);
                        try (Transaction tx = engine.beginAutoCommit(RingScope.ALL, null)) {
                            tx.update(id, RecordChange.payload(number(-i), Codec.RAW));
                            tx.commit();
                        }
                    }
                }
                stop.set(true);
                return null;
            });
            for (int reader = 0; reader < 2; reader++) {
                tasks.add(() -> {
                    while (!stop.get()) {
                        readGrowing(engine);
                    }
                    return null;
                });
            }
            runAll(tasks);
        }
    }

    private static void readGrowing(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL);
                RecordCursor cursor = view.scan(ScanRequest.of(RingSelector.ring("grow")), new QueryMonitor())) {
            long count = view.count(RingSelector.ring("grow"), new QueryMonitor());
            long seq = 0;
            while (cursor.next()) {
                assertEquals(seq, cursor.seq());
                long value = number(cursor.payload());
                assertTrue(value == seq || value < 0 || seq == 0, "row " + seq + " holds " + value);
                seq++;
            }
            assertEquals(count, seq);
            if (count > 0) {
                RetrieveRequest request = new RetrieveRequest(
                        new float[] {0, 1}, "grow", 3, RetrieveRequest.Tuning.DEFAULT, Predicate.TRUE, -1);
                assertEquals(
                        count,
                        view.retrieve(request, new QueryMonitor()).stats().scanned());
            }
        }
    }
}
