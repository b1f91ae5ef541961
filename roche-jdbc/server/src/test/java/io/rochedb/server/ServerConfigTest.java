package io.rochedb.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** What a configuration means, and what is said of one that is wrong. */
class ServerConfigTest {
    private static final Path BASE = Path.of("/base");

    private static ServerConfig config(String... pairs) {
        Map<String, String> texts = new HashMap<>(Map.of("galaxy.main", "data"));
        for (int i = 0; i < pairs.length; i += 2) {
            texts.put(pairs[i], pairs[i + 1]);
        }
        return ServerConfig.of(texts, BASE);
    }

    private static void assertWrong(String told, String... pairs) {
        String message = assertThrows(IllegalArgumentException.class, () -> config(pairs))
                .getMessage();
        assertTrue(message.contains(told), message);
    }

    @Test
    void defaultsServeThisMachineOverTcpOnly() {
        ServerConfig config = config();
        assertTrue(config.listen().isLoopbackAddress());
        assertEquals(OptionalInt.of(7301), config.tcpPort());
        assertEquals(OptionalInt.empty(), config.httpPort());
        assertFalse(config.tls());
        assertEquals(Map.of("main", BASE.resolve("data")), config.galaxies());
        assertEquals(Duration.ofHours(1), config.duration(ServerKey.TOKEN_LIFETIME));
    }

    @Test
    void otherMachinesNeedEncryptionOrAWordAgainstIt() {
        assertWrong("tls=require, or say tls=off", "listen", "0.0.0.0");
        assertTrue(config("listen", "0.0.0.0", "tls", "off").listen().isAnyLocalAddress());
        assertWrong("tls=require needs tlsCertificateFile and tlsKeyFile", "tls", "require");
        assertWrong("insecureLocal is for loopback only", "listen", "0.0.0.0", "tls", "off", "insecureLocal", "true");
    }

    @Test
    void wrongValuesAreNamedWithWhatWouldBeRight() {
        assertWrong("unknown key 'tpcPort'", "tpcPort", "1");
        assertWrong("tcpPort must be a port, or none, not '-1'", "tcpPort", "-1");
        assertWrong("tcpPort must be a port up to 65535, or none, not '70000'", "tcpPort", "70000");
        assertWrong("maxConnections must be a whole number, greater than 0, not '0'", "maxConnections", "0");
        assertWrong("grace must be a duration", "grace", "soon");
        assertWrong("maxFrame must be a size", "maxFrame", "99999999999g");
        assertWrong("durability must be one of strong, buffered, not 'weak'", "durability", "weak");
        assertWrong("both doors are closed", "tcpPort", "none");
        assertWrong("has no good name", "galaxy.a b", "x");
        assertThrows(IllegalArgumentException.class, () -> ServerConfig.of(Map.of(), BASE));
    }

    @Test
    void everyKeyIsInItsPageWithItsDefault() throws IOException {
        String page = Files.readString(Path.of("../../docs/reference/server.md"));
        for (ServerKey key : ServerKey.values()) {
            String value = key.defaultValue() == null ? " " : " `" + key.defaultValue() + "` ";
            String row = "| `" + key.key() + "` |" + value + "| " + key.description() + " |";
            assertTrue(page.contains(row), "missing in server.md: " + row);
        }
    }
}
