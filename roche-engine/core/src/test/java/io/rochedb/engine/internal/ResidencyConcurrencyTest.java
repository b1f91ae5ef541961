package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Predicate;
import io.rochedb.engine.query.QueryMonitor;
import io.rochedb.engine.query.RecordCursor;
import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.ScanRequest;
import io.rochedb.engine.query.ScanRequest.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transfers between accounts in rings that do not fit in memory together: every snapshot, however it is read, shows the same total. */
@Timeout(300)
class ResidencyConcurrencyTest {
    private static final int RINGS = 8;
    private static final int ACCOUNTS = 60;
    private static final int START = 1_000;
    private static final long TOTAL = (long) RINGS * ACCOUNTS * START;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicInteger tooFull = new AtomicInteger();

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"BUFFERED", "STRONG"})
    void theTotalIsTheSameInEverySnapshot(EngineKind kind) throws InterruptedException {
        run(kind, 250);
    }

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"BUFFERED", "STRONG"})
    @Tag("long")
    void theTotalIsTheSameForLong(EngineKind kind) throws InterruptedException {
        run(kind, 10_000);
    }

    private void run(EngineKind kind, int transfers) throws InterruptedException {
        long seed = Seeds.random("ResidencyConcurrencyTest " + kind).nextLong();
        try (TestEngine test = new TestEngine(kind, options -> options.withMemoryBudget(128 << 10), store -> store)) {
            RocheEngine engine = test.engine();
            List<RecordId> accounts = new ArrayList<>();
            for (int ring = 0; ring < RINGS; ring++) {
                try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                    for (int i = 0; i < ACCOUNTS; i++) {
                        accounts.add(tx.put(new RecordDraft("bank/" + ring, payload(START), Codec.RAW, null)));
                    }
                    tx.commit();
                }
            }
            List<Thread> writers = new ArrayList<>();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                int number = i;
                writers.add(start(() -> transfer(engine, accounts, new Random(seed + number), transfers)));
                readers.add(start(() -> read(engine, accounts, new Random(seed + 100 + number))));
            }
            for (Thread writer : writers) {
                writer.join();
            }
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
            assertNull(failure.get(), () -> String.valueOf(failure.get()));
            requireTotal(engine);
            assertTrue(engine.residency().ringEvictions() > 20, engine.residency()::toString);
            assertTrue(engine.residency().coldGets() > 20, engine.residency()::toString);
            assertTrue(engine.residency().ringLoads() > 0, engine.residency()::toString);
            requireTotal(test.reopen());
        }
    }

    private interface Work {
        void run();
    }

    private Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                done.set(true);
                e.printStackTrace();
            }
        });
        thread.start();
        return thread;
    }

    private static byte[] payload(long balance) {
        return (balance + "," + "x".repeat(250)).getBytes(UTF_8);
    }

    private static long balance(byte[] payload) {
        String text = new String(payload, UTF_8);
        return Long.parseLong(text.substring(0, text.indexOf(',')));
    }

    private void transfer(RocheEngine engine, List<RecordId> accounts, Random random, int transfers) {
        for (int i = 0; i < transfers && failure.get() == null; ) {
            RecordId from = accounts.get(random.nextInt(accounts.size()));
            RecordId to = accounts.get(random.nextInt(accounts.size()));
            if (from.equals(to)) {
                continue;
            }
            long amount = random.nextInt(50);
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                long left = balance(tx.get(from).orElseThrow().payload());
                long right = balance(tx.get(to).orElseThrow().payload());
                tx.update(from, RecordChange.payload(payload(left - amount), Codec.RAW));
                tx.update(to, RecordChange.payload(payload(right + amount), Codec.RAW));
                tx.commit();
                i++;
            } catch (RocheException e) {
                retry(e);
            }
        }
    }

    private void retry(RocheException e) {
        if (e.code() == ErrorCode.OUT_OF_MEMORY_BUDGET) {
            tooFull.incrementAndGet(); // Snapshots of the readers hold what would have to go.
        } else if (e.code() != ErrorCode.SERIALIZATION_FAILURE) {
            throw e;
        }
    }

    private void read(RocheEngine engine, List<RecordId> accounts, Random random) {
        while (!done.get()) {
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                switch (random.nextInt(3)) {
                    case 0 -> assertEquals(TOTAL, scanned(view, random.nextBoolean() ? Order.ID_ASC : Order.ID_DESC));
                    case 1 -> {
                        long total = 0;
                        for (RecordId account : accounts) {
                            total += balance(view.get(account).orElseThrow().payload());
                        }
                        assertEquals(TOTAL, total);
                    }
                    default -> {
                        assertEquals(
                                (long) RINGS * ACCOUNTS,
                                view.count(new RingSelector.Glob("bank/*"), new QueryMonitor()));
                        assertEquals(TOTAL, scanned(view, Order.ID_ASC));
                        assertEquals(TOTAL, scanned(view, Order.ID_DESC));
                    }
                }
                RecordId one = accounts.get(random.nextInt(accounts.size()));
                balance(engine.get(one).orElseThrow());
            } catch (RocheException e) {
                retry(e);
            }
        }
    }

    private static long scanned(ReadView view, Order order) {
        long total = 0;
        ScanRequest request = new ScanRequest(RingSelector.ALL, null, Predicate.TRUE, List.of(), order, 0, -1);
        try (RecordCursor cursor = view.scan(request, new QueryMonitor())) {
            while (cursor.next()) {
                total += balance(cursor.payload());
            }
        }
        return total;
    }

    private static void requireTotal(RocheEngine engine) {
        try (ReadView view = engine.snapshot(RingScope.ALL)) {
            assertEquals(TOTAL, scanned(view, Order.ID_ASC));
        }
    }
}
