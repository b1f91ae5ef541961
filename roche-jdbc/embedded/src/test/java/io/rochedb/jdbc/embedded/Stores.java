package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.function.Executable;

/** Memory stores of tests, and short ways to ask them. */
final class Stores {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Stores() {}

    /** Returns the URL of a store nobody else uses. */
    static String fresh() {
        return "jdbc:roche:mem:test" + NUMBERS.incrementAndGet();
    }

    static Connection open(String url) throws SQLException {
        return DriverManager.getConnection(url);
    }

    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    /** Returns the first column of every row as text. */
    static List<String> list(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return list(statement.executeQuery());
        }
    }

    static List<String> list(ResultSet rows) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    static long count(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Puts a number of documents {@code {"n": i}} into a ring, in one batch. */
    static void fill(Connection connection, String ring, int records) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("INSERT INTO records (ring, payload) VALUES (?, ?)")) {
            for (int i = 0; i < records; i++) {
                statement.setString(1, ring);
                statement.setString(2, "{\"n\": " + i + "}");
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    static SQLException assertState(String state, Executable executable) {
        SQLException e = assertThrows(SQLException.class, executable);
        assertEquals(state, e.getSQLState(), e.getMessage());
        return e;
    }
}
