package io.rochedb.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.jdbc.embedded.EmbeddedStore;
import io.rochedb.jdbc.spi.ConnectionSettings;
import io.rochedb.jdbc.spi.Connections;
import io.rochedb.jdbc.spi.Failure;
import io.rochedb.jdbc.spi.StoreTarget;
import io.rochedb.server.internal.Failures;
import io.rochedb.server.internal.ServerLog;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server writes into its log, read as whoever collects it does. */
class ServerLogTest {
    private static final Logger LOGGER = Logger.getLogger(ServerLog.NAME);

    @TempDir
    Path directory;

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Handler reader = new Handler() {
        @Override
        public void publish(LogRecord record) {
            lines.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void read() {
        LOGGER.addHandler(reader);
    }

    @AfterEach
    void stop() {
        LOGGER.removeHandler(reader);
        ServerLog.json(false);
    }

    private JsonNode event(String name) throws Exception {
        JsonNode found = null;
        for (String line : lines) {
            JsonNode event = new ObjectMapper().readTree(line);
            assertTrue(event.has("at") && event.has("level"), line);
            if (event.get("event").textValue().equals(name)) {
                found = event;
            }
        }
        assertNotNull(found, name + " is not in " + lines);
        return found;
    }

    @Test
    void everyEventIsAnObjectWithItsFields() throws Exception {
        Path data = directory.resolve("data");
        ConnectionSettings settings = new ConnectionSettings(Map.of(io.rochedb.jdbc.RocheProperty.CLOSE_DELAY, "0s"));
        try (EmbeddedStore store = EmbeddedStore.open(new StoreTarget.Directory(data), settings);
                Connection operator =
                        Connections.over(store.connector(), store.session(settings), settings, "jdbc:roche:data");
                Statement statement = operator.createStatement()) {
            statement.execute("CREATE USER root PASSWORD 'r' ROLE ADMIN");
        }
        ServerConfig config = ServerConfig.of(
                Map.of(
                        "galaxy.main",
                        data.toString(),
                        "tcpPort",
                        "0",
                        "httpPort",
                        "0",
                        "logFormat",
                        "json",
                        "loginTimeout",
                        "300ms"),
                directory);
        try (ServerProcess process = ServerProcess.start(config)) {
            int port = process.server().tcpPort();
            assertEquals("main", event("starting").get("galaxies").textValue());
            JsonNode listening = event("listening");
            assertEquals(process.server().httpPort(), listening.get("port").intValue());
            assertEquals(false, listening.get("tls").booleanValue());
            String url = "jdbc:roche://127.0.0.1:" + port + "/?user=root&password=hush";
            assertThrows(SQLException.class, () -> DriverManager.getConnection(url));
            JsonNode refused = event("login_refused");
            assertEquals("root", refused.get("user").textValue());
            assertEquals("28000", refused.get("sqlstate").textValue());
            assertEquals("127.0.0.1", refused.get("from").textValue());
            try (RawClient slow = new RawClient(port)) {
                slow.assertClosed();
            }
            assertTrue(event("closed").get("reason").textValue().contains("LOGIN took longer"), lines.toString());
        }
        event("stopping");
        event("stopped");
        assertTrue(lines.stream().noneMatch(line -> line.contains("hush")), "passwords are not logged");
    }

    @Test
    void anErrorHasANumberThatItsClientIsTold() throws Exception {
        ServerLog.json(true);
        try (EmbeddedStore store =
                EmbeddedStore.open(new StoreTarget.Memory("logged"), new ConnectionSettings(Map.of()))) {
            Failure told = Failures.of(store.connector(), new IllegalStateException("the inside"));
            JsonNode event = event("internal_error");
            String reference = event.get("reference").textValue();
            assertTrue(told.message().contains(reference), told.message());
            assertTrue(!told.message().contains("the inside"), told.message());
            assertTrue(event.get("error").textValue().contains("IllegalStateException: the inside"), event.toString());
        }
    }

    @Test
    void aFloodOfOneKindIsCounted() {
        ServerLog.json(false);
        for (int i = 0; i < 1_000; i++) {
            ServerLog.warn("flood_of_a_test").with("n", i).write();
        }
        List<String> written = new ArrayList<>(lines);
        assertEquals(20, written.size());
        assertEquals("flood_of_a_test n=0", written.get(0));
    }
}
