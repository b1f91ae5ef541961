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

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DDL commits what is open and then runs alone. */
class DdlTransactionTest {
    private static final String INSERT = "INSERT INTO records (ring, payload) VALUES ('r', '{}')";

    private String url;
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        update(connection, INSERT);
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private void run(String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                assertFalse(statement.execute(sql), sql);
            }
        }
    }

    private long seenByOthers() throws SQLException {
        try (Connection other = open(url)) {
            return count(other, "records");
        }
    }

    @Test
    void ddlCommitsTheTransactionBeforeIt() throws SQLException {
        assertTrue(connection.getMetaData().dataDefinitionCausesTransactionCommit());
        connection.setAutoCommit(false);
        run(INSERT, "CREATE TABLE t (a INTEGER)");
        assertEquals(2, seenByOthers());
        connection.rollback();
        run("INSERT INTO t VALUES (1)");
        connection.rollback();
        assertEquals(0, count(connection, "t"));
        assertEquals(2, count(connection, "records"));
    }

    @Test
    void ddlEndsWhatBeginBegan() throws SQLException {
        run("BEGIN", INSERT, "CREATE TABLE t (a INTEGER)", "INSERT INTO t VALUES (1)");
        assertEquals(3, seenByOthers());
        assertState("25000", connection::rollback);
    }

    @Test
    void ddlThatFailsLeavesWhatWasCommitted() throws SQLException {
        run("CREATE TABLE t (a INTEGER)");
        connection.setAutoCommit(false);
        run(INSERT);
        assertState("42P07", () -> run("CREATE TABLE t (a INTEGER)"));
        connection.rollback();
        assertEquals(2, count(connection, "records"));
        run(INSERT);
        assertState("42601", () -> run("CREATE TABLE ("));
        connection.rollback();
        assertEquals(2, count(connection, "records"), "what is not understood commits nothing");
    }

    @Test
    void aReadOnlyConnectionChangesNoSchema() throws SQLException {
        connection.setAutoCommit(false);
        run(INSERT, "SET TRANSACTION READ ONLY");
        assertState("25006", () -> run("CREATE TABLE t (a INTEGER)"));
        connection.rollback();
        assertEquals(1, count(connection, "records"));
        connection.rollback();
        connection.setReadOnly(true);
        assertState("25006", () -> run("DROP RING 'r'"));
        try (Connection other = open(url + "?readOnly=true");
                Statement statement = other.createStatement()) {
            assertState("25006", () -> statement.execute("CREATE VIEW v AS SELECT 1 AS a"));
        }
    }

    @Test
    void aConflictOfTheTransactionKeepsDdlFromRunning() throws SQLException {
        connection.setAutoCommit(false);
        run("UPDATE records SET payload = '{\"a\":1}' WHERE ring = 'r'");
        try (Connection other = open(url)) {
            update(other, "UPDATE records SET payload = '{\"a\":2}' WHERE ring = 'r'");
        }
        assertState("40001", () -> run("CREATE TABLE t (a INTEGER)"));
        assertState("42P01", () -> count(connection, "t"));
    }

    @Test
    void rowsOfTheTransactionEndWithIt() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT payload FROM records")) {
            run("CREATE TABLE t (a INTEGER)");
            assertThrows(SQLException.class, rows::next);
        }
    }

    @Test
    void aBatchMayHoldDdl() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("CREATE TABLE t (a INTEGER NOT NULL)");
            statement.addBatch("INSERT INTO t VALUES (1), (2)");
            statement.addBatch("CREATE VIEW v AS SELECT a FROM t");
            statement.addBatch("DELETE FROM t WHERE a = 1");
            assertArrayEquals(new int[] {0, 2, 0, 1}, statement.executeBatch());
            assertEquals(List.of("2"), list(connection, "SELECT a FROM v"));

            statement.addBatch("INSERT INTO t VALUES (3)");
            statement.addBatch("CREATE TABLE t (b INTEGER)");
            statement.addBatch("INSERT INTO t VALUES (4)");
            BatchUpdateException e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertEquals("42P07", e.getSQLState());
            assertArrayEquals(new long[] {1}, e.getLargeUpdateCounts());
            assertEquals(2, count(connection, "t"));

            statement.addBatch("INSERT INTO t VALUES (5)");
            statement.addBatch("COMMIT");
            e = assertThrows(BatchUpdateException.class, statement::executeBatch);
            assertEquals("0A000", e.getSQLState());
            assertArrayEquals(new int[] {1}, e.getUpdateCounts());
        }
    }
}
