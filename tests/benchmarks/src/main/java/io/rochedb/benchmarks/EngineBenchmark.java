package io.rochedb.benchmarks;

import io.rochedb.engine.EngineOptions;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheEngine;
import io.rochedb.engine.model.Codec;
import io.rochedb.engine.model.RecordDraft;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.Meeting;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** E0: the engine's API in process, one million records of 100 bytes in a memory store. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class EngineBenchmark {
    private static final int RECORDS = 1_000_000;
    private static final int HOT = 1_024;
    private static final double START_SECONDS = 1_800_000_000.0;

    private RocheEngine engine;
    private ReadView view;
    private RecordId[] ids;
    private RecordId[] slow;
    private long random = 0x9E3779B97F4A7C15L;
    private int next;

    @Setup(Level.Trial)
    public void load() {
        engine = RocheEngine.open(EngineOptions.memory());
        ids = new RecordId[RECORDS];
        byte[] payload = new byte[100];
        for (int i = 0; i < RECORDS; i++) {
            ids[i] = engine.put(new RecordDraft("bench", payload, Codec.RAW, null));
        }
        slow = new RecordId[HOT];
        try (var transaction = engine.begin(RingScope.ALL, null)) {
            transaction.configureRing("logs", 30);
            transaction.commit();
        }
        for (int i = 0; i < HOT; i++) {
            slow[i] = engine.put(new RecordDraft("logs", payload, Codec.RAW, null));
        }
        view = engine.snapshot(RingScope.ALL);
    }

    @TearDown(Level.Trial)
    public void close() {
        view.close();
        engine.close();
    }

    private int randomIndex() {
        random = random * 6364136223846793005L + 1442695040888963407L;
        return (int) Long.remainderUnsigned(random, RECORDS);
    }

    @Benchmark
    public int locate() {
        next++;
        return engine.locateNode(ids[next & (HOT - 1)], START_SECONDS + next * 0.001);
    }

    @Benchmark
    public OptionalDouble nextVisit() {
        next++;
        return view.nextVisit(ids[next & (HOT - 1)], next & 7, START_SECONDS + next * 0.001);
    }

    @Benchmark
    public Optional<Meeting> nextJoin() {
        next++;
        int i = next & (HOT - 1);
        return view.nextJoin(ids[i], slow[i], START_SECONDS + next * 0.001);
    }

    @Benchmark
    public Optional<byte[]> getRandom() {
        return engine.get(ids[randomIndex()]);
    }

    @Benchmark
    public Optional<byte[]> getHot() {
        return engine.get(ids[next++ & (HOT - 1)]);
    }
}
