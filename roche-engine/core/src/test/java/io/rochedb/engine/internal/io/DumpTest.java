package io.rochedb.engine.internal.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.DumpResult;
import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ImportOptions;
import io.rochedb.engine.ImportResult;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.model.StoredRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DumpTest {
    private static final long NOW = 1_796_036_643_192L;

    @TempDir
    Path directory;

    private static RocheEngine open() {
        return RocheEngine.open(EngineOptions.memory().withClock(() -> NOW));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ImportOptions restore(Path file) {
        return new ImportOptions(file, null, null, null, null, "imported", 7, null, 0);
    }

    private static DumpResult dump(RocheEngine engine, Path target) {
        return engine.dump(target, RingScope.ALL, ProgressListener.NONE);
    }

    @Test
    void writesTheLinesOfTheFormat() throws IOException {
        Path target = directory.resolve("store.jsonl");
        try (RocheEngine engine = open()) {
            RecordId first =
                    engine.put(new RecordDraft("docs/a", utf8("{\"t\":\"é\"}"), Codec.JSON, new float[] {3, .1f}));
            RecordId second = engine.put(new RecordDraft("docs/a", new byte[] {1, (byte) 0xFF}, Codec.NIF, null));
            try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                transaction.describeRing("docs/a", "a \"b\"\n");
                transaction.configureRing("docs/a", 7.5);
                transaction.commit();
            }
            DumpResult result = dump(engine, target);
            assertEquals(new DumpResult(5, 2, 2, Files.size(target)), result);
            assertEquals(
                    List.of(
                            "{\"type\":\"meta\",\"format\":\"rochedb.dump.v1\",\"nodes\":8,\"rings\":2,\"records\":2}",
                            "{\"type\":\"ring\",\"name\":\"docs\",\"key\":\"13548752468250688853\",\"created\":1796036643192,"
                                    + "\"periods\":[60.0],\"nextSeq\":0}",
                            "{\"type\":\"ring\",\"name\":\"docs/a\",\"key\":\"" + Long.toUnsignedString(first.ringKey())
                                    + "\",\"created\":1796036643192,\"periods\":[60.0,7.5],\"nextSeq\":2,"
                                    + "\"description\":\"a \\\"b\\\"\\n\"}",
                            "{\"type\":\"record\",\"id\":\"" + first
                                    + "\",\"ring\":\"docs/a\",\"written\":1796036643192,"
                                    + "\"codec\":\"json\",\"payload\":\"{\\\"t\\\":\\\"é\\\"}\",\"vector\":[3,0.1]}",
                            "{\"type\":\"record\",\"id\":\"" + second
                                    + "\",\"ring\":\"docs/a\",\"written\":1796036643192,"
                                    + "\"codec\":\"nif\",\"payload\":\"Af8=\",\"encoding\":\"base64\"}"),
                    Files.readAllLines(target));
            assertFalse(Files.exists(directory.resolve("store.jsonl.unfinished")));
        }
    }

    @Test
    void aRestoredStoreDumpsTheSameLines() throws IOException {
        Random random = Seeds.random("DumpTest");
        Path one = directory.resolve("one.jsonl.gz");
        Path two = directory.resolve("two.jsonl");
        Path three = directory.resolve("three.jsonl");
        RecordId some;
        StoredRecord before;
        try (RocheEngine engine = open()) {
            some = fill(random, engine);
            dump(engine, one);
            dump(engine, two);
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                before = view.get(some).orElseThrow();
            }
        }
        try (RocheEngine engine = open()) {
            ImportResult result = engine.importJsonl(restore(one), RingScope.ALL, ProgressListener.NONE);
            assertEquals(0, result.rejected());
            dump(engine, three);
            try (ReadView view = engine.snapshot(RingScope.ALL)) {
                StoredRecord after = view.get(some).orElseThrow();
                assertEquals(before.id(), after.id());
                assertArrayEquals(before.payload(), after.payload());
                assertArrayEquals(before.vector(), after.vector());
                assertEquals(view.locate(some, 12.5).orElseThrow().node(), engine.locateNode(some, 12.5));
            }
            RecordId next = engine.put(new RecordDraft(before.ring(), utf8("new"), null, null));
            assertTrue(next.seq() > some.seq());
        }
        assertEquals(Files.readAllLines(two), Files.readAllLines(three));
        assertTrue(Files.size(one) < Files.size(two));
    }

    private static RecordId fill(Random random, RocheEngine engine) {
        RecordId some = null;
        for (int i = 0; i < 300; i++) {
            String ring = "r" + random.nextInt(3) + (random.nextBoolean() ? "/é" : "");
            byte[] payload = new byte[random.nextInt(40)];
            random.nextBytes(payload);
            if (random.nextBoolean()) {
                payload = utf8("{\"text\":\"日本\\n\",\"i\":" + i + "}");
            }
            float[] vector = random.nextInt(3) == 0
                    ? null
                    : new float[] {(float) random.nextGaussian(), random.nextFloat() + 1e-3f, 1e-30f};
            RecordId id = engine.put(new RecordDraft(ring, payload, null, vector));
            some = random.nextInt(10) == 0 || some == null ? id : some;
            if (random.nextInt(20) == 0) {
                try (Transaction transaction = engine.begin(RingScope.ALL, null)) {
                    transaction.configureRing(ring, 1 + random.nextInt(100));
                    if (!id.equals(some)) {
                        transaction.delete(id);
                    }
                    transaction.commit();
                }
            }
        }
        return some;
    }

    @Test
    void aRecordThatExistsIsNotReplaced() throws IOException {
        Path target = directory.resolve("store.jsonl");
        try (RocheEngine engine = open()) {
            engine.put(new RecordDraft("a", utf8("x"), null, null));
            dump(engine, target);
            RocheException error = assertThrows(
                    RocheException.class,
                    () -> engine.importJsonl(restore(target), RingScope.ALL, ProgressListener.NONE));
            assertEquals(ErrorCode.DATA_EXCEPTION, error.code());
            assertTrue(error.getMessage().contains("exists already"), error.getMessage());
        }
    }

    @Test
    void dumpsOneSnapshotOfWhatTheCallerSees() throws IOException {
        Path target = directory.resolve("store.jsonl");
        try (RocheEngine engine = open()) {
            engine.put(new RecordDraft("mine/a", utf8("x"), null, null));
            engine.put(new RecordDraft("other", utf8("y"), null, null));
            DumpResult result = engine.dump(target, RingScope.subtree("mine"), ProgressListener.NONE);
            assertEquals(1, result.records());
            assertFalse(Files.readString(target).contains("other"));
        }
    }

    @Test
    void anUnwritableTargetIsAnErrorNamingIt() {
        try (RocheEngine engine = open()) {
            RocheException error =
                    assertThrows(RocheException.class, () -> dump(engine, directory.resolve("absent/store.jsonl")));
            assertEquals(ErrorCode.IO_ERROR, error.code());
            assertTrue(error.getMessage().contains("store.jsonl"), error.getMessage());
        }
    }
}
