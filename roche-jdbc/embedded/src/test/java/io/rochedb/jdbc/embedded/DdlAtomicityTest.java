package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DDL that writes records beside other sessions: it is there whole or not at all, and gives way to nobody. */
@Timeout(120)
class DdlAtomicityTest {
    private static final int RECORDS = 2_000;
    private static final int ROUNDS = 8;

    private String url;
    private Connection connection;
    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        fill(connection, "r", RECORDS);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private interface Work {
        void run(Connection own) throws SQLException;
    }

    private void start(Work work) {
        Thread thread = new Thread(() -> {
            try (Connection own = open(url)) {
                while (!done.get()) {
                    work.run(own);
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
                done.set(true);
            }
        });
        thread.start();
        threads.add(thread);
    }

    private void finish() throws InterruptedException {
        done.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertNull(failure.get(), () -> String.valueOf(failure.get()));
    }

    @Test
    void createTableAsIsSeenWithItsRows() throws Exception {
        start(own -> {
            try {
                assertEquals(RECORDS, count(own, "copy"));
            } catch (SQLException e) {
                assertEquals("42P01", e.getSQLState(), e.getMessage());
            }
        });
        start(own -> update(own, "UPDATE \"r\" SET x = 1 WHERE n = ?", (int) (System.nanoTime() % RECORDS)));
        for (int i = 0; i < ROUNDS && !done.get(); i++) {
            assertEquals(
                    RECORDS, update(connection, "CREATE TABLE copy (n INTEGER PRIMARY KEY) AS SELECT n FROM \"r\""));
            assertState("23505", () -> update(connection, "INSERT INTO copy VALUES (5)"));
            update(connection, "DROP TABLE copy");
        }
        finish();
    }

    @Test
    void createTableAsThatFailsWasNeverThere() throws SQLException {
        assertState(
                "23505",
                () -> update(connection, "CREATE TABLE copy (n INTEGER PRIMARY KEY) AS SELECT MOD(n, 10) FROM \"r\""));
        assertState("22012", () -> update(connection, "CREATE TABLE copy AS SELECT 1 / (n - 1999) AS x FROM \"r\""));
        assertState("42P01", () -> count(connection, "copy"));
        assertEquals(0, update(connection, "CREATE TABLE copy (n INTEGER)"));
        assertEquals(0, update(connection, "CREATE TABLE IF NOT EXISTS copy AS SELECT n FROM \"r\""));
        assertEquals(0, count(connection, "copy"));
    }

    @Test
    void addColumnWithDefaultIsSeenWhole() throws Exception {
        update(connection, "CREATE TABLE r (n INTEGER)");
        AtomicInteger round = new AtomicInteger();
        start(own -> {
            try {
                assertEquals(List.of(), list(own, "SELECT n FROM r WHERE c" + round.get() + " IS NULL"));
            } catch (SQLException e) {
                assertEquals("42703", e.getSQLState(), e.getMessage());
            }
        });
        for (int writer = 0; writer < 2; writer++) {
            start(own -> {
                update(own, "UPDATE r SET n = n + 0 WHERE n = ?", (int) (System.nanoTime() % RECORDS));
                update(own, "INSERT INTO r (n) VALUES (-1)");
            });
        }
        for (int i = 0; i < ROUNDS && !done.get(); i++) {
            round.set(i);
            String notNull = i % 2 == 0 ? " NOT NULL" : "";
            update(connection, "ALTER TABLE r ADD COLUMN c" + i + " INTEGER" + notNull + " DEFAULT 7");
            assertEquals(List.of(), list(connection, "SELECT n FROM r WHERE c" + i + " IS NULL"));
        }
        finish();
        assertTrue(count(connection, "r") > RECORDS, "the writers have written");
    }

    /** What looks at existing records, or writes them, ends when it is asked to, and leaves nothing. */
    @Test
    void ddlIsCancelled() throws SQLException {
        List<String> statements = List.of(
                "CREATE TABLE long AS SELECT a.n FROM \"r\" a CROSS JOIN \"r\" b CROSS JOIN \"r\" c WHERE a.n + b.n + c.n < 0",
                "CREATE TABLE long (n INTEGER) AS SELECT a.n FROM \"r\" a CROSS JOIN \"r\" b CROSS JOIN \"r\" c");
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                timer.schedule(
                        () -> {
                            statement.cancel();
                            return null;
                        },
                        100,
                        TimeUnit.MILLISECONDS);
                assertState("57014", () -> statement.executeUpdate(sql));
                assertState("42P01", () -> count(connection, "long"));
            }
        } finally {
            timer.shutdownNow();
        }
    }
}
