package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

final class ShellDriverTest {
    @Test
    void labelsAreNamesAndCountersOutliveTheirStatement() throws SQLException {
        Driver real = DriverManager.getDriver("jdbc:roche:mem:");
        ShellDriver.install();
        ShellDriver.install();
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:")) {
            try (Statement statement = connection.createStatement()) {
                assertEquals(2, statement.executeUpdate("INSERT INTO \"a/b\" (n) VALUES (1), (2)"));
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT n AS x FROM \"a/b\"")) {
                assertEquals("x", rows.getMetaData().getColumnName(1));
                assertEquals("x", rows.getMetaData().getColumnLabel(1));
                while (rows.next()) {
                    assertEquals(rows.getLong(1), rows.getLong("x"));
                }
            }
            assertEquals(2, ShellDriver.lastScan().recordsScanned());
            try (Statement statement = connection.createStatement()) {
                SQLException failure =
                        assertThrows(SQLException.class, () -> statement.execute("SELECT * FROM nowhere"));
                assertEquals("42P01", failure.getSQLState());
            }
        } finally {
            Driver shell = DriverManager.getDriver("jdbc:roche:mem:");
            assertInstanceOf(ShellDriver.class, shell);
            DriverManager.deregisterDriver(shell);
            DriverManager.registerDriver(real);
        }
    }
}
