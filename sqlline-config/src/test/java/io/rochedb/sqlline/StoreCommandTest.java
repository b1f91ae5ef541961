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
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backup, verification and restore from the command line: what they print, and the status they end with. */
final class StoreCommandTest {
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

    private static String url(Path store) {
        return "jdbc:roche:file:" + store + "?closeDelay=0s";
    }

    private Outcome sql(String store, String sql) {
        return run("sql", "--url", url(directory.resolve(store)), "--format", "csv", "-e", sql);
    }

    private static void assertEnd(int status, Outcome outcome) {
        assertEquals(status, outcome.status(), outcome.out() + outcome.err());
    }

    @Test
    void aStoreIsBackedUpVerifiedAndRestored() {
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (1)"));
        Outcome full = run("backup", "--from", "store", "--to", "backups");
        assertEnd(0, full);
        assertTrue(full.out().startsWith("backup 1 of version 1: "), full.out());
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (2)"));
        Outcome second = run(
                "backup",
                "--url",
                url(directory.resolve("store")),
                "--to",
                directory.resolve("backups").toString());
        assertEnd(0, second);
        assertTrue(second.out().startsWith("backup 2 of version 2: "), second.out());
        Outcome verified = run("verify", "backups");
        assertEnd(0, verified);
        assertEquals(3, verified.out().lines().count(), verified.out());
        assertTrue(verified.out().endsWith("the newest opens\n"), verified.out());
        Outcome restored = run("restore", "--from", "backups", "--to", "restored");
        assertEnd(0, restored);
        assertTrue(restored.out().startsWith("restored backup 2, version 2 of "), restored.out());
        assertEquals(
                "a\r\n1\r\n2\r\n", sql("restored", "SELECT a FROM r ORDER BY a").out());
    }

    @Test
    void whatCannotBeDoneIsSaid() throws IOException {
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (1)"));
        assertEnd(ExitCode.USAGE, run("backup", "--to", "backups"));
        assertEnd(ExitCode.USAGE, run("backup", "--from", "a", "--url", "jdbc:roche:mem:", "--to", "backups"));
        assertEnd(ExitCode.USAGE, run("verify"));
        assertEnd(ExitCode.CANNOT_CONNECT, run("backup", "--from", "nowhere", "--to", "backups"));
        assertTrue(Files.notExists(directory.resolve("nowhere")));
        assertEnd(ExitCode.STATEMENT_FAILED, run("verify", "store"));
        assertEnd(ExitCode.STATEMENT_FAILED, run("restore", "--from", "store", "--to", "restored"));
        assertEnd(ExitCode.OK, run("backup", "--from", "store", "--to", "backups"));
        Outcome full = run("restore", "--from", "backups", "--to", "store");
        assertEnd(ExitCode.STATEMENT_FAILED, full);
        assertTrue(full.err().contains("is not empty"), full.err());
        Outcome until = run("restore", "--from", "backups", "--to", "restored", "--until", "1");
        assertEnd(ExitCode.STATEMENT_FAILED, until);
        assertTrue(until.err().contains("0A000"), until.err());
        damage(directory.resolve("backups/files"));
        assertEnd(ExitCode.CORRUPT, run("verify", "backups"));
        Outcome damaged = run("restore", "--from", "backups", "--to", "restored");
        assertEnd(ExitCode.CORRUPT, damaged);
        assertTrue(damaged.err().contains("the backup is damaged"), damaged.err());
        assertTrue(Files.notExists(directory.resolve("restored")));
    }

    @Test
    void aStoreIsChecked() throws IOException {
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (1), (2)"));
        Outcome whole = run("check", "store");
        assertEnd(0, whole);
        assertTrue(
                whole.out().matches("whole: version 1, 1 rings, 2 records, 0 vectors, 0.0 MiB, 0 findings\n"),
                whole.out());
        Outcome sql = sql("store", "CHECK STORE");
        assertEnd(0, sql);
        assertTrue(sql.out().endsWith("summary,,,whole,1,2,14,0\r\n"), sql.out());
        assertEnd(ExitCode.CANNOT_CONNECT, run("check", "nowhere"));
        assertTrue(Files.notExists(directory.resolve("nowhere")));
        damage(directory.resolve("store/rocks"));
        Outcome damaged = run("check", "store");
        assertEnd(ExitCode.CORRUPT, damaged);
        assertTrue(damaged.out().contains("file: "), damaged.out());
        assertTrue(damaged.out().contains("\ndamaged: "), damaged.out());
    }

