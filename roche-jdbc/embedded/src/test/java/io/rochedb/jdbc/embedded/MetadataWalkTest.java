package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The calls by which DBeaver, DataGrip and Tableau get to know a database, over a store of 200,000 rings: each answers, with as many rows as the limit
 * allows and with memory for those.
 */
@Tag("long")
class MetadataWalkTest {
    private static final int RINGS = 200_000;
    private static final int RING_LIMIT = 100;
    /** Rows that do not depend on rings: system tables, their columns, functions and arguments. */
    private static final int OTHER_ROWS_MAX = 1_500;

    private static final long CALL_BYTES_MAX = 256L << 20;

    private static Connection connection;
    private static DatabaseMetaData metadata;

    @BeforeAll
    static void openStore() throws SQLException {
        connection = Stores.open(Stores.fresh() + "?metadataRingLimit=" + RING_LIMIT);
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            for (int i = 0; i < RINGS; i++) {
                insert.setString(1, "users/" + i);
                insert.setString(2, "{\"n\":" + i + "}");
                insert.addBatch();
                if (i % 10_000 == 9_999) {
                    insert.executeBatch();
                    connection.commit();
                }
            }
        }
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (user_id VARCHAR NOT NULL, no INTEGER NOT NULL, total DECIMAL(9, 2),"
                    + " PRIMARY KEY (user_id, no)) RING 'shop/{user_id}/orders'");
            statement.execute("CREATE VIEW totals AS SELECT user_id, SUM(total) AS s FROM orders GROUP BY user_id");
        }
        metadata = connection.getMetaData();
    }

    @AfterAll
    static void closeStore() throws SQLException {
        connection.close();
    }

    /** Returns what this thread has allocated so far; asked for by name, for the JDK's interface of it is no standard one. */
    private static long allocatedBytes() {
        try {
            return (Long) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                            "getThreadAllocatedBytes",
                            new Object[] {Thread.currentThread().getId()},
                            new String[] {"long"});
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Call {
        ResultSet run() throws SQLException;
    }

    private static final Map<String, Integer> SEEN = new LinkedHashMap<>();

    /** Makes a call and returns its number of rows. */
    private static int rows(String name, Call call) throws SQLException {
        long before = allocatedBytes();
        int count = 0;
        try (ResultSet rows = call.run()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                count++;
                for (int i = 1; i <= columns; i++) {
                    rows.getObject(i);
                }
            }
        }
        long allocated = allocatedBytes() - before;
        assertTrue(allocated < CALL_BYTES_MAX, name + " allocated " + allocated);
        SEEN.put(name, count);
        return count;
    }

    private static void few(String name, Call call) throws SQLException {
        int count = rows(name, call);
        assertTrue(count <= RING_LIMIT + OTHER_ROWS_MAX, name + " has " + count + " rows");
    }

    @Test
    void dbeaverWalks() throws SQLException {
        assertEquals(0, rows("getCatalogs", metadata::getCatalogs));
        assertEquals(3, rows("getSchemas", metadata::getSchemas));
        assertEquals(4, rows("getTableTypes", metadata::getTableTypes));
        assertTrue(rows("getTypeInfo", metadata::getTypeInfo) >= 12);
        few("getTables %", () -> metadata.getTables(null, "roche", "%", null));
        assertEquals(
                RING_LIMIT, rows("getTables RING", () -> metadata.getTables(null, null, null, new String[] {"RING"})));
        few("getColumns %", () -> metadata.getColumns(null, "roche", "%", "%"));
        few("getPrimaryKeys null", () -> metadata.getPrimaryKeys(null, null, null));
        few("getIndexInfo null", () -> metadata.getIndexInfo(null, null, null, false, true));
        few("getImportedKeys null", () -> metadata.getImportedKeys(null, null, null));
        few("getProcedures", () -> metadata.getProcedures(null, null, "%"));
        few("getProcedureColumns", () -> metadata.getProcedureColumns(null, null, "%", "%"));
        few("getFunctions", () -> metadata.getFunctions(null, null, "%"));
        few("getFunctionColumns", () -> metadata.getFunctionColumns(null, null, "%", "%"));
        for (String table : new String[] {"users/77", "orders", "totals", "records"}) {
            assertEquals(1, rows("getTables " + table, () -> metadata.getTables(null, "roche", table, null)));
            few("getColumns " + table, () -> metadata.getColumns(null, "roche", table, null));
            few("getPrimaryKeys " + table, () -> metadata.getPrimaryKeys(null, "roche", table));
            few("getIndexInfo " + table, () -> metadata.getIndexInfo(null, "roche", table, false, true));
            few("getImportedKeys " + table, () -> metadata.getImportedKeys(null, "roche", table));
            few("getExportedKeys " + table, () -> metadata.getExportedKeys(null, "roche", table));
            few("getBestRowIdentifier " + table, () -> metadata.getBestRowIdentifier(null, "roche", table, 2, true));
            few("getVersionColumns " + table, () -> metadata.getVersionColumns(null, "roche", table));
        }
        System.err.println("rows by call: " + SEEN);
    }

    @Test
    void dataGripAndTableauWalk() throws SQLException {
        few("types", () -> metadata.getTables(null, "%", "%", new String[] {"TABLE", "VIEW", "SYSTEM TABLE"}));
        few("search", () -> metadata.getTables(null, null, "users/1999%", null));
        few("columns of a search", () -> metadata.getColumns(null, null, "users/1999%", "n"));
        try (Statement statement = connection.createStatement()) {
            for (String table : new String[] {"roche.records", "\"users/77\"", "roche.\"orders\"", "totals"}) {
                assertEquals(
                        0, rows("probe " + table, () -> statement.executeQuery("SELECT * FROM " + table + " LIMIT 0")));
                try (PreparedStatement prepared = connection.prepareStatement("SELECT * FROM " + table)) {
                    assertTrue(prepared.getMetaData().getColumnCount() > 0);
                }
            }
            SQLException refused = assertThrows(
                    SQLException.class,
                    () -> statement.execute("CREATE LOCAL TEMPORARY TABLE \"#Tableau_1\" (a INTEGER)"));
            assertTrue(
                    refused.getSQLState().equals("0A000")
                            || refused.getSQLState().equals("42601"),
                    refused.getSQLState() + " " + refused.getMessage());
            few(
                    "information_schema",
                    () -> statement.executeQuery("SELECT * FROM information_schema.tables WHERE table_type <> 'RING'"));
        }
    }

    /** Case 92: what planning a statement takes does not grow with rings. */
    @Test
    void planningLooksUpNamesAndListsNothing() throws SQLException {
        for (int i = 0; i < 3; i++) {
            plan(i);
        }
        long before = allocatedBytes();
        int statements = 20;
        for (int i = 0; i < statements; i++) {
            plan(100 + i);
        }
        long bytes = (allocatedBytes() - before) / statements;
        assertTrue(bytes < RINGS * 8L, "a statement allocated " + bytes + " bytes on its thread");
    }

    private static void plan(int number) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n AS c" + number + " FROM \"users/" + number
                        + "\" WHERE n >= 0 AND CAST(n AS VARCHAR) <> 'x" + number + "'")) {
            assertTrue(rows.next());
            assertEquals(number, rows.getInt(1));
        }
    }
}
