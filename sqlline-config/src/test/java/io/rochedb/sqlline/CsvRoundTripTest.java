package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV that goes out and comes in again is the same, and the command line says what it did. */
final class CsvRoundTripTest {
    private static final String TEXT = "ab,\"\n\r;' 日é\t\\|1";

    private record Outcome(int status, String out, String err) {}

    @TempDir
    private Path directory;

    private Outcome run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                Map.of(),
                directory,
                false,
                false,
                Optional.empty());
        int status = Main.run(List.of(arguments), console);
        return new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String url() {
        return "jdbc:roche:file:" + directory.resolve("store") + "?closeDelay=0s";
    }

    private String export(String sql) {
        Outcome outcome = run("sql", "--url", url(), "--format", "csv", "-e", sql);
        assertEquals(ExitCode.OK, outcome.status(), outcome.err());
        return outcome.out();
    }

    private Outcome importCsv(String name, String csv, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve(name), csv);
        List<String> arguments = new ArrayList<>(List.of("import", "--url", url(), "--csv", file.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    @Test
    void documentsOfEveryKindComeBack() throws IOException {
        long seed = Long.getLong("roche.test.seed", System.nanoTime());
        System.out.println("CsvRoundTripTest: -Droche.test.seed=" + seed);
        Random random = new Random(seed);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            String country = List.of("JP", "FR", "DE").get(random.nextInt(3));
            lines.append("{\"no\":")
                    .append(i)
                    .append(",\"country\":\"")
                    .append(country)
                    .append('"');
            field(lines, random, "zip", "\"0" + random.nextInt(100) + "\"");
            field(lines, random, "price", (random.nextInt(1_000) - 500) / 4.0 + "");
            field(lines, random, "open", "" + random.nextBoolean());
            field(lines, random, "note", text(random));
            lines.append("}\n");
        }
        Path jsonl = Files.writeString(directory.resolve("in.jsonl"), lines.toString());
        assertEquals(
                ExitCode.OK,
                run(
                                "import",
                                "--url",
                                url(),
                                "--file",
                                jsonl.toString(),
                                "--ring-field",
                                "country",
                                "--ring-prefix",
                                "in")
                        .status());
        String columns = "no, country, zip, price, \"open\", note";
        String first = export("SELECT " + columns + " FROM \"in/*\" ORDER BY no");
        Outcome imported = importCsv("out.csv", first, "--ring", "out/{country}", "--types", "note VARCHAR");
        assertEquals(ExitCode.OK, imported.status(), imported.err());
        assertTrue(imported.out().startsWith("imported 300 records into 3 rings"), imported.out());
        assertEquals(first, export("SELECT " + columns + " FROM \"out/*\" ORDER BY no"));
        assertEquals(
                export("SELECT country, COUNT(*) AS n FROM \"in/*\" GROUP BY country ORDER BY country"),
                export("SELECT country, COUNT(*) AS n FROM \"out/*\" GROUP BY country ORDER BY country"));
    }

    private static void field(StringBuilder line, Random random, String name, String value) {
        if (random.nextInt(5) > 0) {
            line.append(",\"").append(name).append("\":").append(value);
        }
    }

    private static String text(Random random) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = random.nextInt(8); i > 0; i--) {
            json.append(String.format(Locale.ROOT, "\\u%04x", (int) TEXT.charAt(random.nextInt(TEXT.length()))));
        }
        return json.append('"').toString();
    }

    @Test
    void refusedRecordsAreToldAndCounted() throws IOException {
        Path rejects = directory.resolve("rejects.jsonl");
        Outcome outcome = importCsv("in.csv", "a,b\n1,2\n1,2,3\n", "--ring", "r", "--rejects", rejects.toString());
        assertEquals(ExitCode.REJECTS, outcome.status(), outcome.err());
        assertTrue(outcome.out().startsWith("imported 1 records into 1 rings"), outcome.out());
        assertEquals(
                "{\"line\":3,\"reason\":\"the record has 3 fields, not 2\",\"text\":\"1,2,3\"}\n",
                Files.readString(rejects));
    }

    @Test
    void optionsOfOneKindOfFileAreRefusedWithTheOther() {
        Outcome outcome = run("import", "--url", url(), "--file", "x", "--types", "a DATE");
        assertEquals(ExitCode.USAGE, outcome.status());
        assertTrue(outcome.err().contains("--types goes with --csv only"), outcome.err());
    }
}