    @Test
    void aStoreIsToldOf() throws Exception {
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (1), (2)"));
        Outcome info = run("info", "store", "--property", "durability=buffered");
        assertEnd(0, info);
        assertTrue(info.out().matches("(?s).*format +1 \\(current\\)\n.*open in +no process\n.*"), info.out());
        assertTrue(info.out().matches("(?s).*last commit +version 1, 2.*records +2, 0 with a vector\n.*"), info.out());
        assertTrue(info.out().contains("{durability=buffered}"), info.out());
        try (Connection held = DriverManager.getConnection(url(directory.resolve("store")))) {
            assertTrue(held.isValid(1));
            Outcome locked = run("info", "store");
            assertEnd(0, locked);
            assertTrue(locked.out().contains("pid " + ProcessHandle.current().pid()), locked.out());
            assertTrue(!locked.out().contains("records"), locked.out());
            assertEnd(ExitCode.CANNOT_CONNECT, run("upgrade", "--data", "store", "--backup", "backups"));
        }
        assertEnd(ExitCode.CANNOT_CONNECT, run("info", "nowhere"));
        Outcome upgraded = run("upgrade", "--data", "store", "--backup", "backups");
        assertEnd(0, upgraded);
        assertTrue(upgraded.out().endsWith("format 1 is current: nothing to upgrade\n"), upgraded.out());
        assertEnd(0, run("restore", "--from", "backups", "--to", "restored"));
        Files.writeString(directory.resolve("store/FORMAT"), "rochedb-store 2\n");
        assertEnd(ExitCode.CORRUPT, run("info", "store"));
        assertEnd(ExitCode.CORRUPT, run("upgrade", "--data", "store", "--backup", "backups"));
    }

    @Test
    void encryptedBackupsNeedTheirPassword() throws IOException {
        Path right = Files.writeString(directory.resolve("right"), "correct horse\nsecond line\n");
        Files.writeString(directory.resolve("wrong"), "battery staple\n");
        assertEnd(0, sql("store", "INSERT INTO r (a) VALUES (1)"));
        assertEnd(ExitCode.USAGE, run("backup", "--from", "store", "--to", "b", "--encrypt"));
        assertEnd(
                ExitCode.USAGE,
                run("backup", "--from", "store", "--to", "b", "--encrypt", "--password-file", "nowhere"));
        assertEnd(0, run("backup", "--from", "store", "--to", "b", "--encrypt", "--password-file", "right"));
        String target = directory.resolve("b").toString();
        String storeUrl = url(directory.resolve("store"));
        String file = right.toString();
        assertEnd(0, run("backup", "--url", storeUrl, "--to", target, "--encrypt", "--password-file", file));
        Outcome wrong = run("restore", "--from", "b", "--to", "restored", "--password-file", "wrong");
        assertEnd(ExitCode.STATEMENT_FAILED, wrong);
        assertTrue(wrong.err().contains("the password of the backups in"), wrong.err());
        assertEnd(ExitCode.STATEMENT_FAILED, run("verify", "b"));
        Outcome verified = run("verify", "b", "--password-file", "right");
        assertEnd(0, verified);
        assertTrue(verified.out().contains("as it is encrypted"), verified.out());
        assertEnd(0, run("restore", "--from", "b", "--to", "restored", "--password-file", "right"));
        assertEquals("a\r\n1\r\n", sql("restored", "SELECT a FROM r").out());
    }

    /** Flips a bit of the largest file. */
    private static void damage(Path files) throws IOException {
        Path largest;
        try (Stream<Path> list = Files.list(files)) {
            largest = list.filter(file -> !file.toString().contains("OPTIONS"))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(largest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(largest, bytes);
    }
}
