package io.rochedb.engine.internal.backup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ProgressListener;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Seeds;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.ops.BackupCheck;
import io.rochedb.engine.ops.Backups;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encrypted backups: they come back whole, or not at all, and show nothing. */
class SealedFormTest {
    private static final int CHUNK = SealedForm.CHUNK_BYTES;
    private static final int HEADER = 22;
    private static final int TAG = 16;
    private static final String SECRET = "a record that nobody may read";
    private static final SealedForm FORM =
            SealedForm.of("correct horse", new byte[SealedForm.SALT_BYTES], SealedForm.ITERATIONS);

    private static byte[] seal(byte[] contents) throws IOException {
        ByteArrayOutputStream sealed = new ByteArrayOutputStream();
        try (OutputStream out = FORM.writing(sealed)) {
            for (int from = 0; from < contents.length; from += 5_000) {
                out.write(contents, from, Math.min(5_000, contents.length - from));
            }
        }
        return sealed.toByteArray();
    }

    private static byte[] open(byte[] sealed) throws IOException {
        try (InputStream in = FORM.reading(new ByteArrayInputStream(sealed))) {
            return in.readAllBytes();
        }
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void contentsOfAnyLengthComeBack() throws IOException {
        Random random = Seeds.random("SealedFormTest");
        for (int length : new int[] {0, 1, 1000, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 17}) {
            byte[] contents = random(random, length);
            byte[] sealed = seal(contents);
            assertArrayEquals(contents, open(sealed), length + " bytes");
            assertNotEquals(Arrays.toString(sealed), Arrays.toString(seal(contents)), "no two files are alike");
        }
    }

    @Test
    void whateverIsChangedIsFound() throws IOException {
        Random random = Seeds.random("SealedFormTest.changes");
        byte[] contents = random(random, 2 * CHUNK + 100);
        byte[] sealed = seal(contents);
        for (int i = 0; i < 30; i++) {
            byte[] changed = sealed.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThrows(DamagedException.class, () -> open(changed));
        }
        int chunk = CHUNK + TAG;
        for (int cut :
                new int[] {0, HEADER - 1, HEADER, HEADER + 5, HEADER + chunk, HEADER + 2 * chunk, sealed.length - 1}) {
            assertThrows(DamagedException.class, () -> open(Arrays.copyOf(sealed, cut)), "cut at " + cut);
        }
        assertThrows(DamagedException.class, () -> open(Arrays.copyOf(sealed, sealed.length + 1)));
        byte[] swapped = sealed.clone();
        System.arraycopy(sealed, HEADER, swapped, HEADER + chunk, chunk);
        System.arraycopy(sealed, HEADER + chunk, swapped, HEADER, chunk);
        assertThrows(DamagedException.class, () -> open(swapped));
        byte[] without = new byte[sealed.length - chunk];
        System.arraycopy(sealed, 0, without, 0, HEADER);
        System.arraycopy(sealed, HEADER + chunk, without, HEADER, without.length - HEADER);
        assertThrows(DamagedException.class, () -> open(without));
        byte[] other = seal(contents);
        byte[] mixed = sealed.clone();
        System.arraycopy(other, HEADER, mixed, HEADER, chunk);
        assertThrows(DamagedException.class, () -> open(mixed));
    }

    @Test
    void anEncryptedBackupIsRestoredWithItsPasswordOnly(@TempDir Path temp) throws IOException {
        Path backups = temp.resolve("backups");
        RecordId id;
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(temp.resolve("store")))) {
            id = engine.put(new RecordDraft("r", SECRET.getBytes(StandardCharsets.UTF_8), null, null));
            engine.backup(backups, "correct horse", ProgressListener.NONE);
            engine.put(new RecordDraft("r", new byte[] {1}, null, null));
            assertTrue(engine.backup(backups, "correct horse", ProgressListener.NONE)
                            .newFiles()
                    > 0);
            refused(ErrorCode.INVALID_PASSWORD, () -> engine.backup(backups, "other", ProgressListener.NONE));
            refused(ErrorCode.INVALID_PASSWORD, () -> engine.backup(backups, ProgressListener.NONE));
            refused(ErrorCode.INVALID_PARAMETER, () -> engine.backup(temp.resolve("empty"), "", ProgressListener.NONE));
            engine.backup(temp.resolve("plain"), ProgressListener.NONE);
            refused(
                    ErrorCode.INVALID_PARAMETER,
                    () -> engine.backup(temp.resolve("plain"), "correct horse", ProgressListener.NONE));
        }
        assertTrue(shows(temp.resolve("plain")), "a plain backup shows the record");
        assertTrue(!shows(backups), "an encrypted one does not");
        Path restored = temp.resolve("restored");
        refused(ErrorCode.INVALID_PASSWORD, () -> Backups.verify(backups, ProgressListener.NONE));
        refused(ErrorCode.INVALID_PASSWORD, () -> Backups.restore(backups, restored, "x", ProgressListener.NONE));
        assertTrue(Files.notExists(restored));
        BackupCheck check = Backups.verify(backups, "correct horse", ProgressListener.NONE);
        assertEquals(2, check.backups().size());
        Backups.restore(backups, restored, "correct horse", ProgressListener.NONE);
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(restored))) {
            assertEquals(SECRET, new String(engine.get(id).orElseThrow(), StandardCharsets.UTF_8));
        }
    }

    private static boolean shows(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            List<Path> files = walk.filter(Files::isRegularFile).toList();
            for (Path file : files) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (text.contains(SECRET) || text.contains("rocks/")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static void refused(ErrorCode code, Runnable work) {
        RocheException refused = assertThrows(RocheException.class, work::run);
        assertEquals(code, refused.code(), refused.getMessage());
    }
}
