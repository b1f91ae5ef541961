package io.rochedb.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

/**
 * E1: selects through JDBC in process, beside H2 and SQLite, all in memory: 100,000 rows of 100 bytes in 100 rings.
 *
 * <p>H2 and SQLite hold a table with the ring as an indexed column and the id as primary key.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class SelectBenchmark {
    private static final int ROWS = 100_000;
    private static final int RINGS = 100;

    @Param({"roche", "h2", "sqlite"})
    private String engine;

    private Connection connection;
    private PreparedStatement byId;
    private PreparedStatement byRing;
    private Statement statement;
    private String literal;
    private final List<String> ids = new ArrayList<>();
    private int next;

    @Setup(Level.Trial)
    public void load() throws SQLException {
        switch (engine) {
            case "roche" -> connection = DriverManager.getConnection("jdbc:roche:mem:");
            case "h2" -> connection = DriverManager.getConnection("jdbc:h2:mem:bench");
            default -> connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        }
        boolean roche = engine.equals("roche");
        statement = connection.createStatement();
        if (!roche) {
            statement.execute(
                    "CREATE TABLE records (id VARCHAR(36) PRIMARY KEY, ring VARCHAR(40), payload VARCHAR(200))");
            statement.execute("CREATE INDEX records_ring ON records (ring)");
        }
        connection.setAutoCommit(false);
        String text = "x".repeat(100);
        String insert = roche
                ? "INSERT INTO records (ring, payload) VALUES (?, ?)"
                : "INSERT INTO records (ring, payload, id) VALUES (?, ?, ?)";
        try (PreparedStatement into = connection.prepareStatement(insert)) {
            for (int i = 0; i < ROWS; i++) {
                into.setString(1, "bench/ring-" + i % RINGS);
                into.setString(2, text);
                if (!roche) {
                    into.setString(3, String.format(Locale.ROOT, "%036d", i));
                }
                into.addBatch();
                if (i % 1_000 == 999) {
                    into.executeBatch();
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        try (ResultSet rows = statement.executeQuery("SELECT id FROM records")) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        }
        byId = connection.prepareStatement("SELECT payload FROM records WHERE id = ?");
        byRing = connection.prepareStatement("SELECT id, payload FROM records WHERE ring = ?");
        literal = "SELECT payload FROM records WHERE id = '" + ids.get(ROWS / 2) + "'";
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        connection.close();
    }

    @Benchmark
    public String preparedPointSelect() throws SQLException {
        next = (next + 7919) % ROWS;
        byId.setString(1, ids.get(next));
        try (ResultSet rows = byId.executeQuery()) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    @Benchmark
    public String literalPointSelect() throws SQLException {
        try (ResultSet rows = statement.executeQuery(literal)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    /** 1,000 rows of one ring. */
    @Benchmark
    public int ringScan() throws SQLException {
        next = (next + 1) % RINGS;
        byRing.setString(1, "bench/ring-" + next);
        int bytes = 0;
        try (ResultSet rows = byRing.executeQuery()) {
            while (rows.next()) {
                bytes += rows.getString(2).length();
            }
        }
        return bytes;
    }
}
