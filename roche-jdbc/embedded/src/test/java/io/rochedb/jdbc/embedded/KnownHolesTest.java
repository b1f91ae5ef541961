package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.list;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheDriver;
import io.rochedb.jdbc.RocheProperty;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holes that other drivers and databases have had, by their kinds: none of them is here. */
class KnownHolesTest {
    private static final String SECRET = "the-secret-of-this-machine";

    @TempDir
    Path directory;

    /** A class named in a URL is loaded, and its code run (Avatica, PostgreSQL, MySQL): no option names one. */
    @Test
    void noUrlNamesAClass() throws SQLException {
        for (String option : List.of(
                "driver=java.lang.Runtime",
                "factory=java.lang.Runtime",
                "httpclient_impl=" + Loaded.class.getName(),
                "httpclient_factory=" + Loaded.class.getName(),
                "socketFactory=" + Loaded.class.getName(),
                "sslfactory=" + Loaded.class.getName(),
                "authenticationPluginClassName=" + Loaded.class.getName(),
                "queryInterceptors=" + Loaded.class.getName(),
                "parserFactory=" + Loaded.class.getName(),
                "schemaFactory=" + Loaded.class.getName(),
                "typeSystem=" + Loaded.class.getName())) {
            String url = "jdbc:roche:mem:?" + option;
            assertThrows(SQLException.class, () -> DriverManager.getConnection(url), url);
            String[] pair = option.split("=");
            Properties properties = new Properties();
            properties.setProperty(pair[0], pair[1]);
            new RocheDriver().connect("jdbc:roche:mem:", properties).close();
        }
        assertFalse(loaded, "an option has loaded a class");
        for (RocheProperty property : RocheProperty.values()) {
            String described = property.description().toLowerCase(Locale.ROOT);
            assertFalse(described.contains("class") || described.contains("script"), property.key());
        }
    }

    /** Is noticed when it is loaded. */
    static final class Loaded {
        static {
            loaded = true;
        }
    }

    private static volatile boolean loaded;

    /** A URL runs statements when it is opened (H2's INIT): none does, however it is written. */
    @Test
    void noUrlRunsAStatement() throws Exception {
        Path script = directory.resolve("init.sql");
        Files.writeString(script, "CREATE TABLE done (a INTEGER)");
        for (String url : List.of(
                "jdbc:roche:mem:?INIT=CREATE TABLE done (a INTEGER)",
                "jdbc:roche:mem:?init=RUNSCRIPT FROM '" + script + "'",
                "jdbc:roche:mem:?onConnect=CREATE TABLE done (a INTEGER)")) {
            assertThrows(SQLException.class, () -> DriverManager.getConnection(url), url);
        }
        for (String statement : List.of(
                "RUNSCRIPT FROM '" + script + "'",
                "SCRIPT TO '" + directory.resolve("out.sql") + "'",
                "CREATE ALIAS f AS 'void f() {}'",
                "CREATE FUNCTION f AS 'java.lang.Runtime'",
                "CREATE TRIGGER t BEFORE INSERT ON x CALL 'java.lang.Runtime'",
                "CREATE LINKED TABLE l('java.lang.Runtime', 'jdbc:x', '', '', 't')",
                "CREATE FOREIGN SCHEMA s TYPE 'jdbc' OPTIONS (a 'b')")) {
            refused(statement);
        }
    }

    private static void refused(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement run = connection.createStatement()) {
            SQLException e = assertThrows(SQLException.class, () -> run.execute(statement), statement);
            assertTrue(
                    List.of("42601", "42883", "0A000", "42804", "42P01").contains(e.getSQLState()),
                    statement + ": " + e.getSQLState() + " " + e.getMessage());
            assertFalse(e.getMessage().contains(SECRET), e.getMessage());
        }
    }

    /** Functions of XML read files through entities, and models and functions read them outright (Calcite, PostgreSQL, H2, MySQL): none is there. */
    @Test
    void noFunctionReadsAFile() throws Exception {
        Path secret = directory.resolve("secret.txt");
        Files.writeString(secret, SECRET);
        String entity = "<!DOCTYPE a [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><a>&x;</a>";
        for (String expression : List.of(
                "EXTRACTVALUE('" + entity + "', '/a')",
                "\"EXTRACT\"('" + entity + "', '/a')",
                "EXTRACT_XML('" + entity + "', '/a')",
                "XMLTRANSFORM('" + entity + "', '<x/>')",
                "EXISTSNODE('" + entity + "', '/a')",
                "FILE_READ('" + secret + "')",
                "PG_READ_FILE('" + secret + "')",
                "LOAD_FILE('" + secret + "')")) {
            refused("SELECT " + expression);
        }
        for (String table : List.of("CSVREAD", "READ_CSV", "READ_TEXT", "FILE")) {
            refused("SELECT * FROM TABLE(" + table + "('" + secret + "'))");
        }
        String model = "jdbc:roche:mem:?model=inline:{version:'1.0',schemas:[]}";
        assertThrows(SQLException.class, () -> DriverManager.getConnection(model));
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
            // an external entity in a document is a text like any other
            put(connection, entity);
            assertEquals(List.of(entity), list(connection, "SELECT t FROM docs"));
        }
    }

    private static void put(Connection connection, String text) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO docs (t) VALUES (?)")) {
            insert.setString(1, text);
            insert.executeUpdate();
        }
    }

    /** A negative parameter written into the text makes a comment (pgjdbc), and a text ends its quotes: parameters are never written into the text. */
    @Test
    void parametersAreNoText() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
            assertEquals(new BigDecimal(6), number(connection, "SELECT 5 -?", -1));
            assertEquals(new BigDecimal(6), number(connection, "SELECT 5-?", -1));
            assertEquals(new BigDecimal(2), number(connection, "SELECT 1 -?\n", -1));
            put(connection, "x");
            for (String text :
                    List.of("' OR 1=1 --", "'; DROP RING 'docs'; --", "\\'; --", "\u02bc OR 1=1", "x\0' OR 'a'='a")) {
                try (PreparedStatement statement =
                        connection.prepareStatement("SELECT COUNT(*) FROM docs WHERE t = ? OR ? = t")) {
                    statement.setString(1, text);
                    statement.setString(2, "?" + text);
                    try (ResultSet row = statement.executeQuery()) {
                        assertTrue(row.next());
                        assertEquals(0, row.getInt(1), text);
                    }
                }
            }
            assertEquals(List.of("1"), list(connection, "SELECT COUNT(*) FROM docs"));
        }
    }

    private static BigDecimal number(Connection connection, String sql, int parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                assertTrue(row.next());
                return new BigDecimal(row.getString(1));
            }
        }
    }
}
