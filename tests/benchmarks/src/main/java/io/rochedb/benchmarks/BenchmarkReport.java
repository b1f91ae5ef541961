package io.rochedb.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes the table of docs/benchmarks.md: arguments JMH's JSON file, the JSON file of {@link FirstConnection}, page; the table replaces what lies
 * between the page's two marks.
 */
public final class BenchmarkReport {
    private static final String BEGIN = "<!-- table: begin -->";
    private static final String END = "<!-- table: end -->";

    /** Benchmark, parameter, and the target of the plan in the unit of the row. */
    private record Row(String key, String label, double factor, String unit, String target) {}

    /** The queries over 100,000 rows and what they may take, in ms. */
    private static final Map<String, String> QUERIES = queries();

    private static Map<String, String> queries() {
        Map<String, String> queries = new LinkedHashMap<>();
        queries.put("select", "12");
        queries.put("where", "18");
        queries.put("orderBy", "35");
        queries.put("groupBy", "42");
        queries.put("join", "85");
        queries.put("cte", "28");
        queries.put("exists", "22");
        return queries;
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>(List.of(
                new Row("EngineBenchmark.locate", "E0 locate", 1, "ns", "25"),
                new Row("EngineBenchmark.nextVisit", "E0 nextVisit", 1, "ns", "25"),
                new Row("EngineBenchmark.nextJoin", "E0 nextJoin", 1, "ns", "60"),
                new Row("PutBenchmark.put memory", "E0 put, memory", 1e6 / PutBenchmark.BATCH, "ns", "250"),
                new Row(
                        "PutBenchmark.put buffered",
                        "E0 put, durable, buffered",
                        1e6 / PutBenchmark.BATCH,
                        "ns",
                        "2500"),
                new Row("EngineBenchmark.getRandom", "E0 get, random of 1 M", 1, "ns", "250"),
                new Row("EngineBenchmark.getHot", "E0 get, hot", 1, "ns", "20"),
                new Row("SearchBenchmark.global engine", "E0 retrieve 8 of 20,000 × 64", 1, "µs", "250"),
                new Row("SearchBenchmark.routed engine", "E0 retrieve 8 of a ring of 200", 1, "µs", "5"),
                new Row("SearchBenchmark.global sql", "E1 retrieve 8 of 20,000 × 64", 1, "µs", ""),
                new Row("SearchBenchmark.routed sql", "E1 retrieve 8 of a ring of 200", 1, "µs", ""),
                new Row("StellarBenchmark.engine", "E0 22 of 105 records of 6 rings", 1, "µs", "40"),
                new Row("StellarBenchmark.sql", "E1 22 of 105 records of 6 rings", 1, "µs", "80")));
        addPeers(rows, "SelectBenchmark.preparedPointSelect %s", "E1 prepared point select", 1, "µs", "2");
        addPeers(rows, "SelectBenchmark.literalPointSelect %s", "E1 literal point select, cached plan", 1, "µs", "6");
        addPeers(
                rows,
                "SelectBenchmark.freshLiteralPointSelect %s",
                "E1 literal point select, new literal",
                1,
                "µs",
                "");
        addPeers(rows, "SelectBenchmark.preparePointSelect %s", "E1 prepare, miss, fast shape", 1, "µs", "100");
        addPeers(rows, "SelectBenchmark.prepareGeneral %s", "E1 prepare, miss, general", 1e-3, "ms", "10");
        addPeers(rows, "SelectBenchmark.prepareNewCode %s", "E1 prepare, miss, general, new code", 1e-3, "ms", "10");
        addPeers(rows, "SelectBenchmark.ringScan %s", "E1 ring scan, 1,000 rows", 1, "µs", "");
        double perRow = 1e3 / InsertBenchmark.BATCH;
        addPeers(rows, "InsertBenchmark.batch %s memory", "E1 batch insert, memory, a row", perRow, "ns", "2500");
        addPeers(rows, "InsertBenchmark.batch %s file", "E1 batch insert, durable, a row", perRow, "ns", "5000");
        QUERIES.forEach((query, target) ->
                addPeers(rows, "QueryBenchmark.drain %s " + query, "E1 SQL, 100 k rows: " + query, 1, "ms", target));
        addPeers(rows, "%s connect", "E1 first connection, cold JVM", 1, "ms", "900");
        addPeers(rows, "%s query", "E1 first query after it", 1, "ms", "");
        return List.copyOf(rows);
    }

    /** Adds a row and, below it, the same of the databases beside which it stands. */
    private static void addPeers(List<Row> rows, String key, String label, double factor, String unit, String target) {
        rows.add(new Row(String.format(Locale.ROOT, key, "roche"), label, factor, unit, target));
        rows.add(new Row(String.format(Locale.ROOT, key, "h2"), "— H2", factor, unit, ""));
        rows.add(new Row(String.format(Locale.ROOT, key, "sqlite"), "— SQLite", factor, unit, ""));
        rows.add(new Row(String.format(Locale.ROOT, key, "duckdb"), "— DuckDB", factor, unit, ""));
    }

    private BenchmarkReport() {}

    public static void main(String[] args) throws IOException {
        Map<String, JsonNode> results = read(Path.of(args[0]));
        Path connections = Path.of(args[1]);
        if (Files.exists(connections)) {
            new ObjectMapper()
                    .readTree(connections.toFile())
                    .fields()
                    .forEachRemaining(entry -> results.put(entry.getKey(), entry.getValue()));
        }
        List<String> table = new ArrayList<>();
        table.add("| row | median | least to most | target |");
        table.add("|---|---:|---:|---:|");
        for (Row row : rows()) {
            JsonNode metric = results.get(row.key);
            if (metric == null && row.label.startsWith("—")) {
                continue;
            }
            if (metric == null) {
                table.add("| " + row.label + " | not run | | " + row.target + " |");
                continue;
            }
            JsonNode percentiles = metric.get("scorePercentiles");
            String target = row.target.isEmpty() ? "" : row.target + " " + row.unit;
            table.add(String.format(
                    Locale.ROOT,
                    "| %s | %s %s | %s to %s | %s |",
                    row.label,
                    figure(percentiles.get("50.0").asDouble() * row.factor),
                    row.unit,
                    figure(percentiles.get("0.0").asDouble() * row.factor),
                    figure(percentiles.get("100.0").asDouble() * row.factor),
                    target));
        }
        Path page = Path.of(args[2]);
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        Files.writeString(
                page, text.substring(0, begin) + "\n" + String.join("\n", table) + "\n" + text.substring(end));
        table.forEach(System.out::println);
    }

    /** Three digits that count, which is more than a short run knows. */
    private static String figure(double value) {
        String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value >= 1 ? "%.2f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    private static Map<String, JsonNode> read(Path file) throws IOException {
        Map<String, JsonNode> results = new LinkedHashMap<>();
        for (JsonNode run : new ObjectMapper().readTree(file.toFile())) {
            String name = run.get("benchmark").asText();
            StringBuilder key = new StringBuilder(name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1));
            JsonNode parameters = run.get("params");
            if (parameters != null) {
                parameters.forEach(value -> key.append(' ').append(value.asText()));
            }
            results.put(key.toString(), run.get("primaryMetric"));
        }
        return results;
    }
}
