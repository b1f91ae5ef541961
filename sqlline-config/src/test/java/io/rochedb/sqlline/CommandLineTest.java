package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CommandLineTest {
    private static String usageOf(String... arguments) {
        ShellException failure = assertThrows(ShellException.class, () -> CommandLine.parse(List.of(arguments)));
        assertEquals(ExitCode.USAGE, failure.exitCode());
        return failure.getMessage();
    }

    @Test
    void optionsAreReadInBothForms() {
        CommandLine line = CommandLine.parse(
                List.of("sql", "--url", "jdbc:roche:mem:", "-e", "SELECT 1", "-e", "-1", "--format=json", "--scan"));
        assertEquals(Command.SQL, line.command());
        assertEquals(Optional.of("jdbc:roche:mem:"), line.value("--url"));
        assertEquals(List.of("SELECT 1", "-1"), line.all("-e"));
        assertEquals(Optional.of("json"), line.value("--format"));
        assertTrue(line.has("--scan"));
        assertFalse(line.has("-f"));
    }

    @Test
    void unknownWordsNameTheNearest() {
        assertTrue(usageOf("improt").contains("nearest: import"));
        assertTrue(usageOf("import", "--ring-feild", "ring").contains("nearest: --ring-field"));
        assertTrue(usageOf("sql", "--ring-field", "x").contains("unknown option --ring-field of roche sql"));
        assertTrue(usageOf().contains("a command is missing"));
    }

    @Test
    void whatIsMissingOrTooMuchIsSaid() {
        assertTrue(usageOf("sql", "--url").contains("--url needs an argument: --url URL"));
        assertTrue(usageOf("sql", "--url", "a", "--url", "b").contains("--url is given twice"));
        assertTrue(usageOf("sql", "SELECT 1").contains("'SELECT 1' is no option"));
        assertTrue(usageOf("demo", "--batch=no").contains("--batch takes no argument"));
        CommandLine dump = CommandLine.parse(List.of("dump"));
        assertTrue(assertThrows(ShellException.class, () -> dump.required("--out"))
                .getMessage()
                .contains("--out is missing"));
    }

    @Test
    void numbersAreChecked() {
        CommandLine line = CommandLine.parse(List.of("import", "--batch-size", "0", "--max-rejects", "12"));
        assertEquals(12, line.number("--max-rejects", -1, 0, 100));
        assertEquals(
                "--batch-size must be a whole number in 1..9, not '0'",
                assertThrows(ShellException.class, () -> line.number("--batch-size", 5, 1, 9))
                        .getMessage());
        assertEquals(7, line.number("--other", 7, 1, 9));
    }

    @Test
    void helpIsACommandAndAnOption() {
        assertEquals(Command.HELP, CommandLine.parse(List.of("--help")).command());
        assertEquals(List.of("sql"), CommandLine.parse(List.of("help", "sql")).operands());
        assertEquals(List.of("sql"), CommandLine.parse(List.of("sql", "--help")).operands());
        assertEquals(Command.VERSION, CommandLine.parse(List.of("--version")).command());
    }
}
