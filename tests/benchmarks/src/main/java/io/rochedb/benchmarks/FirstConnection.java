package io.rochedb.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * E1: the first connection and the first query of a fresh JVM, by child processes that take turns. Writes a JSON file of its argument:
 * {@code {"roche connect": {"scorePercentiles": {"0.0": …, "50.0": …, "100.0": …}}, …}} in milliseconds, as JMH names them.
 */
public final class FirstConnection {
    private static final int ROUNDS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private FirstConnection() {}

    public static void main(String[] args) throws IOException, InterruptedException, SQLException {
        if (args[0].equals("--child")) {
            child(Peer.of(args[1]));
            return;
        }
        Peer[] peers = Peer.values();
        double[][] connect = new double[peers.length][ROUNDS];
        double[][] query = new double[peers.length][ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            for (Peer peer : peers) {
                String[] times = run(peer).split(" ");
                connect[peer.ordinal()][round] = Double.parseDouble(times[0]);
                query[peer.ordinal()][round] = Double.parseDouble(times[1]);
            }
        }
        List<String> entries = new ArrayList<>();
        for (Peer peer : peers) {
            String name = peer.name().toLowerCase(Locale.ROOT);
            entries.add(entry(name + " connect", connect[peer.ordinal()]));
            entries.add(entry(name + " query", query[peer.ordinal()]));
        }
        Files.writeString(Path.of(args[0]), "{" + String.join(",\n", entries) + "}\n");
    }

    private static String entry(String name, double[] times) {
        Arrays.sort(times);
        return String.format(
                Locale.ROOT,
                "\"%s\": {\"scorePercentiles\": {\"0.0\": %.1f, \"50.0\": %.1f, \"100.0\": %.1f}}",
                name,
                times[0],
                times[times.length / 2],
                times[times.length - 1]);
    }

    private static String run(Peer peer) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + "/bin/java",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FirstConnection.class.getName(),
                        "--child",
                        peer.name())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the child of " + peer + " failed");
        }
        return line.strip();
    }

    /** Connects and runs one query; prints both times. */
    private static void child(Peer peer) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = DriverManager.getConnection(peer.memoryUrl());
                Statement statement = connection.createStatement()) {
            long connected = System.nanoTime();
            try (ResultSet rows = statement.executeQuery("SELECT 1 + 1")) {
                rows.next();
            }
            long answered = System.nanoTime();
            System.out.printf(
                    Locale.ROOT,
                    "%.1f %.1f%n",
                    (connected - start) / NANOS_PER_MILLI,
                    (answered - connected) / NANOS_PER_MILLI);
        }
    }
}
