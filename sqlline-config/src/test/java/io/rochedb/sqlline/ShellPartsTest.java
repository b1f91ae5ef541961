package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The parts of the interactive shell that need no terminal: progress, prompt, the statement behind {@code !rings}. */
final class ShellPartsTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final AtomicLong nanos = new AtomicLong();

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTerminalGetsABarThatIsTakenAway() {
        try (ProgressReport report = new ProgressReport(err, true, nanos::get)) {
            report.progress(1, 100, 1, 0);
            assertEquals("", text(), "shorter than an interval");
            nanos.set(2_000_000_000L);
            report.progress(1 << 20, 4 << 20, 50_000, 3);
            assertEquals(
                    "\r[######..................]  25%  1.0 of 4.0 MiB  50,000 records  25,000/s  rejects 3", text());
        }
        assertTrue(text().endsWith(" \r"), text());
    }

    @Test
    void elsewhereALineNowAndThen() {
        try (ProgressReport report = new ProgressReport(err, false, nanos::get)) {
            nanos.set(1_000_000_000L);
            report.progress(1, -1, 1, 0);
            nanos.set(4_000_000_000L);
            report.progress(3 << 20, -1, 8_000, 0);
        }
        assertEquals("3.0 MiB  8,000 records  2,000/s  rejects 0\n", text());
    }

    @Test
    void thePromptIsTheStore() {
        assertEquals("roche:./data> ", StorePrompt.prompt("jdbc:roche:./data?durability=strong"));
        assertEquals("roche:mem:> ", StorePrompt.prompt("jdbc:roche:mem:"));
    }

    @Test
    void ringGlobsBecomeConditions() {
        assertEquals("SELECT name, records FROM sys.rings ORDER BY name;", RingsHandler.query("**"));
        assertEquals(
                "SELECT name, records FROM sys.rings WHERE name = 'it''s' ORDER BY name;", RingsHandler.query("it's"));
        assertEquals(
                "SELECT name, records FROM sys.rings WHERE (name LIKE 'a!_b/%' ESCAPE '!' AND name NOT LIKE '%/%/%')"
                        + " ORDER BY name;",
                RingsHandler.query("a_b/*"));
        assertEquals(
                "SELECT name, records FROM sys.rings WHERE (name = 'a' OR name LIKE 'a/%' ESCAPE '!') ORDER BY name;",
                RingsHandler.query("a/**"));
    }
}
