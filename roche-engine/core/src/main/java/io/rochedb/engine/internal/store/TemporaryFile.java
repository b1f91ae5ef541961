package io.rochedb.engine.internal.store;

import io.rochedb.engine.WorkFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A work file on disk: in a store's {@code tmp/}, or where the machine keeps temporary files. */
public final class TemporaryFile implements WorkFile {
    private static final String PREFIX = "roche-work";

    private final Path file;

    private TemporaryFile(Path file) {
        this.file = file;
    }

    /** Creates an empty file; {@code store} is the directory of a store that may be written, or null. */
    public static TemporaryFile create(@Nullable Path store) throws IOException {
        if (store == null) {
            return new TemporaryFile(Files.createTempFile(PREFIX, null));
        }
        Path directory = store.resolve(StoreDirectory.TMP);
        // somebody may have tidied it away
        Files.createDirectories(directory);
        return new TemporaryFile(Files.createTempFile(directory, PREFIX, null));
    }

    @Override
    public OutputStream write() throws IOException {
        return Files.newOutputStream(file);
    }

    @Override
    public InputStream read() throws IOException {
        return Files.newInputStream(file);
    }

    @Override
    public void close() {
        if (!file.toFile().delete()) {
            file.toFile().deleteOnExit();
        }
    }
}
