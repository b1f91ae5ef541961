package io.rochedb.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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

/**
 * E1: batches of {@value #BATCH} rows of 100 bytes into a fresh store, each batch one commit, beside H2 and SQLite; a score is the time of a batch.
 * DuckDB takes rows of a prepared statement one by one and is left out: 1,000 take it about a second.
 *
 * <p>"file" is RocheDB with {@code durability=buffered}; the others as they come: H2 writes behind, SQLite syncs each commit.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class InsertBenchmark {
    static final int BATCH = 1_000;

    @Param({"roche", "h2", "sqlite"})
    private String engine;

    @Param({"memory", "file"})
    private String store;

    private final String payload = "x".repeat(100);
    private Path directory;
    private Connection connection;
    private PreparedStatement insert;

    @Setup(Level.Iteration)
    public void open() throws SQLException, IOException {
        directory = Files.createTempDirectory("roche-insert");
        Peer peer = Peer.of(engine);
        connection = store.equals("memory") ? peer.memory() : peer.file(directory.toString());
        peer.declare(connection, "CREATE TABLE records (ring VARCHAR(40), payload VARCHAR(200))");
        connection.setAutoCommit(false);
        insert = connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)");
    }

    @TearDown(Level.Iteration)
    public void close() throws SQLException, IOException {
        connection.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    @Benchmark
    public int batch() throws SQLException {
        for (int i = 0; i < BATCH; i++) {
            insert.setString(1, "bench");
            insert.setString(2, payload);
            insert.addBatch();
        }
        int rows = insert.executeBatch().length;
        connection.commit();
        return rows;
    }
}
