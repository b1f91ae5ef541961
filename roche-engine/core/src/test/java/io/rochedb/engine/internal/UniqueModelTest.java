package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.SchemaChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Interleaved transactions with savepoints on few keys: each write is refused exactly when a naive model refuses it, and for the same reason. */
class UniqueModelTest {
    private static final String RING = "r";
    private static final int KEYS = 40;
    private static final int STEPS = 6_000;
    private static final int OPEN_MAX = 4;

    private Random random = new Random(0);
    /** Key of each committed record. */
    private final Map<RecordId, Integer> committed = new HashMap<>();
    /** Number of the last commit that changed a record; of records that are gone, too. */
    private final Map<RecordId, Integer> changed = new HashMap<>();

    private int commits;
    private final List<Open> open = new ArrayList<>();
    private int refused;
    private int conflicts;

    /** An open transaction, and what the model knows of it. */
    private final class Open {
        final Transaction transaction;
        final Map<RecordId, Integer> snapshot = new HashMap<>(committed);
        final int since = commits;
        /** What it has staged; null for a deletion. */
        Map<RecordId, @Nullable Integer> staged = new HashMap<>();

        int mark;
        Map<RecordId, @Nullable Integer> atMark = new HashMap<>();

        Open(Transaction transaction) {
            this.transaction = transaction;
        }

        boolean sees(RecordId id) {
            return staged.containsKey(id) ? staged.get(id) != null : snapshot.containsKey(id);
        }

        boolean taken(@Nullable RecordId except, int key) {
            return has(staged, except, key, false)
                    || has(committed, except, key, true)
                    || has(snapshot, except, key, true);
        }

        private boolean has(
                Map<RecordId, @Nullable Integer> records, @Nullable RecordId except, int key, boolean notStaged) {
            return records.entrySet().stream()
                    .anyMatch(one -> Objects.equals(one.getValue(), key)
                            && !one.getKey().equals(except)
                            && !(notStaged && staged.containsKey(one.getKey())));
        }

        boolean conflicts() {
            return staged.entrySet().stream()
                    .anyMatch(one -> changed.getOrDefault(one.getKey(), 0) > since
                            || (one.getValue() != null && has(committed, one.getKey(), one.getValue(), true)));
        }
    }

    private static byte[] document(int key) {
        return ("{\"k\":" + key + "}").getBytes(UTF_8);
    }

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void refusesWhatTheModelRefuses(EngineKind kind) {
        random = Seeds.random("UniqueModelTest " + kind);
        try (TestEngine test = new TestEngine(kind)) {
            RocheEngine engine = test.engine();
            IndexDefinition.IndexColumn column =
                    new IndexDefinition.IndexColumn(List.of("k"), ColumnType.of(ColumnType.Kind.BIGINT), false);
            engine.alter(
                    new SchemaChange.CreateIndex(new IndexDefinition("u", RING, List.of(column), true)),
                    RingScope.ALL,
                    null);
            int steps = kind == EngineKind.STRONG ? STEPS / 4 : STEPS;
            for (int step = 0; step < steps; step++) {
                step(engine);
            }
            open.forEach(one -> one.transaction.close());
            // a quarter of the steps may well meet no conflict
            boolean met = conflicts > 0 || steps < STEPS;
            assertTrue(refused > steps / 50 && met, refused + " refused, " + conflicts + " conflicts");
        }
    }

    private void step(RocheEngine engine) {
        if (open.isEmpty() || (open.size() < OPEN_MAX && random.nextInt(8) == 0)) {
            open.add(new Open(engine.begin(RingScope.ALL, null)));
        }
        if (random.nextInt(12) == 0) {
            putAlone(engine);
            return;
        }
        Open one = open.get(random.nextInt(open.size()));
        switch (random.nextInt(10)) {
            case 0 -> {
                one.mark = one.transaction.mark();
                one.atMark = new HashMap<>(one.staged);
            }
            case 1 -> {
                one.transaction.rollbackTo(one.mark);
                one.staged = new HashMap<>(one.atMark);
            }
            case 2 -> commit(one);
            case 3 -> {
                one.transaction.rollback();
                open.remove(one);
            }
            default -> write(one);
        }
    }

    private @Nullable ErrorCode attempt(Supplier<?> write) {
        try {
            write.get();
            return null;
        } catch (RocheException e) {
            return e.code();
        }
    }

    private void putAlone(RocheEngine engine) {
        int key = random.nextInt(KEYS);
        RecordId[] id = new RecordId[1];
        ErrorCode code = attempt(() -> id[0] = engine.put(new RecordDraft(RING, document(key), Codec.JSON, null)));
        assertEquals(committed.containsValue(key) ? ErrorCode.UNIQUE_VIOLATION : null, code);
        if (code == null) {
            committed.put(id[0], key);
            changed.put(id[0], ++commits);
        }
    }

    private void commit(Open one) {
        ErrorCode expected = one.conflicts() ? ErrorCode.SERIALIZATION_FAILURE : null;
        assertEquals(expected, attempt(one.transaction::commit));
        open.remove(one);
        if (expected == null) {
            commits++;
            one.staged.forEach((id, key) -> {
                changed.put(id, commits);
                if (key == null) {
                    committed.remove(id);
                } else {
                    committed.put(id, key);
                }
            });
        } else {
            conflicts++;
        }
    }

    private void write(Open one) {
        List<RecordId> known = new ArrayList<>(changed.keySet());
        one.staged.keySet().stream().filter(id -> !changed.containsKey(id)).forEach(known::add);
        RecordId id = known.isEmpty() ? null : known.get(random.nextInt(known.size()));
        int key = random.nextInt(KEYS);
        if (id == null || random.nextInt(3) == 0) {
            RecordId[] added = new RecordId[1];
            ErrorCode code = attempt(
                    () -> added[0] = one.transaction.put(new RecordDraft(RING, document(key), Codec.JSON, null)));
            assertEquals(one.taken(null, key) ? ErrorCode.UNIQUE_VIOLATION : null, code);
            if (code == null) {
                one.staged.put(added[0], key);
            }
            refused += code == null ? 0 : 1;
        } else if (one.sees(id) && random.nextBoolean()) {
            assertTrue(one.transaction.delete(id));
            one.staged.put(id, null);
        } else {
            boolean seen = one.sees(id);
            boolean[] done = new boolean[1];
            ErrorCode code = attempt(
                    () -> done[0] = one.transaction.update(id, RecordChange.payload(document(key), Codec.JSON)));
            assertEquals(seen && one.taken(id, key) ? ErrorCode.UNIQUE_VIOLATION : null, code);
            if (code == null) {
                assertEquals(seen, done[0]);
                if (seen) {
                    one.staged.put(id, key);
                }
            }
            refused += code == null ? 0 : 1;
        }
    }
}
