package io.rochedb.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connections;
import io.rochedb.jdbc.spi.StoreTarget;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server from a configuration: durable stores, users, both doors, the record of what happened. */
class ServerProcessTest {
    @TempDir
    Path directory;

    private Path store(String name) throws SQLException {
        Path path = directory.resolve(name);
        ConnectionSettings settings = new ConnectionSettings(Map.of(io.rochedb.jdbc.RocheProperty.CLOSE_DELAY, "0s"));
        try (EmbeddedStore store = EmbeddedStore.open(new StoreTarget.Directory(path), settings);
                Connection operator =
                        Connections.over(store.connector(), store.session(settings), settings, "jdbc:roche:" + name);
                Statement statement = operator.createStatement()) {
            statement.execute("CREATE USER root PASSWORD 'r' ROLE ADMIN");
            statement.execute("CREATE USER ann PASSWORD 'a' ROLE READER");
            statement.execute("GRANT READ ON RING 'docs/**' TO ann");
            statement.execute("INSERT INTO \"docs/a\" (n) VALUES (1)");
            statement.execute("INSERT INTO \"secret/b\" (n) VALUES (2)");
        }
        return path;
    }

    private ServerConfig config(String... pairs) {
        Map<String, String> texts = new HashMap<>(Map.of("tcpPort", "0", "httpPort", "0"));
        for (int i = 0; i < pairs.length; i += 2) {
            texts.put(pairs[i], pairs[i + 1]);
        }
        return ServerConfig.of(texts, directory);
    }

    private static String url(ServerProcess process, String galaxy, String user, String password) {
        return "jdbc:roche://127.0.0.1:" + process.server().tcpPort() + "/" + galaxy + "?user=" + user + "&password="
                + password;
    }

    @Test
    void usersSeeWhatTheyMayThroughEitherDoor() throws Exception {
        Path audit = directory.resolve("audit.jsonl");
        try (ServerProcess process = ServerProcess.start(config(
                "galaxy.main",
                store("one").toString(),
                "galaxy.two",
                store("two").toString(),
                "auditFile",
                audit.toString()))) {
            try (Connection ann = DriverManager.getConnection(url(process, "main", "ann", "a"));
                    Statement statement = ann.createStatement();
                    ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM records")) {
                assertTrue(count.next());
                assertEquals(1, count.getInt(1));
                assertEquals(
                        "42P01",
                        assertThrows(SQLException.class, () -> statement.executeQuery("SELECT * FROM \"secret/b\""))
                                .getSQLState());
            }
            try (Connection ann = DriverManager.getConnection("jdbc:avatica:remote:url=http://127.0.0.1:"
                            + process.server().httpPort()
                            + "/two;serialization=protobuf;authentication=BASIC;avatica_user=ann;avatica_password=a");
                    Statement statement = ann.createStatement();
                    ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM records")) {
                assertTrue(count.next());
                assertEquals(1, count.getInt(1));
            }
            SQLException refused = assertThrows(
                    SQLException.class, () -> DriverManager.getConnection(url(process, "main", "ann", "wrong")));
            assertEquals("28000", refused.getSQLState());
            try (Connection root = DriverManager.getConnection(url(process, "main", "root", "r"));
                    Statement statement = root.createStatement()) {
                statement.execute("CREATE USER bob PASSWORD 'hidden-word'");
            }
        }
        List<String> lines = Files.readAllLines(audit);
        String all = String.join("\n", lines);
        assertTrue(all.contains("\"kind\":\"login\",\"galaxy\":\"main\",\"user\":\"ann\""), all);
        assertTrue(all.contains("\"ok\":false,\"sqlstate\":\"28000\""), all);
        assertTrue(all.contains("CREATE USER"), all);
        assertFalse(all.contains("hidden-word"), all);
    }

    @Test
    void aStoreWithoutUsersIsNotServed() {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> ServerProcess.start(config("galaxy.main", "empty")))
                .getMessage();
        assertTrue(message.contains("roche user add NAME --role admin --data " + directory.resolve("empty")), message);
        try (ServerProcess process = start(config("galaxy.main", "empty", "insecureLocal", "true"));
                Connection anybody = DriverManager.getConnection(
                        "jdbc:roche://127.0.0.1:" + process.server().tcpPort() + "/")) {
            assertTrue(anybody.isValid(1));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static ServerProcess start(ServerConfig config) {
        try {
            return ServerProcess.start(config);
        } catch (ServerProcess.NotOpenedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aStoreThatIsNoneAndAPortInUseAreNamed() throws Exception {
        Path file = directory.resolve("a-file");
        Files.writeString(file, "x");
        String message = assertThrows(
                        ServerProcess.NotOpenedException.class,
                        () -> ServerProcess.start(config("galaxy.main", file.toString())))
                .getMessage();
        assertTrue(message.startsWith("galaxy main: "), message);
        try (ServerProcess first = ServerProcess.start(config("galaxy.main", "x", "insecureLocal", "true"))) {
            String port = String.valueOf(first.server().tcpPort());
            String told = assertThrows(
                            ServerProcess.NotOpenedException.class,
                            () -> ServerProcess.start(
                                    config("galaxy.main", "y", "insecureLocal", "true", "tcpPort", port)))
                    .getMessage();
            assertTrue(told.contains(port), told);
        }
    }

    @Test
    void metricsCountWhatHappens() throws Exception {
        try (ServerProcess process = ServerProcess.start(config("galaxy.main", "m", "insecureLocal", "true"));
                Connection connection = DriverManager.getConnection(
                        "jdbc:roche://127.0.0.1:" + process.server().tcpPort() + "/")) {
            assertTrue(connection.isValid(1));
            String metrics = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                            + process.server().httpPort() + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertTrue(metrics.contains("\nroche_sessions 1\n"), metrics);
            assertTrue(metrics.contains("\nroche_logins_total 1\n"), metrics);
            assertTrue(metrics.contains("\nroche_writable{galaxy=\"main\"} 1\n"), metrics);
            assertTrue(
                    metrics.contains("\n# TYPE roche_statement_seconds histogram\n")
                            && metrics.contains(
                                    "\nroche_statement_seconds_bucket{galaxy=\"main\",kind=\"dml\",plan=\"miss\",le=\"+Inf\"} 0\n"),
                    metrics);
            assertEquals(metrics.lines().count(), metrics.lines().distinct().count(), metrics);
            assertTrue(metrics.endsWith("# EOF\n"), metrics);
        }
    }
}
