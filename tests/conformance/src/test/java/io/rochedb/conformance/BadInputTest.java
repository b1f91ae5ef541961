package io.rochedb.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bad input through JDBC: the state, the class and what the message names; and that nothing is lost by it. */
class BadInputTest {
    @TempDir
    Path directory;

    private static SQLException refused(String sql, String state, String... named) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO \"docs/japan\" (title, n) VALUES ('kept', 1)");
            SQLException error = assertThrows(SQLException.class, () -> {
                if (statement.execute(sql)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            rows.getObject(1);
                        }
                    }
                }
            });
            assertEquals(state, error.getSQLState(), error.getMessage());
            for (String text : named) {
                assertTrue(error.getMessage().contains(text), error.getMessage());
            }
            for (String leaked : new String[] {"calcite", "avatica", "jackson", "rocksdb", "Exception"}) {
                assertTrue(
                        !error.getMessage().toLowerCase(Locale.ROOT).contains(leaked.toLowerCase(Locale.ROOT)),
                        error.getMessage());
            }
            try (ResultSet rows = statement.executeQuery("SELECT title FROM \"docs/japan\"")) {
                assertTrue(rows.next());
                assertEquals("kept", rows.getString(1));
            }
            return error;
        }
    }

    @Test
    void anUnknownRingNamesTheNearest() throws SQLException {
        assertInstanceOf(
                SQLSyntaxErrorException.class,
                refused("SELECT * FROM \"docs/jappan\"", "42P01", "'docs/jappan'", "'docs/japan'"));
    }

    @Test
    void aMalformedIdIsNamed() throws SQLException {
        assertInstanceOf(SQLDataException.class, refused("SELECT * FROM records WHERE id = 'abc'", "22P02", "'abc'"));
    }

    @Test
    void vectorsOfAnotherDimensionOrWithoutDirectionAreRefused() throws SQLException {
        String setup = "INSERT INTO records (ring, payload, vector) VALUES ('v', '{}', '[1, 2, 3]'), ('v', '{}', ";
        refused(setup + "'[1, 2]')", "22000", "3", "2", "'v'");
        refused(setup + "'[0, 0, 0]')", "22000");
        refused(setup + "'[1, NaN, 0]')", "22018", "[1, NaN, 0]");
    }

    @Test
    void aNanParameterIsRefused() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO records (ring, payload, vector) VALUES ('v', '{}', ?)")) {
            insert.setObject(1, new float[] {1, Float.NaN});
            assertEquals(
                    "22000",
                    assertThrows(SQLException.class, insert::executeUpdate).getSQLState());
            insert.setObject(1, new float[] {1, 0});
            assertEquals(1, insert.executeUpdate());
        }
    }

    @Test
    void codecJsonMeansValidJson() throws SQLException {
        refused("INSERT INTO records (ring, payload, codec) VALUES ('a', '{\"x\": }', 'json')", "22032");
    }

    @Test
    void aPayloadOverTheLimitIsRefusedBeforeItIsWritten() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO records (ring, payload_bytes, codec) VALUES ('big', ?, 'raw')")) {
            insert.setBytes(1, new byte[(64 << 20) + 1]);
            assertEquals(
                    "54000",
                    assertThrows(SQLException.class, insert::executeUpdate).getSQLState());
            insert.setBytes(1, new byte[10]);
            assertEquals(1, insert.executeUpdate());
        }
    }

    @Test
    void anUnknownUrlKeyNamesTheNearest() {
        SQLException error =
                assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:roche:mem:?durabilty=strong"));
        assertTrue(
                error.getMessage().contains("durabilty") && error.getMessage().contains("durability"),
                error.getMessage());
    }

    @Test
    void arithmeticErrorsAreErrors() throws SQLException {
        assertInstanceOf(SQLDataException.class, refused("SELECT n / 0 FROM \"docs/japan\"", "22012"));
        refused("SELECT n + 9223372036854775807 FROM \"docs/japan\"", "22003");
        refused("SELECT CAST(n * 3000000000 AS INTEGER) FROM \"docs/japan\"", "22003");
    }

    @Test
    void sixHundredOrTermsWork() throws SQLException {
        String terms = IntStream.range(0, 600).mapToObj(i -> "n = " + i).collect(Collectors.joining(" OR "));
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO \"docs/japan\" (title, n) VALUES ('kept', 1), ('not', 1000)");
            try (ResultSet rows = statement.executeQuery("SELECT title FROM \"docs/japan\" WHERE " + terms)) {
                assertTrue(rows.next());
                assertEquals("kept", rows.getString(1));
                assertTrue(!rows.next());
            }
        }
    }

    @Test
    void aMemoryStoreOverItsBudgetRefusesWritesAndKeepsWhatItHas() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:?memoryBudget=4000000")) {
            List<SQLException> refused = new ArrayList<>();
            int written = insertUntilRefused(connection, refused, 1_000);
            assertEquals(1, refused.size(), "no refusal");
            assertEquals("53200", refused.get(0).getSQLState(), refused.get(0).getMessage());
            assertEquals(written, count(connection));
        }
    }

    @Test
    void aDurableStoreOverItsBudgetGoesOn() throws SQLException {
        String url = "jdbc:roche:" + directory.resolve("small") + "?memoryBudget=4000000";
        try (Connection connection = DriverManager.getConnection(url)) {
            List<SQLException> refused = new ArrayList<>();
            assertEquals(200, insertUntilRefused(connection, refused, 200), refused::toString);
            assertEquals(200, count(connection));
        }
    }

    private static int insertUntilRefused(Connection connection, List<SQLException> refused, int most)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO records (ring, payload, codec) VALUES ('r', ?, 'raw')")) {
            String text = "x".repeat(100_000);
            int written = 0;
            while (refused.isEmpty() && written < most) {
                insert.setString(1, text);
                try {
                    insert.executeUpdate();
                    written++;
                } catch (SQLException e) {
                    refused.add(e);
                }
            }
            return written;
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM records WHERE length(payload) > 0")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void aDirectoryThatIsNoStoreIsRefused() throws Exception {
        Path other = directory.resolve("other");
        Files.createDirectories(other);
        Files.writeString(other.resolve("letter.txt"), "hello");
        SQLException error = assertThrows(SQLException.class, () -> DriverManager.getConnection("jdbc:roche:" + other));
        assertTrue(error.getMessage().contains(other.toString()), error.getMessage());
        assertEquals("hello", Files.readString(other.resolve("letter.txt")));
    }

    @Test
    void aMissingStoreIsNotCreatedWhenToldNotTo() {
        Path missing = directory.resolve("missing");
        SQLException error = assertThrows(
                SQLException.class,
                () -> DriverManager.getConnection("jdbc:roche:" + missing + "?createIfMissing=false"));
        assertEquals("08001", error.getSQLState());
        assertTrue(!Files.exists(missing));
    }
}
