package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheStatement;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches and generated keys: what is counted, what is kept, which keys come back. */
class BatchTest {
    private static final String INSERT = "INSERT INTO records (ring, payload, codec) VALUES (?, ?, 'json')";

    private String url;
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private static void add(PreparedStatement statement, String... payloads) throws SQLException {
        for (String payload : payloads) {
            statement.setString(1, "b");
            statement.setString(2, payload);
            statement.addBatch();
        }
    }

    @Test
    void aBatchIsOnePlanAndOneCommit() throws SQLException {
        try (Connection other = open(url);
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, "{}", "{}", "{}");
            assertArrayEquals(new long[] {1, 1, 1}, statement.executeLargeBatch());
            assertEquals(
                    "fast", statement.unwrap(RocheStatement.class).scanStats().planCache());
            assertEquals(3, count(other, "records"));
            assertArrayEquals(new int[0], statement.executeBatch(), "taken by the run before");
            add(statement, "{}");
            statement.clearBatch();
            assertArrayEquals(new long[0], statement.executeLargeBatch());
            assertEquals(3, count(other, "records"));
        }
    }

    @Test
    void inAutoCommitWhatCameBeforeTheFailureIsCommittedAndCounted() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, "{}", "{}", "broken", "{}");
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeLargeBatch);
            assertEquals("22032", e.getSQLState());
            assertArrayEquals(new long[] {1, 1}, e.getLargeUpdateCounts());
            assertArrayEquals(new int[] {1, 1}, e.getUpdateCounts());
            assertEquals("22032", ((SQLException) e.getCause()).getSQLState());
            assertEquals(2, count(connection, "\"b\""));
            assertArrayEquals(new int[0], statement.executeBatch(), "empty after a failure too");
            add(statement, "broken", "{}");
            e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertArrayEquals(new int[0], e.getUpdateCounts());
            assertEquals(2, count(connection, "\"b\""));
        }
    }

    @Test
    void inATransactionWhatCameBeforeTheFailureStaysPending() throws SQLException {
        for (String begin : new String[] {"setAutoCommit", "BEGIN"}) {
            try (Connection own = open(url);
                    Statement text = own.createStatement();
                    PreparedStatement statement = own.prepareStatement(INSERT)) {
                if (begin.equals("BEGIN")) {
                    text.execute(begin);
                } else {
                    own.setAutoCommit(false);
                }
                add(statement, "{}", "{}", "broken");
                BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
                assertArrayEquals(new int[] {1, 1}, e.getUpdateCounts());
                assertEquals(2, count(own, "records"));
                assertEquals(0, count(connection, "records"));
                own.rollback();
                assertEquals(0, count(own, "records"));
            }
        }
    }

    @Test
    void updatesAndDeletesCountWhatTheyChange() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, "{\"n\":1}", "{\"n\":2}", "{\"n\":2}", "{\"n\":3}");
            statement.executeBatch();
        }
        try (PreparedStatement statement = connection.prepareStatement("UPDATE \"b\" SET n = n + 10 WHERE n = ?")) {
            for (int n = 1; n <= 4; n++) {
                statement.setInt(1, n);
                statement.addBatch();
            }
            assertArrayEquals(new int[] {1, 2, 1, 0}, statement.executeBatch());
        }
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("DELETE FROM \"b\" WHERE n = 12");
            statement.addBatch("INSERT INTO \"b\" (n) VALUES (1), (2), (3)");
            statement.addBatch("UPDATE \"b\" SET n = 0 WHERE n < 10");
            assertArrayEquals(new int[] {2, 3, 3}, statement.executeBatch());
        }
    }

    @Test
    void statementsThatReturnRowsAreNoPartOfABatch() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO records (ring, payload) VALUES ('b', '{}')");
            statement.addBatch("SELECT 1");
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertEquals("07003", e.getSQLState());
            assertArrayEquals(new int[] {1}, e.getUpdateCounts());
        }
    }

    private record Asked(PreparedStatement prepared, List<String> columns) {}

    @Test
    void everyFormOfAskingForKeysGivesTheKeysOfAllRows() throws SQLException {
        String sql = "INSERT INTO records (ring, payload) VALUES (?, ?)";
        List<Asked> forms = List.of(
                new Asked(connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS), List.of("ring", "id")),
                new Asked(connection.prepareStatement(sql, new int[] {2}), List.of("id")),
                new Asked(connection.prepareStatement(sql, new int[] {2, 1}), List.of("id", "ring")),
                new Asked(connection.prepareStatement(sql, new String[] {"ID"}), List.of("ID")),
                new Asked(connection.prepareStatement(sql, new String[] {"_id", "_ring"}), List.of("_id", "_ring")));
        for (Asked form : forms) {
            try (PreparedStatement statement = form.prepared) {
                add(statement, "{}", "{}");
                statement.executeBatch();
                assertKeys(statement, form.columns, 2);
                statement.setString(1, "b");
                statement.setString(2, "{}");
                assertEquals(1, statement.executeUpdate());
                assertKeys(statement, form.columns, 1);
                assertFalse(statement.execute());
                assertKeys(statement, form.columns, 1);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            add(statement, "{}");
            statement.executeBatch();
            assertKeys(statement, List.of("ring", "id"), 0);
        }
        assertState("42703", () -> connection.prepareStatement(sql, new int[] {3}));
        try (PreparedStatement statement = connection.prepareStatement(sql, new String[] {"payload"})) {
            statement.setString(1, "b");
            statement.setString(2, "{}");
            statement.executeUpdate();
            assertState("42703", statement::getGeneratedKeys);
        }
        assertState("22023", () -> connection.prepareStatement(sql, 17));
    }

    @Test
    void statementsReturnKeysInEveryFormToo() throws SQLException {
        String sql = "INSERT INTO \"b\" (n) VALUES (1), (2)";
        try (Statement statement = connection.createStatement()) {
            assertEquals(2, statement.executeUpdate(sql, Statement.RETURN_GENERATED_KEYS));
            assertKeys(statement, List.of("ring", "id"), 2);
            assertEquals(2, statement.executeUpdate(sql, new int[] {2}));
            assertKeys(statement, List.of("id"), 2);
            assertEquals(2, statement.executeUpdate(sql, new String[] {"id"}));
            assertKeys(statement, List.of("id"), 2);
            assertEquals(2, statement.executeLargeUpdate(sql, Statement.RETURN_GENERATED_KEYS));
            assertKeys(statement, List.of("ring", "id"), 2);
            assertEquals(2, statement.executeLargeUpdate(sql, new int[] {1}));
            assertKeys(statement, List.of("ring"), 2);
            assertEquals(2, statement.executeLargeUpdate(sql, new String[] {"_id"}));
            assertKeys(statement, List.of("_id"), 2);
            assertFalse(statement.execute(sql, Statement.RETURN_GENERATED_KEYS));
            assertKeys(statement, List.of("ring", "id"), 2);
            assertFalse(statement.execute(sql, new int[] {2}));
            assertKeys(statement, List.of("id"), 2);
            assertFalse(statement.execute(sql, new String[] {"ring"}));
            assertKeys(statement, List.of("ring"), 2);
            assertEquals(2, statement.executeUpdate(sql, Statement.NO_GENERATED_KEYS));
            assertKeys(statement, List.of("ring", "id"), 0);
            assertTrue(statement.execute("SELECT 1", Statement.RETURN_GENERATED_KEYS));
            assertEquals(0, list(statement.getGeneratedKeys()).size());
        }
    }

    @Test
    void aFailedBatchHasTheKeysOfTheRowsItCounts() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
            add(statement, "{}", "{}", "broken");
            assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertKeys(statement, List.of("ring", "id"), 2);
        }
    }

    /** The keys are those of the newest records of ring b, in the order of insertion. */
    private void assertKeys(Statement statement, List<String> columns, int rows) throws SQLException {
        List<String> ids = rows == 0
                ? List.of()
                : list(connection, "SELECT id FROM records WHERE ring = 'b' ORDER BY id DESC LIMIT " + rows);
        List<String> found = new ArrayList<>();
        try (ResultSet keys = statement.getGeneratedKeys()) {
            ResultSetMetaData shape = keys.getMetaData();
            assertEquals(columns.size(), shape.getColumnCount());
            for (int i = 0; i < columns.size(); i++) {
                assertEquals(columns.get(i), shape.getColumnLabel(i + 1));
            }
            while (keys.next()) {
                for (String column : columns) {
                    if (column.toLowerCase(java.util.Locale.ROOT).endsWith("id")) {
                        found.add(0, keys.getString(column));
                    } else {
                        assertEquals("b", keys.getString(column));
                    }
                }
                if (columns.stream()
                        .noneMatch(
                                name -> name.toLowerCase(java.util.Locale.ROOT).endsWith("id"))) {
                    found.add("");
                }
            }
        }
        assertEquals(rows, found.size());
        if (!found.isEmpty() && !found.get(0).isEmpty()) {
            assertEquals(ids, found);
        }
    }

    @Test
    void aBatchThatLosesEveryAttemptCommitsNothing() throws Exception {
        update(connection, "INSERT INTO records (ring, payload) VALUES ('c', '{\"n\":0}')");
        try (Connection own = open(url);
                Statement statement = own.createStatement()) {
            own.setAutoCommit(false);
            statement.addBatch("INSERT INTO records (ring, payload) VALUES ('b', '{}')");
            statement.addBatch("UPDATE \"c\" SET n = 1");
            assertArrayEquals(new int[] {1, 1}, statement.executeBatch());
            update(connection, "UPDATE \"c\" SET n = 2");
            assertState("40001", own::commit);
            assertEquals(List.of("2"), list(own, "SELECT n FROM \"c\""));
            assertEquals(1, count(own, "records"));
        }
    }
}
