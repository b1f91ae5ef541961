package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.ResidencyCounts;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.internal.PairedReads.Doc;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories against two engines, one with a budget for a fraction of the records, one for all of them, and against a plain map: every view of
 * both shows what the map held when it was opened.
 */
@Timeout(300)
class ResidencyModelTest {
    private static final long TINY = 160 << 10;
    private static final int RINGS = 10;
    private static final int VIEWS_MAX = 4;
    private static final int DIMENSION = 6;

    /** Views of both engines and what they must show. */
    private record Held(ReadView tiny, ReadView large, TreeMap<Integer, Doc> model) {}

    private final AtomicLong clock = new AtomicLong(1_800_000_000_000L);
    private final List<Held> held = new ArrayList<>();
    private TreeMap<Integer, Doc> committed = new TreeMap<>();
    private Random random = new Random(0);
    private int counter;
    private long evictions;
    private long coldGets;
    private long streams;
    private long loads;

    @ParameterizedTest
    @EnumSource(
            value = EngineKind.class,
            names = {"BUFFERED", "STRONG"})
    void bothShowWhatTheModelHolds(EngineKind kind) {
        history(kind, Seeds.random("ResidencyModelTest " + kind), 100);
    }

    static IntStream rounds() {
        return IntStream.rangeClosed(1, Integer.getInteger("roche.residency.rounds", 3));
    }

    @ParameterizedTest
    @MethodSource("rounds")
    @Tag("long")
    void manyHistories(int round) {
        history(
                round % 2 == 0 ? EngineKind.BUFFERED : EngineKind.STRONG,
                Seeds.random("ResidencyModelTest round " + round),
                1_000);
    }

    private void history(EngineKind kind, Random seeded, int steps) {
        random = seeded;
        try (TestEngine tiny =
                        new TestEngine(kind, o -> o.withMemoryBudget(TINY).withClock(clock::get), store -> store);
                TestEngine large = new TestEngine(kind, o -> o.withClock(clock::get), store -> store)) {
            for (int ring = 0; ring < RINGS; ring++) {
                for (int batch = ring == 0 ? 20 : 2; batch > 0; batch--) {
                    fill(tiny, large, name(ring), 45);
                }
            }
            for (int step = 0; step < steps; step++) {
                clock.incrementAndGet();
                step(tiny, large);
            }
            closeHeld();
            checkNow(tiny, large);
            count(tiny.engine());
            tiny.reopen();
            large.reopen();
            checkNow(tiny, large);
            count(tiny.engine());
            assertTrue(evictions > 20, "evictions: " + evictions);
            assertTrue(coldGets > 20, "cold gets: " + coldGets);
            assertTrue(streams > 20, "streams: " + streams);
            assertTrue(loads > 5, "loads: " + loads);
            alter(tiny, large, new SchemaChange.DropRings("**"));
            assertEquals(0, tiny.engine().info().residentBytes(), "what nobody can read takes no memory");
        }
    }

    private void count(RocheEngine engine) {
        ResidencyCounts metrics = engine.residency();
        evictions += metrics.ringEvictions();
        coldGets += metrics.coldGets();
        streams += metrics.ringStreams();
        loads += metrics.ringLoads();
        // What a load takes is estimated.
        assertTrue(metrics.peakBytes() <= TINY + TINY / 20, "peak " + metrics.peakBytes());
    }

    private void step(TestEngine tiny, TestEngine large) {
        switch (random.nextInt(16)) {
            case 0, 1 -> put(tiny, large);
            case 2, 3, 4, 5 -> transaction(tiny, large);
            case 6 -> conflict(tiny, large);
            case 7, 8 -> {
                if (held.size() < VIEWS_MAX) {
                    held.add(new Held(
                            tiny.engine().snapshot(RingScope.ALL),
                            large.engine().snapshot(RingScope.ALL),
                            new TreeMap<>(committed)));
                }
            }
            case 9 -> {
                if (!held.isEmpty()) {
                    check(held.get(random.nextInt(held.size())), false, false);
                }
            }
            case 10 -> {
                if (!held.isEmpty()) {
                    checkAndClose(held.remove(random.nextInt(held.size())));
                }
            }
            case 11 -> checkNow(tiny, large);
            case 12 -> {
                for (int i = 0; i < 20; i++) {
                    get(tiny, large);
                }
            }
            case 13 -> {
                if (random.nextInt(4) == 0) {
                    end(tiny, large);
                }
            }
            case 14 -> fill(tiny, large, name(random.nextInt(RINGS)), 1 + random.nextInt(60));
            default -> {
                if (random.nextInt(12) == 0) {
                    closeHeld();
                    count(tiny.engine());
                    tiny.reopen();
                    large.reopen();
                }
            }
        }
    }

