package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TransactionTest {
    private static final String INSERT = "INSERT INTO records (ring, payload) VALUES (?, ?)";

    private String url;
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        fill(connection, "r", 3);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private String firstId() throws SQLException {
        return list(connection, "SELECT id FROM records WHERE ring = 'r' ORDER BY id LIMIT 1")
                .get(0);
    }

    @Test
    void autoCommitIsOnAndCommitNeedsItOff() throws SQLException {
        assertTrue(connection.getAutoCommit());
        assertState("25000", connection::commit);
        assertState("25000", connection::rollback);
        assertState("25000", connection::setSavepoint);
        connection.setAutoCommit(false);
        connection.commit();
        connection.rollback();
        connection.setAutoCommit(true);
        assertEquals(Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
    }

    @Test
    void rollbackDiscardsAndCommitKeeps() throws SQLException {
        connection.setAutoCommit(false);
        update(connection, INSERT, "r", "{}");
        assertEquals(4, count(connection, "records"));
        try (Connection other = open(url)) {
            assertEquals(3, count(other, "records"));
        }
        connection.rollback();
        assertEquals(3, count(connection, "records"));
        update(connection, INSERT, "r", "{}");
        connection.commit();
        try (Connection other = open(url)) {
            assertEquals(4, count(other, "records"));
        }
        update(connection, INSERT, "r", "{}");
        connection.setAutoCommit(true);
        assertEquals(5, count(connection, "records"));
    }

    @Test
    void closingRollsBack() throws SQLException {
        Connection other = open(url);
        other.setAutoCommit(false);
        update(other, INSERT, "r", "{}");
        other.close();
        assertEquals(3, count(connection, "records"));
    }

    @Test
    void aTransactionSeesOneSnapshotAndReadCommittedSeesMore() throws SQLException {
        try (Connection reader = open(url)) {
            reader.setAutoCommit(false);
            assertEquals(3, count(reader, "records"));
            update(connection, INSERT, "r", "{}");
            assertEquals(3, count(reader, "records"));
            assertState("25000", () -> reader.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED));
            reader.commit();
            reader.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertEquals(4, count(reader, "records"));
            update(connection, INSERT, "r", "{}");
            assertEquals(5, count(reader, "records"));
        }
        assertState("0A000", () -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
    }

    @Test
    void theFirstToCommitWins() throws SQLException {
        String id = firstId();
        try (Connection first = open(url);
                Connection second = open(url)) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            String sql = "UPDATE records SET payload = ? WHERE id = ?";
            assertEquals(1, update(first, sql, "{\"n\":10}", id));
            assertEquals(1, update(second, sql, "{\"n\":20}", id));
            first.commit();
            SQLException e = assertState("40001", second::commit);
            assertInstanceOf(SQLTransactionRollbackException.class, e);
            assertEquals(List.of("{\"n\":10}"), list(second, "SELECT payload FROM records WHERE id = ?", id));
        }
    }

    @Test
    void aFailedStatementUndoesItselfOnly() throws SQLException {
        connection.setAutoCommit(false);
        update(connection, INSERT, "r", "{}");
        assertThrows(
                SQLException.class,
                () -> update(
                        connection,
                        "INSERT INTO records (ring, payload, codec) VALUES ('r', '{}', 'json'), ('r', 'broken', 'json')"));
        assertEquals(4, count(connection, "records"));
        connection.commit();
        assertEquals(4, count(connection, "records"));
    }

    @Test
    void savepointsUndoWhatFollowed() throws SQLException {
        connection.setAutoCommit(false);
        update(connection, INSERT, "r", "{}");
        Savepoint savepoint = connection.setSavepoint("one");
        update(connection, INSERT, "r", "{}");
        update(connection, INSERT, "s", "{}");
        assertEquals(6, count(connection, "records"));
        connection.rollback(savepoint);
        assertEquals(4, count(connection, "records"));
        connection.commit();
        assertEquals(4, count(connection, "records"));
    }

    @Test
    void aCursorKeepsItsSnapshotAndOneOfATransactionEndsWithIt() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT n FROM \"r\"");
            assertTrue(rows.next());
            update(connection, "DELETE FROM records WHERE ring = 'r'");
            assertTrue(rows.next() && rows.next());
            assertFalse(rows.next());
            assertEquals(0, count(connection, "records"));
        }
        fill(connection, "r", 3);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT n FROM \"r\"");
            assertTrue(rows.next());
            connection.commit();
            assertState("25000", rows::next);
        }
    }

    @Test
    void aPlanMadeOnWritesRolledBackIsNotKept() throws SQLException {
        for (String table : List.of("\"p/1\"", "\"p/*\"")) {
            update(connection, "DELETE FROM records WHERE ring = 'p/1'");
            String own = table.contains("*") ? "glob" : "ring";
            String sql = "SELECT x FROM " + table;
            update(connection, INSERT, "p/1", "{\"x\":1}");
            connection.setAutoCommit(false);
            try (PreparedStatement prepared = connection.prepareStatement(sql)) {
                update(connection, INSERT, "p/1", "{\"" + own + "\":1}");
                assertEquals(2, list(prepared.executeQuery()).size());
                connection.rollback();
                try (Connection other = open(url)) {
                    update(other, INSERT, "p/1", "{\"x\":\"abc" + own + "\"}");
                }
                List<String> rows = list(prepared.executeQuery());
                assertEquals(List.of("1", "abc" + own), rows);
                assertEquals(rows, list(connection, sql));
                connection.rollback();
            }
            connection.setAutoCommit(true);
        }
    }

    @Test
    void preparedMetadataFollowsTheColumns() throws SQLException {
        update(connection, INSERT, "m", "{\"x\":1}");
        try (PreparedStatement prepared = connection.prepareStatement("SELECT * FROM \"m\"")) {
            int before = prepared.getMetaData().getColumnCount();
            update(connection, INSERT, "m", "{\"x\":1,\"y\":2}");
            assertEquals(before + 1, prepared.getMetaData().getColumnCount());
        }
    }

    @Test
    void rowsOfATransactionEndWithWhatWasWrittenBeforeThem() throws SQLException {
        fill(connection, "s", 1);
        connection.setAutoCommit(false);
        update(connection, INSERT, "r", "{\"n\":7}");
        update(connection, INSERT, "s", "{\"n\":7}");
        try (Statement statement = connection.createStatement()) {
            for (String from : List.of("records WHERE ring IN ('r', 's')", "\"*\" WHERE MOD(n, 2) >= 0")) {
                String sql = "SELECT payload FROM " + from;
                long expected = count(connection, from);
                ResultSet rows = statement.executeQuery(sql.replace("payload FROM \"", "n + 1 FROM \""));
                int count = 0;
                while (rows.next()) {
                    if (count++ == 0) {
                        for (String ring : List.of("r", "s", "t")) {
                            update(connection, INSERT, ring, "{\"n\":8}");
                        }
                    }
                }
                assertEquals(expected, count, sql);
            }
        }
    }

    @Test
    void readOnlyRefusesEveryWrite() throws SQLException {
        connection.setReadOnly(true);
        assertTrue(connection.isReadOnly());
        assertState("25006", () -> update(connection, INSERT, "r", "{}"));
        assertState("25006", () -> update(connection, "DELETE FROM records WHERE ring = 'r'"));
        assertState("25006", () -> fill(connection, "r", 1));
        connection.setAutoCommit(false);
        assertState("25006", () -> update(connection, INSERT, "r", "{}"));
        assertState("25000", () -> connection.setReadOnly(false));
        connection.rollback();
        connection.setReadOnly(false);
        update(connection, INSERT, "r", "{}");
        connection.commit();
        try (Connection other = open(url + "?readOnly=true")) {
            assertState("25006", () -> update(other, INSERT, "r", "{}"));
            assertState("25006", () -> other.setReadOnly(false));
            assertEquals(4, count(other, "records"));
        }
    }

    @Test
    void aBatchKeepsWhatCameBeforeTheFirstFailure() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO records (ring, payload, codec) VALUES ('b', ?, 'json')")) {
            for (String payload : new String[] {"{}", "{}", "broken", "{}"}) {
                statement.setString(1, payload);
                statement.addBatch();
            }
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {1, 1}, e.getUpdateCounts());
            assertEquals(2, count(connection, "\"b\""));
            connection.setAutoCommit(false);
            statement.setString(1, "{}");
            statement.addBatch();
            statement.setString(1, "broken");
            statement.addBatch();
            e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {1}, e.getUpdateCounts());
            assertEquals(3, count(connection, "\"b\""));
            connection.rollback();
            assertEquals(2, count(connection, "\"b\""));
        }
    }

    @Test
    void aBatchTakesWritesOnly() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO records (ring, payload) VALUES ('b', '{}')");
            statement.addBatch("SELECT 1");
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[] {1}, e.getUpdateCounts());
        }
    }

    @Test
    void manyWritersOfOneRecordAllSucceedInAutoCommit() throws Exception {
        String id = firstId();
        int threads = 4;
        int rounds = 25;
        Thread[] writers = new Thread[threads];
        List<Throwable> failures = new java.util.concurrent.CopyOnWriteArrayList<>();
        for (int t = 0; t < threads; t++) {
            writers[t] = new Thread(() -> {
                try (Connection own = open(url)) {
                    for (int i = 0; i < rounds; i++) {
                        update(own, "UPDATE records SET payload = ? WHERE id = ?", "{\"n\":" + i + "}", id);
                    }
                } catch (SQLTransactionRollbackException e) {
                    // Ten attempts may lose: that is the one failure allowed.
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
            writers[t].start();
        }
        for (Thread writer : writers) {
            writer.join(60_000);
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void anExecuteQueryOfAWriteIsRefusedBeforeItRuns() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertState("07005", () -> statement.executeQuery("DELETE FROM records WHERE ring = 'r'"));
            assertState("07003", () -> statement.executeUpdate("SELECT 1"));
        }
        assertEquals(3, count(connection, "records"));
    }

    @Test
    void generatedKeysAreRingAndId() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, "k");
            statement.setString(2, "{\"x\":1}");
            assertEquals(1, statement.executeUpdate());
            ResultSet keys = statement.getGeneratedKeys();
            assertTrue(keys.next());
            assertEquals("k", keys.getString("ring"));
            assertEquals(List.of(keys.getString("id")), list(connection, "SELECT _id FROM \"k\""));
            statement.setString(1, "k");
            statement.setString(2, "{\"x\":2}");
            statement.addBatch();
            statement.addBatch();
            statement.executeBatch();
            assertEquals(2, list(statement.getGeneratedKeys()).size());
        }
    }
}
