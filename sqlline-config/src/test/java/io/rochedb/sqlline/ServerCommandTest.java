package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.server.ServerConfig;
import io.rochedb.server.ServerKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings of a server from everywhere they can come from, and the users of a store that is not being served. */
class ServerCommandTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Console console(String input, Map<String, String> environment) {
        return new Console(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                directory,
                false,
                false,
                Optional.empty());
    }

    private int run(String input, String... arguments) {
        out.reset();
        err.reset();
        return Main.run(List.of(arguments), console(input, Map.of()));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aFlagWinsOverTheEnvironmentThatOverTheFile() throws Exception {
        Files.writeString(
                directory.resolve("s.properties"), "galaxy.main=f\ntcpPort=1\nhttpPort=2\nmaxConnections=3\n");
        CommandLine line =
                CommandLine.parse(List.of("server", "--config", "s.properties", "--http", "22", "--set", "grace=1s"));
        ServerConfig config = ServerCommand.config(
                line, console("", Map.of("ROCHE_SERVER_TCP_PORT", "11", "ROCHE_SERVER_HTTP_PORT", "9")));
        assertEquals(OptionalInt.of(11), config.tcpPort());
        assertEquals(OptionalInt.of(22), config.httpPort());
        assertEquals(3, config.number(ServerKey.MAX_CONNECTIONS));
        assertEquals(directory.resolve("f"), config.galaxies().get("main"));
    }

    @Test
    void theSampleOfTheSettingsIsGood() {
        Path sample = Path.of("etc/server.properties").toAbsolutePath();
        assertEquals(0, run("", "server", "--config", sample.toString(), "--check-config"), err());
        assertTrue(out().contains("galaxy.main=/var/lib/rochedb/main\n"), out());
        assertTrue(out().contains("httpPort=8765\n"), out());
    }

    @Test
    void wrongSettingsEndWith78AndSayWhy() {
        assertEquals(78, run("", "server"));
        assertTrue(err().contains("there is no store to serve: give --data DIR"), err());
        assertEquals(78, run("", "server", "--data", "d", "--set", "maxConections=1"));
        assertTrue(err().contains("unknown key 'maxConections' (nearest: maxConnections)"), err());
        assertEquals(78, run("", "server", "--data", "d", "--listen", "0.0.0.0", "--check-config"));
        assertTrue(err().contains("tls"), err());
        assertEquals(78, run("", "server", "--data", "d"));
        assertTrue(err().contains("roche user add NAME --role admin --data " + directory.resolve("d")), err());
    }

    @Test
    void usersAreAddedListedChangedAndRemoved() {
        assertEquals(0, run("secret\n", "user", "add", "root", "--role", "admin", "--data", "store"), err());
        assertEquals("added root, admin\n", out());
        assertEquals(0, run("word\n", "user", "add", "Ann", "--data", "store"), err());
        assertTrue(out().contains("GRANT READ ON RING"), out());
        assertEquals(1, run("word\n", "user", "add", "Ann", "--data", "store"));
        assertTrue(err().contains("42710"), err());
        assertEquals(0, run("", "user", "list", "--data", "store"), err());
        assertTrue(out().startsWith("Ann\treader\t"), out());
        assertTrue(out().contains("\nroot\tadmin\t"), out());
        assertEquals(0, run("other\n", "user", "password", "Ann", "--data", "store"), err());
        assertEquals(0, run("", "user", "remove", "Ann", "--data", "store"), err());
        assertEquals(0, run("", "user", "list", "--data", "store"), err());
        assertFalse(out().contains("Ann"), out());
    }

    @Test
    void wrongUseOfUsersIsToldApart() {
        assertEquals(2, run("", "user"));
        assertEquals(2, run("", "user", "add", "--data", "store"));
        assertEquals(2, run("", "user", "add", "x", "--data", "store", "--role", "king"));
        assertEquals(2, run("", "user", "add", "x", "--data", "store"));
        assertTrue(err().contains("there is no password"), err());
        assertEquals(2, run("", "user", "list"));
        assertTrue(err().contains("--data is missing"), err());
    }
}
