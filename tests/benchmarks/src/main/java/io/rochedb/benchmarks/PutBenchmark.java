package io.rochedb.benchmarks;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** E0: putting 100-byte records one by one into a fresh store; a score is the time of {@value #BATCH} puts. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, batchSize = PutBenchmark.BATCH)
@Measurement(iterations = 5, batchSize = PutBenchmark.BATCH)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class PutBenchmark {
    static final int BATCH = 200_000;

    @Param({"memory", "buffered"})
    private String store;

    private RocheEngine engine;
    private Path directory;
    private final byte[] payload = new byte[100];

    @Setup(Level.Iteration)
    public void open() throws IOException {
        directory = Files.createTempDirectory("roche-put");
        EngineOptions options = store.equals("memory")
                ? EngineOptions.memory()
                : EngineOptions.file(directory.resolve("store")).withDurability(EngineOptions.Durability.BUFFERED);
        engine = RocheEngine.open(options);
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        engine.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Benchmark
    public RecordId put() {
        return engine.put(new RecordDraft("bench", payload, Codec.RAW, null));
    }
}
