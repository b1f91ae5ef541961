package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordChange;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.ops.Retention;
import io.rochedb.engine.ops.RetentionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What rings are not to keep is deleted, and nothing else. */
class RetentionTest {
    private static final int STEPS = 400;

    private long millis = 1_000_000;

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void ringsKeepWhatTheModelKeeps(EngineKind kind) {
        Random random = Seeds.random("RetentionTest " + kind);
        Map<String, TreeMap<RecordId, Long>> model = new TreeMap<>();
        try (TestEngine test = new TestEngine(kind, options -> options.withClock(() -> millis), store -> store)) {
            for (int step = 0; step < STEPS; step++) {
                millis += 1 + random.nextInt(10);
                String ring = "r/" + random.nextInt(3);
                TreeMap<RecordId, Long> records = model.computeIfAbsent(ring, name -> new TreeMap<>());
                if (random.nextInt(40) == 0) {
                    apply(test, random, model);
                } else if (random.nextInt(4) > 0 || records.isEmpty()) {
                    RecordId id = test.engine().put(new RecordDraft(ring, "{}".getBytes(UTF_8), Codec.JSON, null));
                    records.put(id, millis);
                } else {
                    List<RecordId> ids = new ArrayList<>(records.keySet());
                    RecordId id = ids.get(random.nextInt(ids.size()));
                    try (Transaction tx = test.engine().begin(RingScope.ALL, null)) {
                        tx.update(id, RecordChange.payload("{\"u\":1}".getBytes(UTF_8), Codec.JSON));
                        tx.commit();
                    }
                    records.put(id, millis);
                }
            }
            apply(test, random, model);
            test.reopen();
            model.values()
                    .forEach(records -> records.keySet()
                            .forEach(id -> assertTrue(test.engine().get(id).isPresent(), id.toString())));
        }
    }

    private void apply(TestEngine test, Random random, Map<String, TreeMap<RecordId, Long>> model) {
        long keep = random.nextInt(3) == 0 ? -1 : random.nextInt(40);
        long within = keep < 0 || random.nextBoolean() ? random.nextInt(800) : -1;
        String glob = random.nextBoolean() ? "r/*" : "r/1";
        RetentionResult result =
                test.engine().applyRetention(new Retention(glob, keep, within), RingScope.ALL, ProgressListener.NONE);
        long deleted = 0;
        long kept = 0;
        for (Map.Entry<String, TreeMap<RecordId, Long>> ring : model.entrySet()) {
            if (glob.equals("r/*") || ring.getKey().equals(glob)) {
                deleted += keep(ring.getValue(), keep, within);
                kept += ring.getValue().size();
            }
        }
        assertEquals(deleted, result.deleted());
        assertEquals(kept, result.kept());
        model.values()
                .forEach(records -> records.keySet()
                        .forEach(id -> assertTrue(test.engine().get(id).isPresent(), id.toString())));
    }

    /** Deletes from the model; returns how many. */
    private long keep(TreeMap<RecordId, Long> records, long keep, long within) {
        int before = records.size();
        long oldest = within < 0 ? Long.MIN_VALUE : millis - within;
        long excess = keep < 0 ? 0 : Math.max(0, before - keep);
        List<RecordId> ids = new ArrayList<>(records.keySet());
        for (int i = 0; i < ids.size(); i++) {
            if (i < excess || records.get(ids.get(i)) < oldest) {
                records.remove(ids.get(i));
            }
        }
        return before - records.size();
    }

    @Test
    void whatTheCallerMayNotWriteStays() {
        try (TestEngine test = new TestEngine(EngineKind.MEMORY)) {
            RecordId id = test.engine().put(new RecordDraft("a", "{}".getBytes(UTF_8), Codec.JSON, null));
            Retention none = new Retention("**", 0, -1);
            RocheException refused = assertThrows(
                    RocheException.class,
                    () -> test.engine()
                            .applyRetention(none, RingScope.of(List.of("**"), List.of()), ProgressListener.NONE));
            assertEquals(ErrorCode.RING_NOT_ALLOWED, refused.code());
            assertEquals(
                    new RetentionResult(0, 0, 0),
                    test.engine().applyRetention(none, RingScope.NONE, ProgressListener.NONE));
            assertTrue(test.engine().get(id).isPresent());
        }
    }
}
