package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cancel or a query timeout ends every operator: statements that would run for minutes, each with its work in another place.
 *
 * <p>What they hold stays small, however fast the machine: a statement that outgrows {@code queryMemory} first is no test.
 * How long the end takes is printed; only a bound that a busy machine keeps as well is asserted.
 */
class CancelTest {
    private static final int RECORDS = 2_000;
    private static final long CANCEL_AFTER_MILLIS = 200;
    private static final long ENDED_WITHIN_MILLIS = 5_000;
    private static final String PAIRS = "\"r\" AS a CROSS JOIN \"r\" AS b";
    private static final String TRIPLES = PAIRS + " CROSS JOIN \"r\" AS c";

    @TempDir
    static Path directory;

    private static String url;
    private static Connection connection;
    private static ScheduledExecutorService timer;

    @BeforeAll
    static void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        fill(connection, "r", RECORDS);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO records (ring, payload, vector) SELECT 'v', payload, '[1, 0, 0]' FROM records");
        }
        timer = Executors.newSingleThreadScheduledExecutor();
    }

    @AfterAll
    static void closeStore() throws SQLException {
        timer.shutdownNow();
        connection.close();
    }

    /** A statement, and the operator that works long in it. */
    private record Endless(String operator, String sql) {}

    private static List<Endless> statements() throws Exception {
        return List.of(
                new Endless("nested loop join", "SELECT COUNT(*) FROM " + TRIPLES + " WHERE a.n + b.n < c.n"),
                new Endless(
                        "hash join",
                        "SELECT COUNT(*) FROM (SELECT n, 1 AS k FROM \"r\") a JOIN (SELECT n, 1 AS k FROM \"r\") b ON a.k = b.k"
                                + " JOIN (SELECT n, 1 AS k FROM \"r\") c ON b.k = c.k WHERE a.n + b.n + c.n < 0"),
                new Endless(
                        "lookup join",
                        "SELECT COUNT(*) FROM " + PAIRS
                                + " JOIN records AS d ON d.ring = CASE WHEN MOD(a.n + b.n, 2) = 0 THEN 'r' ELSE 'v' END"),
                new Endless(
                        "aggregate", "SELECT a.n + b.n + c.n, COUNT(*) FROM " + TRIPLES + " GROUP BY a.n + b.n + c.n"),
                new Endless("distinct", "SELECT DISTINCT MOD(a.n * b.n + c.n, 97) FROM " + TRIPLES),
                new Endless(
                        "sort with limit", "SELECT a.n FROM " + TRIPLES + " ORDER BY a.n * 7 - b.n * 3 + c.n LIMIT 5"),
                new Endless(
                        "window",
                        "SELECT MAX(m) FROM (SELECT MAX(x) OVER (ORDER BY y ROWS BETWEEN 50000 PRECEDING AND 40000 PRECEDING) AS m"
                                + " FROM (SELECT a.n * b.n AS x, a.n + b.n AS y FROM " + PAIRS
                                + " WHERE a.n < 100) AS t) AS u"),
                new Endless(
                        "sort of the window's rows",
                        "SELECT MAX(m) FROM (SELECT ROW_NUMBER() OVER (PARTITION BY MOD(a.n, 3) ORDER BY a.n * 7 - b.n) AS m FROM "
                                + PAIRS + " WHERE a.n < 500) AS t CROSS JOIN " + TRIPLES),
                new Endless(
                        "recursion",
                        "WITH RECURSIVE t (k) AS (SELECT 1 UNION ALL SELECT MOD(k + 1, 1000) FROM t) SELECT COUNT(*) FROM t"),
                new Endless(
                        "correlated sub-query",
                        "SELECT COUNT(*) FROM " + PAIRS
                                + " WHERE EXISTS (SELECT 1 FROM \"r\" AS c WHERE c.n > a.n + b.n + 100000)"),
                new Endless(
                        "set operations",
                        "SELECT MOD(a.n - b.n, 97) FROM " + TRIPLES + " INTERSECT SELECT MOD(a.n, 89) FROM " + TRIPLES),
                new Endless("rows to the caller", "SELECT a.n, b.n, c.n FROM " + TRIPLES),
                new Endless(
                        "RETRIEVE of every row",
                        "SELECT COUNT(*) FROM " + PAIRS
                                + ", LATERAL TABLE(RETRIEVE(VECTOR('[0, 1, 0]'), ring => 'v', budget => 5)) AS h"),
                new Endless(
                        "vector distances",
                        "SELECT SUM(COSINE_DISTANCE(a._vector, b._vector)) FROM \"v\" AS a CROSS JOIN \"v\" AS b CROSS JOIN \"r\" AS c"),
                new Endless(
                        "INSERT … SELECT",
                        "INSERT INTO records (ring, payload) SELECT 'w', '{}' FROM " + TRIPLES
                                + " WHERE a.n + b.n + c.n < 0"),
                new Endless(
                        "UPDATE",
                        "UPDATE \"r\" SET n = 1 WHERE n IN (SELECT MOD(a.n * b.n - c.n, 97) - 5000000 FROM " + TRIPLES
                                + ")"),
                new Endless(
                        "DELETE",
                        "DELETE FROM \"r\" WHERE n IN (SELECT MOD(a.n * b.n - c.n, 97) - 5000000 FROM " + TRIPLES
                                + ")"),
                new Endless(
                        "CALL IMPORT_JSONL", "CALL IMPORT_JSONL('" + manyLines() + "', default_ring => 'imported')"),
                new Endless("planning", manyJoins()));
    }

    private static Path manyLines() throws Exception {
        Path file = directory.resolve("many.jsonl");
        if (!Files.exists(file)) {
            byte[] lines = "{\"text\": \"some words of a document\", \"n\": 1}\n"
                    .repeat(20_000)
                    .getBytes(StandardCharsets.UTF_8);
            try (var out = Files.newOutputStream(file)) {
                for (int i = 0; i < 100; i++) {
                    out.write(lines);
                }
            }
        }
        return file;
    }

    private static String manyJoins() {
        StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM \"r\" AS t0");
        for (int i = 1; i < 30; i++) {
            sql.append(" JOIN \"r\" AS t")
                    .append(i)
                    .append(" ON t")
                    .append(i)
                    .append(".n = t")
                    .append(i - 1)
                    .append(".n");
        }
        return sql.toString();
    }

    @TestFactory
    Stream<DynamicTest> cancels() throws Exception {
        return statements().stream()
                .map(statement -> DynamicTest.dynamicTest(statement.operator, () -> {
                    try (Connection own = open(url);
                            Statement running = own.createStatement()) {
                        AtomicLong cancelledNanos = new AtomicLong();
                        timer.schedule(
                                () -> {
                                    cancelledNanos.set(System.nanoTime());
                                    running.cancel();
                                    return null;
                                },
                                CANCEL_AFTER_MILLIS,
                                TimeUnit.MILLISECONDS);
                        SQLException stopped = run(running, statement.sql);
                        assertStopped(statement, "cancel", stopped, cancelledNanos.get());
                        assertUsable(running);
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> timeouts() throws Exception {
        return statements().stream()
                .map(statement -> DynamicTest.dynamicTest(statement.operator, () -> {
                    try (Connection own = open(url);
                            Statement running = own.createStatement()) {
                        running.setQueryTimeout(1);
                        long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
                        SQLException stopped = run(running, statement.sql);
                        assertStopped(statement, "timeout", stopped, due);
                        if (stopped != null) {
                            assertInstanceOf(SQLTimeoutException.class, stopped);
                        }
                        running.setQueryTimeout(0);
                        assertUsable(running);
                    }
                }));
    }

    /** Runs to the end or to the failure it returns. */
    private static SQLException run(Statement statement, String sql) {
        try {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
            }
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private static void assertStopped(Endless statement, String how, SQLException stopped, long dueNanos) {
        long late = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - dueNanos);
        if (stopped == null && statement.operator.equals("planning")) {
            System.out.println(how + " of planning: it was done before");
            return;
        }
        assertNotNull(stopped, statement.operator + " ended by itself: it is no test of being stopped");
        assertEquals("57014", stopped.getSQLState(), stopped.getMessage());
        System.out.println(how + " of " + statement.operator + ": " + late + " ms late");
        assertTrue(late < ENDED_WITHIN_MILLIS, statement.operator + " ended " + late + " ms late");
    }

    private static void assertUsable(Statement statement) throws SQLException {
        List<String> rows = new ArrayList<>(list(statement.executeQuery("SELECT 1")));
        assertEquals(List.of("1"), rows);
    }
}
