package io.rochedb.engine.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.WorkFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work files are in the store while they are used, and nowhere after. */
class TemporaryFileTest {
    private static final byte[] BYTES = {1, 2, 3};

    @TempDir
    Path directory;

    @Test
    void aStoreKeepsWorkFilesInItsOwnDirectory() throws IOException {
        Path store = directory.resolve("store");
        try (RocheEngine engine = RocheEngine.open(EngineOptions.file(store))) {
            Files.delete(store.resolve(StoreDirectory.TMP));
            try (WorkFile file = engine.workFile();
                    WorkFile other = engine.workFile()) {
                assertNotEquals(file, other);
                write(file);
                write(file);
                assertArrayEquals(BYTES, read(file));
                assertArrayEquals(new byte[0], read(other));
                assertEquals(2, files(store));
            }
            assertEquals(0, files(store));
        }
    }

    @Test
    void anEngineInMemoryHasWorkFilesToo() throws IOException {
        try (RocheEngine engine = RocheEngine.open(EngineOptions.memory());
                WorkFile file = engine.workFile()) {
            write(file);
            assertArrayEquals(BYTES, read(file));
        }
    }

    private static void write(WorkFile file) throws IOException {
        try (OutputStream out = file.write()) {
            out.write(BYTES);
        }
    }

    private static byte[] read(WorkFile file) throws IOException {
        try (InputStream in = file.read()) {
            return in.readAllBytes();
        }
    }

    private static long files(Path store) throws IOException {
        try (Stream<Path> entries = Files.list(store.resolve(StoreDirectory.TMP))) {
            return entries.count();
        }
    }
}
