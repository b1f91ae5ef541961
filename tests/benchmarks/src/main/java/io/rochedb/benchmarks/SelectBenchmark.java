package io.rochedb.benchmarks;

import java.sql.Connection;
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
 * E1: selects through JDBC in process, beside H2, SQLite and DuckDB, all in memory: 100,000 rows of 100 bytes in 100 rings.
 *
 * <p>The others hold a table with the ring as an indexed column and the id as primary key.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms2g", "-Xmx2g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class SelectBenchmark {
    private static final int ROWS = 100_000;
    private static final int RINGS = 100;

    @Param({"roche", "h2", "sqlite", "duckdb"})
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
        Peer peer = Peer.of(engine);
        connection = peer.memory();
        peer.declare(
                connection,
                "CREATE TABLE records (ring VARCHAR(40), payload VARCHAR(200), id VARCHAR(36) PRIMARY KEY)");
        peer.declare(connection, "CREATE INDEX records_ring ON records (ring)");
        String text = "x".repeat(100);
        boolean roche = peer == Peer.ROCHE;
        peer.load(
                connection,
                "records",
                roche ? "(ring, payload)" : "(ring, payload, id)",
                ROWS,
                i -> roche
                        ? new Object[] {"bench/ring-" + i % RINGS, text}
                        : new Object[] {"bench/ring-" + i % RINGS, text, String.format(Locale.ROOT, "%036d", i)});
        statement = connection.createStatement();
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

    private String nextId() {
        next = (next + 7919) % ROWS;
        return ids.get(next);
    }

    @Benchmark
    public String preparedPointSelect() throws SQLException {
        byId.setString(1, nextId());
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

    /** Another literal each time: no text is ever seen again soon. */
    @Benchmark
    public String freshLiteralPointSelect() throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT payload FROM records WHERE id = '" + nextId() + "'")) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    /** A text never seen before of a shape that needs no general plan, with what it returns described. */
    @Benchmark
    public int preparePointSelect() throws SQLException {
        return prepare("SELECT payload AS c" + ++next + " FROM records WHERE id = ?");
    }

    /** A text never seen before that needs a general plan; it differs from others in a name, so RocheDB has compiled its code before. */
    @Benchmark
    public int prepareGeneral() throws SQLException {
        return prepare("SELECT a.ring, COUNT(*) AS c" + ++next
                + ", MAX(b.payload) FROM records a JOIN records b ON a.id = b.id"
                + " WHERE a.ring LIKE 'bench/%' GROUP BY a.ring ORDER BY 2 DESC LIMIT 10");
    }

    /** The same with an expression never seen before: its code has to be compiled. */
    @Benchmark
    public int prepareNewCode() throws SQLException {
        return prepare("SELECT a.ring, COUNT(*), MAX(b.payload || '" + ++next
                + "') FROM records a JOIN records b ON a.id = b.id"
                + " WHERE a.ring LIKE 'bench/%' GROUP BY a.ring ORDER BY 2 DESC LIMIT 10");
    }

    private int prepare(String sql) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            return prepared.getMetaData().getColumnCount();
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
