package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShellConfigTest {
    private static final List<String> URL_KEYS =
            List.of("durability", "memoryBudget", "readOnly", "ring", "password", "passwordFile");

    @TempDir
    private Path directory;

    private ShellConfig read(Map<String, String> environment, String... arguments) {
        PrintStream none = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        Console console = new Console(
                InputStream.nullInputStream(), none, none, environment, directory, false, false, Optional.empty());
        return ShellConfig.read(CommandLine.parse(List.of(arguments)), console, URL_KEYS);
    }

    private void properties(String text) throws IOException {
        Files.writeString(directory.resolve("roche.properties"), text);
    }

    private static String configuration(Runnable action) {
        ShellException failure = assertThrows(ShellException.class, action::run);
        assertEquals(ExitCode.CONFIGURATION, failure.exitCode());
        return failure.getMessage();
    }

    @Test
    void theFlagWinsOverEnvironmentOverFile() throws IOException {
        properties("url=jdbc:roche:./file\nformat=csv\n");
        ShellConfig file = read(Map.of(), "sql");
        assertEquals(Optional.of("jdbc:roche:./file"), file.url(Optional.empty()));
        assertEquals(Optional.of("csv"), file.get("format", Optional.empty()));
        ShellConfig environment = read(Map.of("ROCHE_URL", "jdbc:roche:./environment", "HOME", "/"), "sql");
        assertEquals(Optional.of("jdbc:roche:./environment"), environment.url(Optional.empty()));
        assertEquals(Optional.of("jdbc:roche:./flag"), environment.url(Optional.of("jdbc:roche:./flag")));
    }

    @Test
    void urlKeysCompleteTheUrlUnlessItCarriesThem() throws IOException {
        properties("durability=strong\nring=a b/c\n");
        Map<String, String> environment = Map.of("ROCHE_DURABILITY", "buffered", "ROCHE_MEMORY_BUDGET", "1g");
        ShellConfig config = read(environment, "sql");
        assertEquals(
                "jdbc:roche:mem:?durability=buffered&memoryBudget=1g&ring=a%20b%2Fc",
                config.complete("jdbc:roche:mem:"));
        assertEquals(
                "jdbc:roche:mem:?ring=x&durability=buffered&memoryBudget=1g",
                config.complete("jdbc:roche:mem:?ring=x"));
        ShellConfig flag = read(environment, "sql", "--property", "ring=flag");
        assertEquals(
                "jdbc:roche:mem:?durability=buffered&memoryBudget=1g&ring=flag",
                flag.complete("jdbc:roche:mem:?ring=x"));
    }

    @Test
    void unknownKeysAreFatalAndNameTheNearest() throws IOException {
        assertTrue(
                configuration(() -> read(Map.of("ROCHE_FROMAT", "csv"), "sql")).contains("nearest: ROCHE_FORMAT"));
        assertTrue(configuration(() -> read(Map.of(), "sql", "--property", "rign=x"))
                .contains("nearest: ring"));
        properties("durabilty=strong\n");
        assertTrue(configuration(() -> read(Map.of(), "sql")).contains("'durabilty' (nearest: durability)"));
    }

    @Test
    void aSecretComesFromAFileOnly() throws IOException {
        assertTrue(
                configuration(() -> read(Map.of("ROCHE_PASSWORD", "x"), "sql")).contains("passwordFile"));
        properties("passwordFile=/run/secret\n");
        assertEquals(
                "jdbc:roche:mem:?passwordFile=%2Frun%2Fsecret",
                read(Map.of(), "sql").complete("jdbc:roche:mem:"));
    }

    @Test
    void aNamedFileMustExist() {
        assertTrue(configuration(() -> read(Map.of("ROCHE_CONFIG", "none.properties"), "sql"))
                .contains("none.properties"));
        assertTrue(configuration(() -> read(Map.of(), "sql", "--config", "none.properties"))
                .contains("none.properties"));
    }

    @Test
    void aForeignUrlIsRefused() {
        ShellException failure =
                assertThrows(ShellException.class, () -> read(Map.of(), "sql").complete("jdbc:h2:mem:"));
        assertEquals(ExitCode.USAGE, failure.exitCode());
    }

    @Test
    void variablesAreTheKeysInCapitals() {
        assertEquals("ROCHE_MEMORY_BUDGET", ShellConfig.variable("memoryBudget"));
        assertEquals("ROCHE_URL", ShellConfig.variable("url"));
    }
}
