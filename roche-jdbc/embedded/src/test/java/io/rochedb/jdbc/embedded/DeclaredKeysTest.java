package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import org.junit.jupiter.api.Test;

/** Generated keys and parameters of declared tables through JDBC. */
class DeclaredKeysTest {
    @Test
    void keysAreColumnsOfTheTable() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement ddl = connection.createStatement()) {
            ddl.execute("CREATE TABLE orders (user_id VARCHAR NOT NULL, id VARCHAR DEFAULT 'given', total DECIMAL(8,2))"
                    + " RING 'users/{user_id}/orders'");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO orders (user_id, total) VALUES (?, ?)", new String[] {"ID", "total", "_id"})) {
                insert.setString(1, "u1");
                insert.setString(2, "1.005");
                assertEquals(1, insert.executeUpdate());
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertTrue(keys.next());
                    assertEquals("given", keys.getString("id"));
                    assertEquals(new BigDecimal("1.01"), keys.getBigDecimal(2));
                    assertEquals(Types.DECIMAL, keys.getMetaData().getColumnType(2));
                    assertEquals(
                            1,
                            count(connection, "SELECT COUNT(*) FROM records WHERE id = '" + keys.getString(3) + "'"));
                    assertFalse(keys.next());
                }
            }
            ddl.executeUpdate("INSERT INTO orders (user_id) VALUES ('u2')", Statement.RETURN_GENERATED_KEYS);
            try (ResultSet keys = ddl.getGeneratedKeys()) {
                assertTrue(keys.next());
                assertEquals("users/u2/orders", keys.getString("ring"));
            }
            ddl.executeUpdate("INSERT INTO orders (user_id) VALUES ('u3')", new String[] {"nope"});
            SQLException unknown = assertThrows(SQLException.class, ddl::getGeneratedKeys);
            assertEquals("42703", unknown.getSQLState());
        }
    }

    private static int count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
