package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * R1: RocheDB over loopback beside PostgreSQL, H2's server and Redis, those that are there. Arguments: {@code --check} for every row once, too
 * short for figures, and failing when one did not run; then the page.
 */
public final class RemoteBenchmarks {
    private static final String CHECK = "--check";

    private RemoteBenchmarks() {}

    public static void main(String[] args) throws IOException {
        boolean check = args[0].equals(CHECK);
        Path page = Path.of(args[check ? 1 : 0]);
        Sizes sizes = check ? Sizes.CHECK : Sizes.MEASURE;
        Guard guard = new Guard();
        Path directory = Files.createTempDirectory("roche-remote");
        // PostgreSQL may run as somebody else.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Harness harness = new Harness(sizes, guard);
        List<String> above = new ArrayList<>();
        List<String> absent;
        double before = load();
        try (Peers peers = new Peers(directory, sizes, guard)) {
            peers.start();
            harness.run(peers.present());
            absent = peers.absent();
            above.add(conditions(peers, before));
            absent.forEach(line -> above.add("Not run: " + Report.oneLine(line) + "."));
        } finally {
            delete(directory);
        }
        new Report(harness.results()).write(page, above);
        boolean failed = absent.stream().anyMatch(line -> !line.endsWith("not installed"))
                || harness.results().stream().anyMatch(result -> result.samples() == null);
        if (check && failed) {
            System.err.println("rows did not run; they are in " + page);
            System.exit(1);
        }
        System.exit(0);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String conditions(Peers peers, double loadBefore) {
        List<String> versions = new ArrayList<>(peers.versions());
        versions.removeIf(String::isEmpty);
        return String.format(
                Locale.ROOT,
                "%d cores, load average %.1f before and %.1f after; JDK %s; %s.",
                Runtime.getRuntime().availableProcessors(),
                loadBefore,
                load(),
                Runtime.version(),
                String.join(", ", versions));
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            System.err.println("files stay in " + directory + ": " + e);
        }
    }
}
