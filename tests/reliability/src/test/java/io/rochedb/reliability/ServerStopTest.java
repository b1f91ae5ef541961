package io.rochedb.reliability;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM lets what runs come to its end before the stores close. */
class ServerStopTest {
    private static final int MANY = 60_000;

    @TempDir
    Path directory;

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerChild.class.getName(),
                        directory.toString(),
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String url(Process child) throws IOException {
        BufferedReader out = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        assertTrue(line != null && line.startsWith(ServerChild.READY), "the server said: " + line);
        return line.substring(ServerChild.READY.length());
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void aStatementThatRunsEndsWell() throws Exception {
        Process child = start();
        try (Connection connection = DriverManager.getConnection(url(child));
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO \"log\" (n) VALUES (0)");
            CompletableFuture<Integer> written = CompletableFuture.supplyAsync(() -> {
                try {
                    return statement.executeUpdate(
                            "INSERT INTO \"log\" (n) SELECT i FROM TABLE(GENERATE_SERIES(1, " + MANY + ")) AS s(i)");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            Thread.sleep(150);
            child.destroy();
            assertEquals(MANY, written.get());
            assertEquals(143, child.waitFor());
        } finally {
            child.destroyForcibly().waitFor();
        }
        Process again = start();
        try (Connection connection = DriverManager.getConnection(url(again));
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM \"log\"")) {
            assertTrue(count.next());
            assertEquals(MANY + 1, count.getInt(1));
        } finally {
            again.destroyForcibly().waitFor();
        }
    }
}
