package io.rochedb.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool through kill -9 and restart of its server: what was acknowledged is there, nothing was written twice, what is unknown is said to be, and the
 * pool works again without anybody's help.
 */
class ServerKillTest {
    private static final int CYCLES = Integer.getInteger("rochedb.kill.server.cycles", 2);
    private static final int WRITERS = 3;
    private static final long RECOVERY_MAX_MILLIS = 60_000;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    @TempDir
    Path directory;

    private final AtomicLong numbers = new AtomicLong();
    private final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<Long> unknown = ConcurrentHashMap.newKeySet();
    private final Map<String, AtomicLong> states = new ConcurrentHashMap<>();
    private final AtomicBoolean stop = new AtomicBoolean();

    private Process start(int port) throws IOException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerChild.class.getName(),
                        directory.toString(),
                        String.valueOf(port))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertTrue(line != null && line.startsWith(ServerChild.READY), "the server said: " + line);
        return child;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private void write(HikariDataSource pool) {
        while (!stop.get()) {
            long n = numbers.incrementAndGet();
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO \"log\" (n) VALUES (?)")) {
                insert.setLong(1, n);
                insert.executeUpdate();
                acknowledged.add(n);
            } catch (SQLException e) {
                // the pool's own, when it had no connection to give for a second, has not always a state
                String state = e.getSQLState() == null && e instanceof SQLTransientConnectionException
                        ? "08001"
                        : String.valueOf(e.getSQLState());
                states.computeIfAbsent(state, key -> new AtomicLong()).incrementAndGet();
                if (state.equals("08007")) {
                    unknown.add(n);
                }
            }
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @SuppressWarnings("SystemOut")
    void aPoolOutlivesItsServer() throws Exception {
        int port = freePort();
        Process child = start(port);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:roche://127.0.0.1:" + port + "/?connectTimeout=1s");
        config.setMaximumPoolSize(WRITERS);
        config.setConnectionTimeout(1_000);
        config.setValidationTimeout(500);
        List<Thread> writers = new ArrayList<>();
        try (HikariDataSource pool = new HikariDataSource(config)) {
            for (int i = 0; i < WRITERS; i++) {
                Thread writer = new Thread(() -> write(pool), "writer-" + i);
                writers.add(writer);
                writer.start();
            }
            for (int cycle = 1; cycle <= CYCLES; cycle++) {
                awaitProgress();
                child.destroyForcibly().waitFor();
                child = start(port);
                long started = System.nanoTime();
                awaitProgress();
                System.out.println("cycle " + cycle + ": writes went on "
                        + (System.nanoTime() - started) / NANOS_PER_MILLI + " ms after the server was there again; "
                        + acknowledged.size() + " acknowledged, " + unknown.size() + " unknown, failures by state "
                        + states);
            }
            stop.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            check(pool);
        } finally {
            stop.set(true);
            child.destroyForcibly().waitFor();
        }
    }

    /** Waits for writes that began after now. */
    private void awaitProgress() throws InterruptedException {
        long from = numbers.get();
        long deadline = System.nanoTime() + RECOVERY_MAX_MILLIS * NANOS_PER_MILLI;
        while (acknowledged.stream().filter(n -> n > from).count() < 20) {
            assertTrue(System.nanoTime() < deadline, "no writes for a minute; failures by state " + states);
            Thread.sleep(5);
        }
    }

    private void check(HikariDataSource pool) throws SQLException {
        Map<Long, Integer> found = new HashMap<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM \"log\"")) {
            while (rows.next()) {
                found.merge(rows.getLong(1), 1, Integer::sum);
            }
        }
        for (long n : acknowledged) {
            assertEquals(1, found.getOrDefault(n, 0), "acknowledged " + n);
        }
        found.forEach((n, times) -> {
            assertEquals(1, times, n + " was written more than once");
            assertTrue(acknowledged.contains(n) || unknown.contains(n), n + " was said to have failed, and is there");
        });
        states.keySet()
                .forEach(state ->
                        assertTrue(state.startsWith("08"), "a failure that is none of the connection: " + states));
    }
}
