package io.rochedb.engine.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log damaged behind the engine's back: either the damage is found when the store is opened, or nothing is lost. */
class LogDamageTest {
    private static final int RECORDS = 2_000;
    private static final int DAMAGES = 6;

    @Test
    void noAcknowledgedCommitIsLostSilently(@TempDir Path temp) throws IOException {
        Random random = Seeds.random("LogDamageTest");
        List<RecordId> ids = new ArrayList<>();
        int found = 0;
        try (TestEngine test = new TestEngine(EngineKind.BUFFERED)) {
            for (int i = 0; i < RECORDS; i++) {
                ids.add(test.engine().put(new RecordDraft("r", text(i), Codec.RAW, null)));
            }
            test.engine().flush(true);
            for (int damage = 0; damage < DAMAGES; damage++) {
                Path killed = temp.resolve("killed" + damage);
                copy(test.directory(), killed);
                flipByte(largestLog(killed), random);
                found += damageIsFound(killed, ids) ? 1 : 0;
            }
        }
        assertTrue(found > 0, "no damage was found");
    }

    @Test
    void aRecordThatHasVanishedIsMissed() {
        AtomicReference<FaultyStore> access = new AtomicReference<>();
        try (TestEngine test = new TestEngine(EngineKind.STRONG, options -> options, store -> {
            access.set(new FaultyStore(store));
            return access.get();
        })) {
            RecordId lost = test.engine().put(new RecordDraft("r", text(0), Codec.RAW, null));
            RecordId kept = test.engine().put(new RecordDraft("r", text(1), Codec.RAW, null));
            StoreDamage.lose(access.get().store, lost);
            RocheEngine engine = test.reopen();
            RocheException missed = assertThrows(RocheException.class, () -> engine.get(kept));
            assertEquals(ErrorCode.DATA_CORRUPTED, missed.code());
            assertTrue(missed.getMessage().contains("2 records")
                    && missed.getMessage().contains("1 records"));
        }
    }

    private static byte[] text(int i) {
        return ("record " + i + " " + "x".repeat(300)).getBytes(UTF_8);
    }

    private static boolean damageIsFound(Path store, List<RecordId> ids) {
        RocheEngine engine;
        try {
            engine = RocheEngine.open(EngineOptions.file(store));
        } catch (RocheException e) {
            assertEquals(ErrorCode.DATA_CORRUPTED, e.code(), e.getMessage());
            return true;
        }
        try (engine) {
            for (int i = 0; i < ids.size(); i++) {
                assertEquals(
                        new String(text(i), UTF_8),
                        new String(engine.get(ids.get(i)).orElseThrow(), UTF_8));
            }
        }
        return false;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : walk.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    private static Path largestLog(Path store) throws IOException {
        try (Stream<Path> walk = Files.walk(store)) {
            return walk.filter(path -> path.toString().endsWith(".log"))
                    .max(Comparator.comparingLong(path -> path.toFile().length()))
                    .orElseThrow();
        }
    }

    /** Not in the last blocks of the log, where damage cannot be told from a write that a crash cut off. */
    private static void flipByte(Path log, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        assertTrue(bytes.length > RECORDS * 300, log + " has " + bytes.length + " bytes");
        bytes[bytes.length / 10 + random.nextInt(bytes.length * 7 / 10)] ^= 0x10;
        Files.write(log, bytes);
    }
}
