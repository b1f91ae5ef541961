package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** BEGIN, COMMIT, ROLLBACK, SAVEPOINT and SET TRANSACTION as statements, beside the methods of JDBC that do the same. */
class TransactionTextTest {
    private static final String INSERT = "INSERT INTO records (ring, payload) VALUES ('r', '{}')";

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

    private void run(String... statements) throws SQLException {
        for (String sql : statements) {
            try (Statement statement = connection.createStatement()) {
                assertFalse(statement.execute(sql), sql);
                assertNull(statement.getWarnings(), sql);
            }
        }
    }

    /** Runs a statement that leaves a warning, and returns its state. */
    private String warned(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertEquals(0, statement.executeUpdate(sql));
            SQLWarning warning = statement.getWarnings();
            assertNotNull(warning, sql);
            statement.clearWarnings();
            assertNull(statement.getWarnings());
            return warning.getSQLState();
        }
    }

    private void refused(String state, String sql) {
        assertState(state, () -> run(sql));
    }

    private long seenByOthers() throws SQLException {
        try (Connection other = open(url)) {
            return count(other, "records");
        }
    }

    @Test
    void beginHoldsUntilCommitOrRollback() throws SQLException {
        run("BEGIN", INSERT, INSERT);
        assertTrue(connection.getAutoCommit(), "auto-commit is a setting; BEGIN is one exception from it");
        assertEquals(5, count(connection, "records"));
        assertEquals(3, seenByOthers());
        run("ROLLBACK");
        assertEquals(3, count(connection, "records"));
        run("START TRANSACTION", INSERT, "COMMIT WORK", INSERT);
        assertEquals(5, seenByOthers());
        run("begin transaction; -- with a comment", INSERT, "END");
        assertEquals(6, seenByOthers());
    }

    @Test
    void methodsAndStatementsEndTheSameTransaction() throws SQLException {
        run("BEGIN", INSERT);
        connection.rollback();
        assertEquals(3, count(connection, "records"));
        assertState("25000", connection::rollback);
        connection.setAutoCommit(false);
        run(INSERT, "COMMIT", INSERT, "ROLLBACK");
        assertEquals(4, seenByOthers());
        run(INSERT);
        assertEquals("25001", warned("BEGIN"));
        connection.commit();
        run("BEGIN", INSERT, "COMMIT", INSERT);
        connection.rollback();
        assertEquals(6, seenByOthers());
    }

    @Test
    void switchingAutoCommitCommitsWhatBeginBegan() throws SQLException {
        run("BEGIN", INSERT);
        connection.setAutoCommit(true);
        assertEquals(3, seenByOthers(), "auto-commit was on: nothing was switched");
        connection.setAutoCommit(false);
        assertEquals(4, seenByOthers());
    }

    @Test
    void closingRollsBackWhatBeginBegan() throws SQLException {
        try (Connection other = open(url);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN");
            statement.execute(INSERT);
        }
        assertEquals(3, count(connection, "records"));
    }

    @Test
    void whatIsHarmlessIsAWarningAndWhatIsNotAnError() throws SQLException {
        assertEquals("25P01", warned("COMMIT"));
        assertEquals("25P01", warned("ROLLBACK"));
        assertEquals("25P01", warned("SET TRANSACTION ISOLATION LEVEL READ COMMITTED"));
        refused("25P01", "SAVEPOINT a");
        refused("25P01", "ROLLBACK TO a");
        refused("25P01", "RELEASE SAVEPOINT a");
        run("BEGIN");
        assertEquals("25001", warned("BEGIN"));
        refused("3B001", "ROLLBACK TO a");
        refused("3B001", "RELEASE a");
        refused("0A000", "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        refused("42601", "COMMIT AND SOMETHING ELSE");
        assertState("07005", () -> connection.createStatement().executeQuery("COMMIT"));
        run(INSERT, "COMMIT");
        assertEquals(4, seenByOthers());
    }

    @Test
    void aFailedStatementLeavesTheTransactionUsable() throws SQLException {
        run("BEGIN", INSERT);
        refused("42P01", "DELETE FROM \"nothing/here\"");
        run(INSERT, "COMMIT");
        assertEquals(5, seenByOthers());
    }

    @Test
    void savepointsNest() throws SQLException {
        run("BEGIN", INSERT, "SAVEPOINT a", INSERT, "SAVEPOINT b", INSERT);
        run("ROLLBACK TO SAVEPOINT B");
        assertEquals(5, count(connection, "records"));
        run(INSERT, "ROLLBACK TO b", "ROLLBACK TRANSACTION TO a");
        assertEquals(4, count(connection, "records"));
        refused("3B001", "ROLLBACK TO b");
        run("ROLLBACK TO a", INSERT, "SAVEPOINT a", INSERT, "ROLLBACK TO a");
        assertEquals(5, count(connection, "records"));
        run("RELEASE SAVEPOINT a", "ROLLBACK TO a");
        assertEquals(4, count(connection, "records"));
        run("RELEASE a");
        refused("3B001", "ROLLBACK TO a");
        run("COMMIT");
        assertEquals(4, seenByOthers());
    }

    @Test
    void savepointsOfMethodsAndStatementsAreTheSame() throws SQLException {
        connection.setAutoCommit(false);
        Savepoint unnamed = connection.setSavepoint();
        run(INSERT);
        Savepoint named = connection.setSavepoint("a");
        assertState("22023", unnamed::getSavepointName);
        assertState("22023", named::getSavepointId);
        assertEquals("a", named.getSavepointName());
        run(INSERT, "ROLLBACK TO a");
        assertEquals(4, count(connection, "records"));
        connection.rollback(named);
        connection.rollback(unnamed);
        assertEquals(3, count(connection, "records"));
        assertState("3B001", () -> connection.rollback(named));
        refused("3B001", "ROLLBACK TO a");
        connection.releaseSavepoint(unnamed);
        assertState("3B001", () -> connection.rollback(unnamed));
        assertState("3B001", () -> connection.releaseSavepoint(unnamed));
        Savepoint last = connection.setSavepoint("b");
        run("COMMIT");
        assertState("3B001", () -> connection.rollback(last));
        try (Connection other = open(url)) {
            other.setAutoCommit(false);
            Savepoint theirs = other.setSavepoint("c");
            assertState("3B001", () -> connection.rollback(theirs));
        }
    }

    @Test
    void modesHoldForOneTransactionOrForTheSession() throws SQLException {
        run("BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY");
        assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
        assertTrue(connection.isReadOnly());
        refused("25006", INSERT);
        assertEquals(3, count(connection, "records"));
        refused("25001", "SET TRANSACTION READ WRITE");
        refused("25001", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        run("COMMIT");
        assertEquals(Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
        assertFalse(connection.isReadOnly());

        connection.setAutoCommit(false);
        run("SET TRANSACTION READ ONLY");
        refused("25006", INSERT);
        run("ROLLBACK", INSERT, "SET TRANSACTION READ ONLY");
        refused("25006", INSERT);
        run("COMMIT");
        assertEquals(4, seenByOthers());
        connection.setAutoCommit(true);

        run("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY, ISOLATION LEVEL READ UNCOMMITTED");
        assertEquals(Connection.TRANSACTION_READ_COMMITTED, connection.getTransactionIsolation());
        refused("25006", INSERT);
        refused("25006", "BEGIN READ WRITE");
        run("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE", INSERT);
        try (Connection readOnly = open(url + "?readOnly=true");
                Statement statement = readOnly.createStatement()) {
            assertState("25006", () -> statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE"));
        }
    }

    @Test
    void readCommittedSeesWhatIsNewAlsoAfterItHasWritten() throws SQLException {
        run("BEGIN ISOLATION LEVEL READ COMMITTED", INSERT);
        assertEquals(4, count(connection, "records"));
        try (Connection other = open(url)) {
            update(other, INSERT);
            assertEquals(5, count(connection, "records"));
            update(other, "DELETE FROM records WHERE ring = 'r' AND seq = 1");
            assertEquals(4, count(connection, "records"));
            assertEquals(List.of(), list(connection, "SELECT id FROM records WHERE ring = 'r' AND seq = 1"));
        }
        run("UPDATE records SET payload = '{\"mine\":1}' WHERE ring = 'r'", "COMMIT");
        assertEquals(
                List.of("4"), list(connection, "SELECT COUNT(*) FROM \"r\" WHERE mine = 1"), "what it saw, it wrote");
    }

    @Test
    void readCommittedLosesWhereAnotherWroteTheSame() throws SQLException {
        String id = list(connection, "SELECT id FROM records WHERE ring = 'r' ORDER BY id LIMIT 1")
                .get(0);
        String change = "UPDATE records SET payload = '{}' WHERE id = '" + id + "'";
        run("BEGIN ISOLATION LEVEL READ COMMITTED");
        assertEquals(3, count(connection, "records"));
        try (Connection other = open(url)) {
            update(other, change);
        }
        run(change, "COMMIT", "BEGIN ISOLATION LEVEL READ COMMITTED", change);
        try (Connection other = open(url)) {
            update(other, change);
        }
        assertState("40001", () -> count(connection, "records"));
        assertState("40001", connection::commit);
        assertEquals(3, count(connection, "records"));
    }

    @Test
    void rowsThatAreBeingReadKeepTheSnapshotOfReadCommitted() throws SQLException {
        // more than a door sends ahead: rows that were all sent hold no snapshot
        int many = 50_000;
        run("INSERT INTO \"many\" (n) SELECT i FROM TABLE(GENERATE_SERIES(1, " + many + ")) AS s(i)");
        run("BEGIN ISOLATION LEVEL READ COMMITTED", "INSERT INTO \"many\" (n) VALUES (0)");
        try (Statement statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT _id FROM \"many\"")) {
            assertTrue(rows.next());
            try (Connection other = open(url)) {
                update(other, "INSERT INTO \"many\" (n) VALUES (-1)");
            }
            assertEquals(many + 1, count(connection, "\"many\""));
            int count = 1;
            while (rows.next()) {
                count++;
            }
            assertEquals(many + 1, count);
        }
        assertEquals(many + 2, count(connection, "\"many\""));
        run("ROLLBACK");
    }
}
