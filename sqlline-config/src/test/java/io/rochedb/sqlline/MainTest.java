package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands end to end: what they print, and the status they end with. */
final class MainTest {
    private record Outcome(int status, String out, String err) {}

    @TempDir
    private Path directory;

    private Outcome run(String... arguments) {
        return run("", Map.of(), arguments);
    }

    private Outcome run(String input, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                directory,
                false,
                false,
                Optional.empty());
        int status = Main.run(List.of(arguments), console);
        return new Outcome(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private String url(String name) {
        return "jdbc:roche:file:" + directory.resolve(name) + "?closeDelay=0s";
    }

    private Path lines(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    @Test
    void statementsRunInOrderInOneStore() {
        Outcome outcome = run(
                "sql",
                "-e",
                "INSERT INTO \"a/b\" (name, n) VALUES ('é', 1), ('x;y', NULL)",
                "-e",
                "-- count\nSELECT COUNT(*) AS n FROM records; SELECT name, n FROM \"a/b\" ORDER BY name",
                "--format",
                "json");
        assertEquals(
                "{\"n\":2}\n{\"name\":\"x;y\",\"n\":null}\n{\"name\":\"é\",\"n\":1}\n", outcome.out(), outcome.err());
        assertEquals(ExitCode.OK, outcome.status());
        assertEquals("", outcome.err());
    }

    @Test
    void aFailedStatementStopsWithItsStateAndPlace() throws IOException {
        Path script = lines("s.sql", "SELECT 1 AS a;", "", "SELECT * FROM nowhere;", "SELECT 2 AS b;");
        Outcome outcome = run("sql", "-f", script.toString(), "--format", "csv");
        assertEquals(ExitCode.STATEMENT_FAILED, outcome.status());
        assertEquals("a\r\n1\r\n", outcome.out());
        assertTrue(outcome.err().startsWith("ERROR 42P01: ring 'nowhere' does not exist"), outcome.err());
        assertTrue(outcome.err().contains("s.sql:3"), outcome.err());
        assertFalse(outcome.err().contains("\tat "), "a stack trace: " + outcome.err());
    }

    @Test
    void standardInputIsAScriptWhenItIsNoTerminal() {
        assertEquals(
                "one\n---\n  1\n(1 row)\n",
                run("SELECT 1 AS one;", Map.of(), "sql").out());
    }

    @Test
    void scanPrintsOneLineOfCountersAStatement() {
        Outcome outcome = run("sql", "--scan", "-e", "INSERT INTO r (a) VALUES (1); SELECT a FROM r");
        List<String> lines = outcome.err().lines().toList();
        assertEquals(2, lines.size(), outcome.err());
        assertTrue(lines.get(1).contains("\"ringsRouted\":1,"), lines.get(1));
        assertTrue(lines.get(1).contains("\"recordsScanned\":1,"), lines.get(1));
    }

    @Test
    void vectorsAndTimesHaveTheirJsonTypes() {
        Outcome outcome = run(
                "sql",
                "--format",
                "json",
                "-e",
                "INSERT INTO records (ring, payload, vector) VALUES ('v', '{\"a\":1}', VECTOR('[0.5, -2]'))",
                "-e",
                "SELECT vector, TIMESTAMP '2026-07-04 10:00:00' AS t, CAST(1.50 AS DECIMAL(5, 2)) AS d FROM records");
        assertEquals(
                "{\"vector\":[0.5,-2.0],\"t\":\"2026-07-04T10:00:00\",\"d\":1.50}\n", outcome.out(), outcome.err());
    }

    @Test
    void whatCannotBeOpenedIsStatusThreeAndAnUnknownKeySeventyEight() throws IOException {
        Path noStore = Files.createDirectories(directory.resolve("no store"));
        Files.writeString(noStore.resolve("file"), "x");
        Outcome refused = run("sql", "--url", "jdbc:roche:file:" + noStore, "-e", "SELECT 1");
        assertEquals(ExitCode.CANNOT_CONNECT, refused.status(), refused.err());
        Outcome missing = run("sql", "--url", url("none") + "&createIfMissing=false", "-e", "SELECT 1");
        assertEquals(ExitCode.CANNOT_CONNECT, missing.status(), missing.err());
        Outcome key = run("sql", "--url", "jdbc:roche:mem:?durabilty=strong", "-e", "SELECT 1");
        assertEquals(ExitCode.CONFIGURATION, key.status(), key.err());
        assertTrue(key.err().contains("durability"), key.err());
    }

    @Test
    void aCorruptStoreIsStatusFour() {
        assertEquals(ExitCode.CORRUPT, ExitCode.ofConnect(new SQLException("torn", "XX002")));
        assertEquals(ExitCode.CORRUPT, ExitCode.ofStatement(new SQLException("torn", "XX001")));
        assertEquals(ExitCode.STATEMENT_FAILED, ExitCode.ofStatement(new SQLException("no state")));
    }

    @Test
    void wrongUseIsStatusTwo() {
        assertEquals(ExitCode.USAGE, run().status());
        assertEquals(ExitCode.USAGE, run("sql", "--formt", "csv").status());
        assertEquals(
                ExitCode.USAGE, run("sql", "--format", "xml", "-e", "SELECT 1").status());
        assertEquals(ExitCode.USAGE, run("sql", "-f", "none.sql").status());
        assertEquals(ExitCode.USAGE, run("sql", "-f", "-", "-e", "SELECT 1").status());
        assertEquals(ExitCode.USAGE, run("import", "--file", "x.jsonl").status());
        assertEquals(
                ExitCode.USAGE,
                run("import", "--url", url("s"), "--file", "none.jsonl").status());
        assertEquals(ExitCode.USAGE, run("dump", "--url", url("s")).status());
    }

    @Test
    void importCountsRejectsAndDumpRestores() throws IOException {
        Path file = lines(
                "in.jsonl",
                "{\"r\":\"jp\",\"body\":{\"name\":\"Kyoto\"},\"v\":[1,0]}",
                "not json",
                "{\"body\":{\"name\":\"nowhere\"}}");
        Outcome imported = run(
                "import",
                "--url",
                url("store"),
                "--file",
                file.toString(),
                "--ring-field",
                "r",
                "--ring-prefix",
                "cities",
                "--payload-field",
                "body",
                "--vector-field",
                "v",
                "--default-ring",
                "other",
                "--rejects",
                "rejects.jsonl");
        assertEquals(ExitCode.REJECTS, imported.status(), imported.err());
        assertTrue(imported.out().startsWith("imported 2 records into 2 rings: 3 lines read"), imported.out());
        String rejects = Files.readString(directory.resolve("rejects.jsonl"));
        assertTrue(rejects.startsWith("{\"line\":2,"), rejects);

        Outcome dumped = run("dump", "--url", url("store"), "--out", "dump.jsonl.gz");
        assertEquals(ExitCode.OK, dumped.status(), dumped.err());
        Outcome restored = run("import", "--url", url("copy"), "--file", "dump.jsonl.gz");
        assertEquals(ExitCode.OK, restored.status(), restored.err());
        String query = "SELECT ring, id, payload FROM records ORDER BY id";
        assertEquals(
                run("sql", "--url", url("store"), "--format", "csv", "-e", query)
                        .out(),
                run("sql", "--url", url("copy"), "--format", "csv", "-e", query).out());
    }

    @Test
    void theEnvironmentNamesTheStore() {
        Map<String, String> environment = Map.of("ROCHE_URL", url("env"), "ROCHE_FORMAT", "csv");
        run("", environment, "sql", "-e", "INSERT INTO r (a) VALUES (7)");
        assertEquals(
                "a\r\n7\r\n",
                run("", environment, "sql", "-e", "SELECT a FROM r").out());
    }

    @Test
    void helpAndVersionNeedNoStore() {
        assertTrue(run("help").out().contains("roche import"));
        assertTrue(run("help", "sql").out().contains("--scan"));
        assertEquals(ExitCode.USAGE, run("help", "sqk").status());
        assertTrue(run("version").out().startsWith("RocheDB "));
    }
}
