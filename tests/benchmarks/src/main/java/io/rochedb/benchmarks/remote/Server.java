package io.rochedb.benchmarks.remote;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process that serves, a child of this one; it ends with this one. */
final class Server implements AutoCloseable {
    private static final long STOP_SECONDS = 5;

    private final Process process;
    private final int[] ports;
    private final String version;
    private final Thread atExit = new Thread(this::stop, "stop-server");

    private Server(Process process, String version, int... ports) {
        this.process = process;
        this.ports = ports;
        this.version = version;
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    int port() {
        return ports[0];
    }

    /** Returns the port of the other door. */
    int secondPort() {
        return ports[1];
    }

    String version() {
        return version;
    }

    /** Starts a JVM with a server in it; it ends when its input does. */
    static Server jvm(String kind, Path directory, String version) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector",
                "-Xmx3g",
                "-cp",
                System.getProperty("java.class.path"),
                ServerJvm.class.getName(),
                kind,
                directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(directory.resolve("errors.log").toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = output.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("the process ended at once: " + lastLine(directory.resolve("errors.log")));
        }
        return new Server(
                process,
                version,
                Arrays.stream(line.strip().split(" "))
                        .mapToInt(Integer::parseInt)
                        .toArray());
    }

    /** Starts a program that listens on a port it was told; what it prints goes to a file. */
    static Server program(List<String> command, int port, Path directory, String version) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.log").toFile())
                .start();
        return new Server(process, version, port);
    }

    /** Runs a program to its end and returns what it printed. */
    static String run(List<String> command, Duration limit) throws IOException, InterruptedException {
        Path output = Files.createTempFile("roche-bench", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            String text = Files.readString(output);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(command.get(0) + " failed: " + text.strip());
            }
            return text.strip();
        } finally {
            Files.delete(output);
        }
    }

    /** Finds a program in directories or on the path. */
    static Optional<Path> find(String name, String... directories) {
        Stream<String> path =
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1));
        return Stream.concat(Arrays.stream(directories), path)
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String lastLine(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return lines.isEmpty() ? "no message" : lines.get(lines.size() - 1);
    }

    /** Returns the CPU time of the process and its children. */
    long cpuNanos() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle ->
                        handle.info().totalCpuDuration().orElse(Duration.ZERO).toNanos())
                .sum();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    private void stop() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                children.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        stop();
    }
}
