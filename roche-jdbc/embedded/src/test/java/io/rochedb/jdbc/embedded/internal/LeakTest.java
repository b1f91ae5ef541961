package io.rochedb.jdbc.embedded.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.StoreTarget;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that are closed, aborted and timed out in the middle of their work leave no snapshot, no lease and no thread behind. */
class LeakTest {
    private static final String NAME = "leaks";
    private static final String URL = "jdbc:roche:mem:" + NAME;
    private static final int RECORDS = 1_000;
    private static final int WORKERS = 4;
    private static final int ROUNDS = 20;
    private static final int UPDATES = 15_000;
    private static final String LONG =
            "SELECT COUNT(*) FROM \"r\" AS a CROSS JOIN \"r\" AS b CROSS JOIN \"r\" AS c WHERE a.n + b.n < c.n";

    @Test
    @Timeout(300)
    void whatEndsInTheMiddleLeavesNothing() throws Exception {
        long seed = Long.getLong("rochedb.seed", System.nanoTime());
        System.out.println("seed " + seed);
        long threadsBefore = ownThreads();
        try (Connection keeper = DriverManager.getConnection(URL)) {
            fill(keeper);
            ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
            ExecutorService others = Executors.newFixedThreadPool(WORKERS);
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < WORKERS; w++) {
                Random random = new Random(seed + w);
                Callable<Void> work = () -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        work(random, others);
                    }
                    return null;
                };
                running.add(workers.submit(work));
            }
            for (Future<?> one : running) {
                one.get();
            }
            workers.shutdown();
            others.shutdown();
            assertTrue(others.awaitTermination(60, TimeUnit.SECONDS), "somebody still closes");
            assertEquals(RECORDS, count(keeper), "what was not committed is gone");
            assertNoSnapshotIsLeft(keeper);
        }
        try (Connection again = DriverManager.getConnection(URL);
                Statement statement = again.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM records")) {
            rows.next();
            assertEquals(0, rows.getLong(1), "the store was gone with its last connection: no lease was left");
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (ownThreads() > threadsBefore && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        assertTrue(ownThreads() <= threadsBefore, "threads are left: " + names());
    }

    private static void fill(Connection connection) throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES ('r', ?)")) {
            for (int i = 0; i < RECORDS; i++) {
                insert.setString(1, "{\"n\": " + i + "}");
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static long count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM \"r\"")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** One connection that does something and ends in one way or another; every failure but an internal error is one of its kind. */
    @SuppressWarnings("resource") // leaving things open is what is tried
    private static void work(Random random, ExecutorService others) throws SQLException {
        Connection connection = DriverManager.getConnection(URL);
        int way = random.nextInt(6);
        int delayMillis = random.nextInt(40);
        try {
            connection.setNetworkTimeout(Runnable::run, 10_000);
            if (random.nextBoolean()) {
                connection.setAutoCommit(false);
            } else if (random.nextBoolean()) {
                connection.createStatement().execute("BEGIN");
            }
            Statement statement = connection.createStatement();
            if (!connection.getAutoCommit()) {
                statement.execute("INSERT INTO \"r\" (n) VALUES (-1)");
            }
            switch (way) {
                case 0 -> others.execute(() -> quietly(delayMillis, connection::close));
                case 1 -> others.execute(() -> quietly(delayMillis, () -> connection.abort(others)));
                case 2 -> {
                    // A cancel that comes before the statement has begun stops nothing.
                    statement.setQueryTimeout(2);
                    others.execute(() -> quietly(delayMillis, statement::cancel));
                }
                case 3 -> others.execute(() -> quietly(delayMillis, statement::close));
                case 4 -> statement.setQueryTimeout(1);
                default -> statement.executeQuery("SELECT n FROM \"r\"").next();
            }
            if (way < 5) {
                statement.executeQuery(LONG).next();
            }
        } catch (SQLException e) {
            if ("XX000".equals(e.getSQLState())) {
                throw e;
            }
        } finally {
            connection.close();
        }
    }

    private interface Action {
        void run() throws SQLException;
    }

    private static void quietly(int delayMillis, Action action) {
        try {
            Thread.sleep(delayMillis);
            action.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            // Something else closed it before.
        }
    }

    /** Old versions are given back only while no snapshot needs them: a forgotten one would keep every version written from here on. */
    private static void assertNoSnapshotIsLeft(Connection connection) throws SQLException {
        String payload = "{\"n\": 1, \"text\": \"" + "x".repeat(1_000) + "\"}";
        try (Statement statement = connection.createStatement();
                PreparedStatement update = connection.prepareStatement("UPDATE records SET payload = ? WHERE id = ?")) {
            statement.execute("DELETE FROM \"r\" WHERE n > 0");
            String id;
            try (ResultSet rows = statement.executeQuery("SELECT _id FROM \"r\"")) {
                rows.next();
                id = rows.getString(1);
            }
            for (int i = 0; i < UPDATES; i++) {
                update.setString(1, payload);
                update.setString(2, id);
                assertEquals(1, update.executeUpdate());
            }
        }
        Lease lease = EngineRegistry.INSTANCE.acquire(new StoreTarget.Memory(NAME), new ConnectionSettings(Map.of()));
        try {
            long resident = lease.engine().info().residentBytes();
            long written = (long) UPDATES * payload.length();
            assertTrue(resident < written / 2, resident + " bytes are held of " + written + " written to one record");
        } finally {
            lease.release();
        }
    }

    private static List<String> names() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("roche"))
                .toList();
    }

    private static long ownThreads() {
        return names().size();
    }
}
