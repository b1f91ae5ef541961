package io.rochedb.benchmarks.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the table of remote figures between the page's two marks. */
final class Report {
    private static final String BEGIN = "<!-- remote: begin -->";
    private static final String END = "<!-- remote: end -->";

    /** How the labels of rows of many clients begin. */
    static final String THREADED = "point reads, ";

    /** Targets of the plan, by row. */
    private static final Map<String, String> TARGETS = Map.of(
            Task.GET.label(),
            "25 µs; 2 × Redis; PostgreSQL",
            Task.PUT.label(),
            "PostgreSQL, in both durabilities",
            Task.GET_MANY.label(),
            "1.5 µs; Redis pipeline",
            Task.STREAM.label(),
            "500,000 rows/s",
            THREADED + "8 clients",
            "PostgreSQL",
            THREADED + "32 clients",
            "PostgreSQL",
            THREADED + "100 clients",
            "PostgreSQL");

    private final List<Result> results;

    Report(List<Result> results) {
        this.results = results;
    }

    /** Puts lines and the table into a page. */
    void write(Path page, List<String> above) throws IOException {
        List<String> lines = new ArrayList<>(above);
        lines.add("");
        lines.add("| row | median, µs | p99, µs | a second | CPU, µs | time, of RocheDB's | target |");
        lines.add("|---|---:|---:|---:|---:|---:|---|");
        String row = "";
        for (Result result : results) {
            boolean first = !result.row().equals(row);
            row = result.row();
            if (first) {
                lines.add("| **" + row + "** | | | | | | " + TARGETS.getOrDefault(row, "") + " |");
            }
            lines.add(line(result));
        }
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(page + " has no place for the table: " + BEGIN + " and " + END);
        }
        Files.writeString(
                page,
                text.substring(0, begin + BEGIN.length()) + "\n" + String.join("\n", lines) + "\n"
                        + text.substring(end));
        lines.forEach(System.out::println);
    }

    private String line(Result result) {
        Samples samples = result.samples();
        if (samples == null) {
            return "| — " + result.peer() + " | not run: " + oneLine(result.failure()) + " | | | | | |";
        }
        int units = result.units();
        String median = samples.isTimed() ? number(samples.micros(0.5) / units) : "";
        String p99 = samples.isTimed() ? number(samples.micros(0.99) / units) : "";
        return String.format(
                Locale.ROOT,
                "| — %s | %s | %s | %,.0f | %s | %s | |",
                result.peer(),
                median,
                p99,
                samples.perSecond() * units,
                number(samples.cpuMicros() / units),
                ratio(result, samples));
    }

    /** Returns by how much longer it takes than RocheDB, which is as durable as it is where that is the question. */
    private String ratio(Result result, Samples samples) {
        String base = result.peer().equals(Peers.POSTGRESQL_ON) ? Peers.ROCHE_STRONG : Peers.ROCHE;
        if (result.peer().startsWith(Peers.ROCHE) && !result.peer().equals(Peers.AVATICA)) {
            return "";
        }
        for (Result other : results) {
            Samples own = other.samples();
            if (own != null && other.row().equals(result.row()) && other.peer().equals(base)) {
                double ratio = samples.isTimed() && !result.row().startsWith(THREADED)
                        ? samples.micros(0.5) / own.micros(0.5)
                        : own.perSecond() / samples.perSecond();
                return String.format(Locale.ROOT, "%.2f", ratio);
            }
        }
        return "";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
    }

    static String oneLine(String text) {
        return text.lines().findFirst().orElse("").replace('|', '/');
    }
}
