package io.rochedb.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
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
 * E1: queries over 100,000 rows {@code t (id, grp, val, txt)}, drained to the last row with every value read, beside H2, SQLite and
 * DuckDB, all in memory. RocheDB's rows are JSON documents of one ring, without an index; the texts of the queries are the same everywhere.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms3g", "-Xmx3g", "--add-modules=jdk.incubator.vector"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class QueryBenchmark {
    private static final int ROWS = 100_000;
    private static final int GROUPS = 100;
    private static final int SIDE = 1_000;
    private static final int REFERENCES = 10_000;

    @Param({"roche", "h2", "sqlite", "duckdb"})
    private String engine;

    @Param({"select", "where", "orderBy", "groupBy", "join", "cte", "exists"})
    private String query;

    private Connection connection;
    private PreparedStatement prepared;
    private int columns;

    @Setup(Level.Trial)
    public void load() throws SQLException {
        Peer peer = Peer.of(engine);
        connection = peer.memory();
        fill(peer, connection);
        prepared = connection.prepareStatement(sql(query));
        columns = prepared.getMetaData().getColumnCount();
    }

    static void fill(Peer peer, Connection connection) throws SQLException {
        peer.declare(
                connection,
                "CREATE TABLE t (id BIGINT PRIMARY KEY, grp BIGINT, val DOUBLE PRECISION, txt VARCHAR(32))");
        peer.declare(connection, "CREATE TABLE a (k BIGINT, x BIGINT)");
        peer.declare(connection, "CREATE TABLE b (k BIGINT, x BIGINT)");
        peer.declare(connection, "CREATE TABLE u (r BIGINT)");
        // without it H2 and SQLite look through all of u for each row of t: minutes
        peer.declare(connection, "CREATE INDEX u_r ON u (r)");
        Random random = new Random(42);
        peer.load(connection, "t", "(id, grp, val, txt)", ROWS, i ->
                new Object[] {(long) i, (long) random.nextInt(GROUPS), random.nextDouble(), "text " + i});
        peer.load(connection, "a", "(k, x)", SIDE, i -> new Object[] {1L, (long) i});
        peer.load(connection, "b", "(k, x)", SIDE, i -> new Object[] {1L, (long) i});
        peer.load(connection, "u", "(r)", REFERENCES, i -> new Object[] {(long) random.nextInt(ROWS)});
    }

    static String sql(String query) {
        return switch (query) {
            case "select" -> "SELECT id, grp, val, txt FROM t";
            case "where" -> "SELECT id, grp, val, txt FROM t WHERE val < 0.5";
            case "orderBy" -> "SELECT id, grp, val, txt FROM t ORDER BY val";
            case "groupBy" -> "SELECT grp, COUNT(*), SUM(val), AVG(val) FROM t GROUP BY grp";
            case "join" -> "SELECT a.x, b.x FROM a JOIN b ON a.k = b.k";
            case "cte" ->
                "WITH low AS (SELECT grp, val FROM t WHERE val < 0.5), sums AS (SELECT grp, SUM(val) AS s FROM low GROUP BY grp)"
                        + " SELECT COUNT(*), SUM(s) FROM sums";
            default -> "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.r = t.id)";
        };
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        connection.close();
    }

    @Benchmark
    public long drain() throws SQLException {
        long hash = 0;
        try (ResultSet rows = prepared.executeQuery()) {
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    hash = hash * 31 + rows.getObject(i).hashCode();
                }
            }
        }
        return hash;
    }
}
