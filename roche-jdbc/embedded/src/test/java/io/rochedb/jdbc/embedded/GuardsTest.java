package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a connection may not do, whatever the road a statement takes. */
class GuardsTest {
    private String url;
    private Connection connection;

    @BeforeEach
    void openStore() throws SQLException {
        url = Stores.fresh();
        connection = open(url);
        fill(connection, "r", 200);
        fill(connection, "small", 5);
        update(
                connection,
                "INSERT INTO records (ring, payload, vector) SELECT 'v', payload, '[1, 0]' FROM records WHERE ring = 'r'");
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private static void refused(String state, Connection limited, String... statements) {
        for (String sql : statements) {
            assertState(state, () -> run(limited, sql));
        }
    }

    private static void run(Connection limited, String sql) throws SQLException {
        try (Statement statement = limited.createStatement()) {
            if (statement.execute(sql)) {
                try (var rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
        }
    }

    @Test
    void maxScannedHoldsOnEveryRoad() throws SQLException {
        try (Connection limited = open(url + "?maxScanned=50")) {
            refused(
                    "54R01",
                    limited,
                    "SELECT n FROM \"r\" WHERE n = 199",
                    "SELECT n FROM \"r\" ORDER BY n DESC LIMIT 1",
                    "SELECT MAX(n) FROM \"r\"",
                    "SELECT COUNT(*) FROM \"r\" WHERE n > 3",
                    "SELECT COUNT(*) FROM \"r\" AS a JOIN \"small\" AS b ON a.n = b.n",
                    "SELECT COUNT(*) FROM \"small\" AS a JOIN records AS b ON b.ring = CASE WHEN a.n > 100 THEN 'small' ELSE 'r' END",
                    "SELECT n FROM \"small\" WHERE n IN (SELECT n FROM \"r\")",
                    "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0]'), ring => 'v', budget => 3))",
                    "SELECT _id FROM \"v\" ORDER BY COSINE_DISTANCE(_vector, VECTOR('[1, 0]')) LIMIT 3",
                    "UPDATE \"r\" SET n = 0 WHERE n = 199",
                    "DELETE FROM \"r\" WHERE n = 199",
                    "INSERT INTO records (ring, payload) SELECT 'copy', payload FROM records WHERE ring = 'r'",
                    "INSERT INTO \"copy\" (n) VALUES ((SELECT MAX(n) FROM \"r\"))");
            assertEquals(200, count(limited, "\"r\""));
            assertEquals(5, list(limited, "SELECT n FROM \"small\"").size());
            assertEquals(50, list(limited, "SELECT n FROM \"r\" LIMIT 50").size());
            assertFalse(list(connection, "SELECT name FROM sys.rings").contains("copy"));
        }
    }

    @Test
    void maxTokensHoldsForRowsAndForRetrieval() throws SQLException {
        try (Connection limited = open(url + "?maxTokens=20")) {
            refused(
                    "54R02",
                    limited,
                    "SELECT payload FROM records WHERE ring = 'r'",
                    "SELECT _payload FROM \"r\" ORDER BY n",
                    "SELECT payload FROM TABLE(RETRIEVE(VECTOR('[1, 0]'), ring => 'v', budget => 100))",
                    "SELECT a._payload FROM \"r\" AS a JOIN \"r\" AS b ON a.n = b.n");
            assertEquals(1, list(limited, "SELECT COUNT(_payload) FROM \"r\"").size());
        }
    }

    @Test
    void requireRingHoldsForReadsOfEveryKind() throws SQLException {
        try (Connection limited = open(url + "?requireRing=true")) {
            refused(
                    "54R03",
                    limited,
                    "SELECT payload FROM records",
                    "SELECT payload FROM records WHERE seq > 3",
                    "SELECT COUNT(*) FROM records WHERE payload LIKE '%7%'",
                    "SELECT n FROM \"**\"",
                    "SELECT * FROM TABLE(RETRIEVE(VECTOR('[1, 0]'), budget => 3))",
                    "SELECT COUNT(*) FROM \"small\" AS a JOIN records AS b ON a._seq = b.seq WHERE b.payload LIKE '%1%'",
                    "UPDATE records SET payload = '{}' WHERE seq > 3",
                    "DELETE FROM records",
                    "INSERT INTO records (ring, payload) SELECT 'copy', payload FROM records");
            assertEquals(200, list(limited, "SELECT n FROM \"r\"").size());
            run(limited, "DELETE FROM records WHERE ring = 'small'");
            assertEquals(0, count(connection, "\"small\""));
        }
    }

    @Test
    void aRefusedStatementIsUndoneAndItsTransactionGoesOn() throws SQLException {
        try (Connection limited = open(url + "?maxScanned=50")) {
            limited.setAutoCommit(false);
            update(limited, "INSERT INTO records (ring, payload) VALUES ('mine', '{}')");
            refused("54R01", limited, "UPDATE \"r\" SET n = 0 WHERE n >= 0");
            assertEquals(1, count(limited, "\"mine\""));
            limited.commit();
        }
        assertEquals(1, count(connection, "\"mine\""));
        assertEquals("199", list(connection, "SELECT MAX(n) FROM \"r\"").get(0));
    }

    @Test
    void statementsHaveALengthADepthAndLists() throws SQLException {
        try (Connection limited =
                open(url + "?maxStatementLength=300&maxExpressionDepth=20&maxInListSize=10&planningTimeout=30s")) {
            refused("54001", limited, "SELECT '" + "x".repeat(300) + "'");
            refused("54001", limited, "SELECT 1" + " + 1".repeat(40));
            refused("54001", limited, "SELECT n FROM \"r\" WHERE n IN (" + times(11, "1") + ")");
            assertState(
                    "54001",
                    () -> limited.prepareStatement("SELECT n FROM \"r\" WHERE n NOT IN (" + times(11, "?") + ")"));
            String many = "SELECT n FROM \"r\" WHERE n IN (" + times(11, "1") + ")";
            refused("54001", limited, "CREATE VIEW v AS " + many);
            refused("54001", limited, "CREATE TABLE c AS " + many);
            refused("54001", limited, "CREATE TABLE c (n INTEGER CHECK (n IN (" + times(11, "1") + ")))");
            refused("54001", limited, "CREATE TABLE c (n INTEGER DEFAULT 1" + " + 1".repeat(40) + ")");
            assertEquals(1, list(limited, "SELECT 1" + " + 1".repeat(10)).size());
            assertEquals(
                    1,
                    list(limited, "SELECT n FROM \"r\" WHERE n IN (" + times(10, "1") + ")")
                            .size());
        }
        assertEquals(List.of("41"), list(connection, "SELECT 1" + " + 1".repeat(40)));
        assertState("22023", () -> open(url + "?maxInListSize=0"));
        assertState("22023", () -> open(url + "?planningTimeout=soon"));
    }

    private static String times(int elements, String element) {
        return String.join(", ", Collections.nCopies(elements, element));
    }

    @Test
    void moreFieldsThanColumnsAreSaid() throws SQLException {
        StringBuilder json = new StringBuilder("{\"f0\": 0");
        for (int i = 1; i < 300; i++) {
            json.append(", \"f").append(i).append("\": ").append(i);
        }
        update(
                connection,
                "INSERT INTO records (ring, payload) VALUES ('wide', ?)",
                json.append('}').toString());
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT f0, f1 FROM \"wide\"").close();
            assertNull(statement.getWarnings());
            statement.executeQuery("SELECT * FROM \"wide\"").close();
            assertTrue(statement.getWarnings().getMessage().contains("'wide' shows 256 fields"));
        }
        assertEquals(List.of("299"), list(connection, "SELECT JSON_VALUE(_payload, '$.f299') FROM \"wide\""));
    }

    @Test
    void namesWithoutASchemaFollowTheConnection() throws SQLException {
        try (Connection other = open(url)) {
            fill(connection, "rings", 7);
            String sql = "SELECT COUNT(*) FROM rings";
            try (PreparedStatement prepared = other.prepareStatement(sql)) {
                assertEquals(List.of("7"), list(prepared.executeQuery()));
                other.setSchema("SYS");
                assertEquals("sys", other.getSchema());
                assertEquals(List.of("4"), list(prepared.executeQuery()));
                assertEquals(List.of("4"), list(other, sql));
                assertEquals(List.of("7"), list(connection, sql));
                assertState("42P01", () -> list(other, "SELECT * FROM records"));
                assertState("42P01", () -> update(other, "INSERT INTO \"r\" (n) VALUES (1)"));
                assertEquals(200, count(other, "roche.\"r\""));
                other.setSchema("information_schema");
                assertTrue(list(other, "SELECT table_name FROM tables").contains("records"));
                other.setSchema("roche");
                assertEquals(List.of("7"), list(prepared.executeQuery()));
            }
        }
        try (Connection other = open(url + "?schema=sys")) {
            assertEquals(4, list(other, "SELECT name FROM rings").size());
        }
    }
}
