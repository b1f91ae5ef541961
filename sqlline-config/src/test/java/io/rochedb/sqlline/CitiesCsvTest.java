package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Cities of some countries, written as CSV and read into a fresh store: names in many scripts, with commas and quotes, codes with zeros in front,
 * vectors.
 *
 * <p>The file is looked for in the directory of {@code -Drochedb.data}, else in {@code ../shared/data} beside the project; without it the test is
 * skipped.
 */
class CitiesCsvTest {
    /** Rings of two codes: a city without the second has an empty column, of which no ring can be made. */
    private static final Pattern CHOSEN = Pattern.compile("\"ring\":\"cities/((JP|IS|GR|IL)/[^_\"]+|FR/11)\"");

    private static final String COLUMNS = "name, country, admin1, region, lat, lng, _vector";
    private static final int RECORDS_MIN = 2_000;

    @TempDir
    Path directory;

    private record Outcome(int status, String out, String err) {}

    private Outcome run(List<String> arguments) {
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
        int status = Main.run(arguments, console);
        Outcome outcome =
                new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        assertEquals(ExitCode.OK, outcome.status, outcome.err);
        return outcome;
    }

    private String export(String url, String sql) {
        return run(List.of("sql", "--url", url, "--format", "csv", "-e", sql)).out;
    }

    private String url(String store) {
        return "jdbc:roche:file:" + directory.resolve(store) + "?closeDelay=0s";
    }

    @Test
    void citiesComeBackFromCsv() throws IOException {
        Path data =
                Path.of(System.getProperty("rochedb.data", "../../shared/data")).resolve("cities.jsonl.gz");
        if (!Files.exists(data)) {
            String reason = "skipped: no " + data.normalize() + " (-Drochedb.data names its directory)";
            System.out.println("CitiesCsvTest " + reason);
            Assumptions.abort(reason);
        }
        List<String> chosen = chosen(data);
        assertTrue(chosen.size() > RECORDS_MIN, "cities chosen: " + chosen.size());
        String from = url("from");
        Path lines = Files.write(directory.resolve("cities.jsonl"), chosen);
        run(List.of(
                "import",
                "--url",
                from,
                "--file",
                lines.toString(),
                "--ring-field",
                "ring",
                "--payload-field",
                "body",
                "--vector-field",
                "embedding"));
        String all = "SELECT " + COLUMNS + " FROM \"cities/**\" ORDER BY _ring, name, lat, lng, region";
        String first = export(from, all);

        Path csv = Files.writeString(directory.resolve("cities.csv"), first);
        String to = url("to");
        Outcome imported = run(List.of(
                "import",
                "--url",
                to,
                "--csv",
                csv.toString(),
                "--ring",
                "cities/{country}/{admin1}",
                "--types",
                "name VARCHAR, country VARCHAR, admin1 VARCHAR, region VARCHAR, lat DOUBLE, lng DOUBLE",
                "--vector-field",
                "_vector"));
        assertTrue(imported.out.startsWith("imported " + chosen.size() + " records"), imported.out);
        assertEquals(first, export(to, all));
        String rings = "SELECT name, records FROM sys.rings WHERE records > 0 ORDER BY name";
        assertEquals(export(from, rings), export(to, rings));
    }

    private static List<String> chosen(Path data) throws IOException {
        List<String> chosen = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(data)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (CHOSEN.matcher(line).find()) {
                    chosen.add(line);
                }
            }
        }
        return chosen;
    }
}
