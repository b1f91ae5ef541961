package io.rochedb.benchmarks;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.SchemaChange;
import java.util.concurrent.TimeUnit;
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

/** Putting documents one by one, keys in no order, into a memory store; a score is the time of {@value IndexBenchmark#RECORDS} puts. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 4, batchSize = IndexBenchmark.RECORDS)
@Measurement(iterations = 5, batchSize = IndexBenchmark.RECORDS)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class IndexedPutBenchmark {
    @Param({"none", "unique", "unique and status"})
    private String indexes;

    private RocheEngine engine;
    private long next;

    @Setup(Level.Iteration)
    public void open() {
        engine = RocheEngine.open(EngineOptions.memory());
        next = 0;
        if (!indexes.equals("none")) {
            create("numbers", true, "no", ColumnType.Kind.BIGINT);
        }
        if (indexes.equals("unique and status")) {
            create("statuses", false, "status", ColumnType.Kind.VARCHAR);
        }
        engine.put(new RecordDraft("other", IndexBenchmark.document(0), Codec.JSON, null));
    }

    private void create(String name, boolean unique, String field, ColumnType.Kind kind) {
        engine.alter(
                new SchemaChange.CreateIndex(IndexBenchmark.index(name, unique, field, kind)), RingScope.ALL, null);
    }

    @TearDown(Level.Iteration)
    public void close() {
        engine.close();
    }

    @Benchmark
    public RecordId put() {
        return engine.put(new RecordDraft("bench", IndexBenchmark.document(next++), Codec.JSON, null));
    }
}
