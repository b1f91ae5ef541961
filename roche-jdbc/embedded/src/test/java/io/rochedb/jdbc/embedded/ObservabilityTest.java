package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservabilityTest {
    private static double metric(Connection connection, String name, String labels) throws SQLException {
        List<String> found =
                list(connection, "SELECT number FROM sys.metrics WHERE name = ? AND labels LIKE ?", name, labels);
        return found.stream().mapToDouble(Double::parseDouble).sum();
    }

    @Test
    void statementsAreCountedByWhatTheyAreAndHowTheyEnd() throws SQLException {
        try (Connection connection = open(Stores.fresh())) {
            update(connection, "INSERT INTO records (ring, payload) VALUES ('m', '{\"n\": 1}')");
            for (int i = 0; i < 5; i++) {
                assertEquals(List.of("1"), list(connection, "SELECT n FROM \"m\""));
            }
            assertState("42P01", () -> list(connection, "SELECT * FROM \"nothing\""));
            assertState("22012", () -> list(connection, "SELECT n / 0 FROM \"m\""));
            assertEquals(1, metric(connection, "roche_statement_seconds_count", "kind=\"dml\"%"));
            assertEquals(4, metric(connection, "roche_statement_seconds_count", "kind=\"query\",plan=\"fast\""));
            assertEquals(1, metric(connection, "roche_statement_errors_total", "sqlstate=\"42P01\""));
            assertEquals(1, metric(connection, "roche_statement_errors_total", "sqlstate=\"22012\""));
            assertEquals(1, metric(connection, "roche_records", ""));
            assertEquals(1, metric(connection, "roche_writable", ""));
        }
    }

    @Test
    void whoSeesAPartOfTheStoreSeesNoMetrics() throws SQLException {
        String url = Stores.fresh();
        try (Connection all = open(url);
                Connection narrowed = open(url + "?ring=a")) {
            assertFalse(list(all, "SELECT name FROM sys.metrics").isEmpty());
            assertEquals(List.of(), list(narrowed, "SELECT name FROM sys.metrics"));
        }
    }

    private static final class Kept extends Handler {
        private final List<String> messages = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void publish(LogRecord line) {
            messages.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void slowStatementsAreLoggedOnALineEachWithoutPasswords() throws SQLException {
        Logger logger = Logger.getLogger("io.rochedb.slow");
        Kept kept = new Kept();
        logger.addHandler(kept);
        logger.setUseParentHandlers(false);
        try (Connection connection = open(Stores.fresh() + "?slowStatement=1ms")) {
            update(connection, "INSERT INTO records (ring, payload) VALUES ('m', '{\"n\": 1}')");
            list(connection, "SELECT COUNT(*)\nFROM GENERATE_SERIES(1, 300000) AS t (v)");
            update(connection, "CREATE USER ann PASSWORD 'very secret'");
        } finally {
            logger.removeHandler(kept);
            logger.setUseParentHandlers(true);
        }
        String slow = kept.messages.stream()
                .filter(line -> line.contains("GENERATE_SERIES"))
                .findFirst()
                .orElseThrow();
        assertTrue(
                slow.matches(
                        "slow statement: millis=\\d+\\.\\d session=\\d+ user=\"\" plan=miss digest=[0-9a-f]{12} rings=.*"),
                slow);
        assertTrue(
                slow.contains("rows=1 ") && slow.contains("sqlstate=00000") && slow.contains("COUNT(*)\\nFROM"), slow);
        assertTrue(kept.messages.stream().noneMatch(line -> line.contains("secret")), kept.messages.toString());
    }

    @Test
    void aRecordingHasStatementsAndGroupsOfCommits(@TempDir Path directory) throws SQLException, IOException {
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("io.rochedb.Statement").withoutThreshold();
            recording.enable("io.rochedb.CommitGroup").withoutThreshold();
            recording.enable("io.rochedb.Job").withoutThreshold();
            recording.start();
            try (Connection connection = open("jdbc:roche:" + directory.resolve("store") + "?closeDelay=0s")) {
                update(
                        connection,
                        "INSERT INTO records (ring, payload) VALUES ('m', '{\"n\": 1}'), ('m', '{\"n\": 2}')");
                assertEquals(List.of("2"), list(connection, "SELECT n FROM \"m\" WHERE n > 1"));
                assertState("22012", () -> list(connection, "SELECT n / 0 FROM \"m\""));
                list(connection, "CALL BACKUP('" + directory.resolve("backup") + "')");
            }
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        RecordedEvent read = named(events, "io.rochedb.Statement").stream()
                .filter(event -> event.getString("sql").contains("n > 1"))
                .findFirst()
                .orElseThrow();
        assertEquals(2, read.getLong("recordsScanned"));
        assertEquals(1, read.getLong("rowsReturned"));
        assertEquals("query", read.getString("kind"));
        assertTrue(named(events, "io.rochedb.Statement").stream()
                .anyMatch(event -> event.getString("sqlState").equals("22012")));
        RecordedEvent group = named(events, "io.rochedb.CommitGroup").get(0);
        assertEquals(2, group.getInt("operations"));
        assertTrue(group.getBoolean("synced"));
        RecordedEvent job = named(events, "io.rochedb.Job").get(0);
        assertEquals("backup done", job.getString("kind") + " " + job.getString("state"));
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
