package io.rochedb.engine.internal;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.internal.store.LogStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An engine of a kind, closed and removed with the test. */
final class TestEngine implements AutoCloseable {
    private final EngineKind kind;
    private final @Nullable Path directory;
    private final UnaryOperator<EngineOptions> change;
    private final UnaryOperator<LogStore> wrap;
    private RocheEngine engine;

    TestEngine(EngineKind kind) {
        this(kind, options -> options, store -> store);
    }

    TestEngine(EngineKind kind, UnaryOperator<EngineOptions> change, UnaryOperator<LogStore> wrap) {
        this.kind = kind;
        this.change = change;
        this.wrap = wrap;
        directory = kind == EngineKind.MEMORY ? null : temporary();
        engine = EmbeddedEngine.open(options(), wrap);
    }

    private static Path temporary() {
        try {
            return Files.createTempDirectory("roche-test");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private EngineOptions options() {
        if (directory == null) {
            return change.apply(EngineOptions.memory());
        }
        EngineOptions options = EngineOptions.file(directory.resolve("store"));
        return change.apply(
                kind == EngineKind.STRONG ? options : options.withDurability(EngineOptions.Durability.BUFFERED));
    }

    Path directory() {
        return java.util.Objects.requireNonNull(directory).resolve("store");
    }

    RocheEngine engine() {
        return engine;
    }

    boolean durable() {
        return directory != null;
    }

    /** Closes and opens again; a memory engine goes on. */
    RocheEngine reopen() {
        if (durable()) {
            engine.close();
            engine = EmbeddedEngine.open(options(), wrap);
        }
        return engine;
    }

    @Override
    public void close() {
        engine.close();
        if (directory != null) {
            remove(directory);
        }
    }

    private static void remove(Path root) {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
            for (Path path : paths) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