    private static String name(int ring) {
        return ring % 3 == 0 ? "r" + ring : "r0/s" + ring;
    }

    private Doc doc(String ring) {
        float[] vector = null;
        if (random.nextInt(3) > 0) {
            vector = new float[DIMENSION];
            for (int i = 0; i < DIMENSION; i++) {
                vector[i] = random.nextInt(5) - 2 + (i == 0 ? 3 : 0);
            }
        }
        int n = counter++;
        String filler = "x".repeat(random.nextInt(4) == 0 ? random.nextInt(900) : random.nextInt(60));
        String text = random.nextInt(4) == 0 ? "raw " + n + filler : "{\"n\":" + n + ",\"t\":\"" + filler + "\"}";
        return new Doc(ring, text, text.startsWith("{") ? Codec.JSON : Codec.RAW, vector, null, null);
    }

    private static RecordDraft draft(Doc doc) {
        float[] vector = doc.vector();
        return new RecordDraft(
                doc.ring(), doc.text().getBytes(UTF_8), doc.codec(), vector == null ? null : vector.clone());
    }

    /** Does the same to both engines; what does not fit beside what old snapshots hold is done again without them. */
    private <T> List<T> both(TestEngine tiny, TestEngine large, Function<RocheEngine, T> action) {
        T first;
        try {
            first = action.apply(tiny.engine());
        } catch (RocheException e) {
            assertEquals(ErrorCode.OUT_OF_MEMORY_BUDGET, e.code(), () -> String.valueOf(e));
            assertFalse(held.isEmpty(), () -> "refused though nobody holds anything: " + e);
            closeHeld();
            first = action.apply(tiny.engine());
        }
        return List.of(first, action.apply(large.engine()));
    }

    private void put(TestEngine tiny, TestEngine large) {
        Doc doc = doc(name(random.nextInt(RINGS)));
        List<RecordId> ids = both(tiny, large, engine -> engine.put(draft(doc)));
        committed.put(counter, doc.at(ids.get(0), ids.get(1)));
        counter++;
    }

    /** One write of a transaction: a new record under a number, or a change of the one there, or (null) its end. */
    private record Write(int number, Doc before, Doc after) {}

