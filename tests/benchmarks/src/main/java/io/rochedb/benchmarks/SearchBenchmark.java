package io.rochedb.benchmarks;

import io.rochedb.benchmarks.workload.Door;
import io.rochedb.benchmarks.workload.EngineDoor;
import io.rochedb.benchmarks.workload.SqlDoor;
import io.rochedb.benchmarks.workload.VectorBackend;
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

/** E0 and E1: the best 8 of 20,000 vectors of 64 dimensions, or of the 200 in one ring. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class SearchBenchmark {
    @Param({"engine", "sql"})
    private String door;

    private final VectorBackend workload = VectorBackend.published();
    private Door opened;
    private int next;

    @Setup(Level.Trial)
    public void load() {
        opened = door.equals("engine") ? new EngineDoor() : new SqlDoor();
        opened.load(workload.corpus());
    }

    @TearDown(Level.Trial)
    public void close() {
        opened.close();
    }

    @Benchmark
    public Object global() {
        next++;
        return opened.retrieve(workload.vector(next % 100, next), null, 8);
    }

    @Benchmark
    public Object routed() {
        next++;
        int ring = next % 100;
        return opened.retrieve(workload.vector(ring, next), "bench/ring-" + ring, 8);
    }
}
