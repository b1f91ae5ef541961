package io.rochedb.integrations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** HikariCP over an embedded store. */
class HikariTest {
    private static HikariConfig config(String name) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:roche:mem:hikari_" + name + "?keepAlive=true");
        config.setMaximumPoolSize(4);
        return config;
    }

    private static void create(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS accounts (id INTEGER NOT NULL PRIMARY KEY, amount INTEGER NOT NULL)");
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM accounts")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void insert(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("INSERT INTO accounts VALUES (" + id + ", 100)"));
        }
    }

    @Test
    void manyThreadsShareAPool() throws Exception {
        try (HikariDataSource pool = new HikariDataSource(config("threads"))) {
            create(pool);
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Callable<Void>> work = IntStream.range(0, 200)
                    .mapToObj(id -> (Callable<Void>) () -> {
                        try (Connection connection = pool.getConnection()) {
                            insert(connection, id);
                        }
                        return null;
                    })
                    .toList();
            for (Future<Void> done : threads.invokeAll(work)) {
                done.get();
            }
            threads.shutdown();
            try (Connection connection = pool.getConnection()) {
                assertEquals(200, count(connection));
            }
            assertTrue(pool.getHikariPoolMXBean().getTotalConnections() <= 4);
        }
    }

    @Test
    void withoutAutoCommitWhatIsNotCommittedIsRolledBackOnReturn() throws SQLException {
        HikariConfig config = config("manual");
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            create(pool);
            try (Connection connection = pool.getConnection()) {
                assertFalse(connection.getAutoCommit());
                insert(connection, 1);
                connection.commit();
                insert(connection, 2);
            }
            try (Connection connection = pool.getConnection()) {
                assertEquals(1, count(connection));
            }
        }
    }

    @Test
    void aReadOnlyPoolRefusesWrites() throws SQLException {
        try (HikariDataSource writers = new HikariDataSource(config("readonly"))) {
            create(writers);
            HikariConfig config = config("readonly");
            config.setReadOnly(true);
            try (HikariDataSource readers = new HikariDataSource(config);
                    Connection connection = readers.getConnection()) {
                assertTrue(connection.isReadOnly());
                assertEquals(0, count(connection));
                SQLException refused = assertThrows(SQLException.class, () -> insert(connection, 1));
                assertEquals("25006", refused.getSQLState());
            }
        }
    }

    @Test
    void stateSetByOneUserIsResetForTheNext() throws SQLException {
        HikariConfig config = config("reset");
        config.setMaximumPoolSize(1);
        config.setSchema("roche");
        config.setConnectionTestQuery("SELECT 1");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            create(pool);
            try (Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                connection.setReadOnly(true);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                connection.setNetworkTimeout(Runnable::run, 5_000);
            }
            try (Connection connection = pool.getConnection()) {
                assertTrue(connection.getAutoCommit());
                assertFalse(connection.isReadOnly());
                assertEquals(Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
                insert(connection, 1);
                assertEquals(1, count(connection));
            }
        }
    }

    @Test
    void evictedAndBrokenConnectionsAreReplaced() throws Exception {
        HikariConfig config = config("evict");
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            create(pool);
            Connection first = pool.getConnection();
            Connection real = first.unwrap(Connection.class);
            pool.evictConnection(first);
            for (int i = 0; i < 100 && !real.isClosed(); i++) {
                // The pool closes it in a thread of its own.
                Thread.sleep(50);
            }
            assertTrue(real.isClosed());
            try (Connection second = pool.getConnection()) {
                assertNotSame(real, second.unwrap(Connection.class));
                assertTrue(second.isValid(1));
                second.unwrap(Connection.class).abort(Runnable::run);
                assertFalse(second.isValid(1));
                assertEquals(
                        "08003",
                        assertThrows(SQLException.class, () -> count(second)).getSQLState());
            }
            try (Connection third = pool.getConnection()) {
                assertEquals(0, count(third));
            }
        }
    }

    @Test
    void aFullPoolTimesOutAndALeakIsTold() throws Exception {
        HikariConfig config = config("leak");
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(250);
        config.setLeakDetectionThreshold(2_000);
        Logger logger = (Logger) LoggerFactory.getLogger("com.zaxxer.hikari.pool.ProxyLeakTask");
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        try (HikariDataSource pool = new HikariDataSource(config);
                Connection held = pool.getConnection()) {
            assertThrows(SQLTransientConnectionException.class, pool::getConnection);
            for (int i = 0; i < 100 && told.list.isEmpty(); i++) {
                Thread.sleep(100);
            }
            assertTrue(told.list.get(0).getFormattedMessage().contains("leak"), told.list.toString());
            assertTrue(held.isValid(1));
        } finally {
            logger.detachAppender(told);
        }
    }
}
