package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Results and sorts far larger than the heap, in a JVM of 128 MB. */
class SmallHeapTest {
    /** Rows of one side; the result has their square. */
    private static final int SIDE = 2_237;

    @Test
    void fiveMillionRowsStreamAndSortInASmallHeap() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeapTest.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(child.waitFor(5, TimeUnit.MINUTES), output);
        assertEquals(0, child.exitValue(), output);
        assertTrue(output.contains("streamed " + (long) SIDE * SIDE), output);
        assertTrue(output.contains("sorted " + 700L * SIDE), output);
        assertTrue(output.contains("refused 53200"), output);
    }

    /** What the child does. */
    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:?queryMemory=8m");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (k, n, s) VALUES (1, ?, ?)")) {
                for (int i = 0; i < SIDE; i++) {
                    insert.setLong(1, i);
                    insert.setString(2, "text " + i * 7919L % SIDE);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
            long rows = 0;
            try (ResultSet result = statement.executeQuery("SELECT a.n, b.s FROM t a JOIN t b ON a.k = b.k")) {
                while (result.next()) {
                    rows++;
                }
            }
            System.out.println("streamed " + rows);
            sort(statement);
            try {
                statement
                        .executeQuery("SELECT a.n, b.n, COUNT(*) FROM t a JOIN t b ON a.k = b.k GROUP BY a.n, b.n")
                        .next();
            } catch (SQLException e) {
                System.out.println("refused " + e.getSQLState() + " " + e.getMessage());
            }
        }
    }

    private static void sort(Statement statement) throws SQLException {
        long sorted = 0;
        String last = "";
        try (ResultSet result = statement.executeQuery(
                "SELECT b.s, a.n FROM t a JOIN t b ON a.k = b.k WHERE a.n < 700 ORDER BY b.s, a.n DESC")) {
            while (result.next()) {
                String text = result.getString(1);
                if (text.compareTo(last) < 0) {
                    throw new IllegalStateException(text + " after " + last);
                }
                last = text;
                sorted++;
            }
        }
        System.out.println("sorted " + sorted);
    }
}