    private void fill(TestEngine tiny, TestEngine large, String ring, int records) {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            writes.add(new Write(counter++, null, doc(ring)));
            counter++;
        }
        commit(tiny, large, writes, false);
    }

    private void transaction(TestEngine tiny, TestEngine large) {
        List<Write> writes = new ArrayList<>();
        int operations = 1 + random.nextInt(15);
        for (int i = 0; i < operations; i++) {
            Integer number = someNumber();
            boolean known = number != null;
            for (Write write : writes) {
                known &= number == null || write.number != number;
            }
            Doc before = known ? committed.get(number) : null;
            if (before == null || random.nextInt(4) == 0) {
                writes.add(new Write(counter++, null, doc(name(random.nextInt(RINGS)))));
                counter++;
            } else {
                writes.add(new Write(number, before, random.nextInt(4) == 0 ? null : doc(before.ring())));
            }
        }
        commit(tiny, large, writes, random.nextInt(3) == 0);
    }

    private Integer someNumber() {
        if (committed.isEmpty()) {
            return null;
        }
        Integer number = committed.ceilingKey(random.nextInt(counter + 1));
        return number == null ? committed.firstKey() : number;
    }

    private void commit(TestEngine tiny, TestEngine large, List<Write> writes, boolean look) {
        TreeMap<Integer, Doc> after = new TreeMap<>(committed);
        for (Write write : writes) {
            if (write.after == null) {
                after.remove(write.number);
            } else {
                after.put(write.number, write.after);
            }
        }
        List<List<RecordId>> ids = both(tiny, large, engine -> {
            boolean isTiny = engine == tiny.engine();
            try (Transaction tx = engine.begin(RingScope.ALL, null)) {
                List<RecordId> given = new ArrayList<>();
                for (Write write : writes) {
                    given.add(write(tx, write, isTiny));
                }
                if (look) {
                    PairedReads.requireShows(tx, after);
                }
                tx.commit();
                return given;
            }
        });
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i);
            if (write.after != null) {
                after.put(
                        write.number,
                        write.after.at(ids.get(0).get(i), ids.get(1).get(i)));
            }
        }
        committed = after;
    }

    private static RecordId write(Transaction tx, Write write, boolean tiny) {
        if (write.before == null) {
            return tx.put(draft(write.after));
        }
        RecordId id = write.before.id(tiny);
        if (write.after == null) {
            assertTrue(tx.delete(id));
        } else {
            float[] vector = write.after.vector();
            assertTrue(tx.update(
                    id,
                    new RecordChange(
                            write.after.text().getBytes(UTF_8),
                            write.after.codec(),
                            vector == null ? null : vector.clone(),
                            vector == null)));
        }
        return id;
    }

    /** Of two transactions that change the same record the second is refused, whatever has been given up between them. */
    private void conflict(TestEngine tiny, TestEngine large) {
        Integer number = someNumber();
        if (number == null) {
            return;
        }
        Doc before = committed.get(number);
        Doc after = random.nextBoolean() ? null : doc(before.ring());
        boolean staged = random.nextBoolean();
        List<Boolean> refused = both(tiny, large, engine -> {
            boolean isTiny = engine == tiny.engine();
            try (Transaction first = engine.begin(RingScope.ALL, null);
                    Transaction second = engine.begin(RingScope.ALL, null)) {
                Write late = new Write(number, before, before);
                if (staged) {
                    write(second, late, isTiny);
                }
                write(first, new Write(number, before, after), isTiny);
                first.commit();
                try (ReadView view = engine.snapshot(RingScope.ALL)) {
                    PairedReads.all(view); // Brings others in, and perhaps pushes this one out.
                }
                RocheException conflict = assertThrows(RocheException.class, () -> {
                    if (!staged) {
                        write(second, late, isTiny);
                    }
                    second.commit();
                });
                assertEquals(ErrorCode.SERIALIZATION_FAILURE, conflict.code(), () -> String.valueOf(conflict));
                return true;
            }
        });
        assertEquals(List.of(true, true), refused);
        if (after == null) {
            committed.remove(number);
        } else {
            committed.put(number, after.at(before.tiny(), before.large()));
        }
    }

    private void get(TestEngine tiny, TestEngine large) {
        Integer number = someNumber();
        if (number != null) {
            Doc doc = committed.get(number);
            assertArrayEquals(
                    doc.text().getBytes(UTF_8), tiny.engine().get(doc.tiny()).orElseThrow());
            assertArrayEquals(
                    doc.text().getBytes(UTF_8), large.engine().get(doc.large()).orElseThrow());
        }
    }

    private void end(TestEngine tiny, TestEngine large) {
        String ring = name(1 + random.nextInt(RINGS - 1));
        if (committed.values().stream().noneMatch(doc -> doc.ring().equals(ring))) {
            return;
        }
        alter(tiny, large, random.nextBoolean() ? new SchemaChange.DropRings(ring) : new SchemaChange.Truncate(ring));
        committed.values().removeIf(doc -> doc.ring().equals(ring));
    }

    private void alter(TestEngine tiny, TestEngine large, SchemaChange change) {
        both(tiny, large, engine -> engine.alter(change, RingScope.ALL, null));
    }

    private void checkNow(TestEngine tiny, TestEngine large) {
        Held now = new Held(
                tiny.engine().snapshot(RingScope.ALL),
                large.engine().snapshot(RingScope.ALL),
                new TreeMap<>(committed));
        check(now, true, held.isEmpty());
        now.tiny.close();
        now.large.close();
    }

    private void closeHeld() {
        held.forEach(this::checkAndClose);
        held.clear();
    }

    private void checkAndClose(Held views) {
        check(views, true, false);
        views.tiny.close();
        views.large.close();
    }

    private void check(Held views, boolean everything, boolean room) {
        new PairedReads(views.tiny, views.large, views.model, random).check(everything, room);
    }
}
