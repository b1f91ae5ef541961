package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PoolTest {
    private static final String INSERT = "INSERT INTO records (ring, payload) VALUES ('r', '{}')";

    private static HikariConfig config(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(2);
        config.setPoolName("roche-test");
        return config;
    }

    @Test
    void aPoolWithDefaultsWorks() throws SQLException {
        try (HikariDataSource pool = new HikariDataSource(config(Stores.fresh()))) {
            try (Connection connection = pool.getConnection()) {
                update(connection, INSERT);
                assertTrue(connection.isValid(1));
            }
            try (Connection connection = pool.getConnection()) {
                assertEquals(1, count(connection, "records"));
                connection.setReadOnly(true);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            try (Connection connection = pool.getConnection()) {
                assertEquals(Connection.TRANSACTION_REPEATABLE_READ, connection.getTransactionIsolation());
                pool.evictConnection(connection);
            }
        }
    }

    @Test
    void aPoolWithoutAutoCommitRollsBackWhatIsLeftOpen() throws SQLException {
        HikariConfig config = config(Stores.fresh());
        config.setAutoCommit(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setSchema("roche");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            try (Connection connection = pool.getConnection()) {
                update(connection, INSERT);
                connection.commit();
                update(connection, INSERT);
            }
            try (Connection connection = pool.getConnection()) {
                assertEquals(1, count(connection, "records"));
            }
        }
    }

    @Test
    void aReadOnlyPoolWritesNothing() throws SQLException {
        HikariConfig config = config(Stores.fresh());
        config.setReadOnly(true);
        config.setConnectionTestQuery("SELECT 1");
        try (HikariDataSource pool = new HikariDataSource(config);
                Connection connection = pool.getConnection()) {
            assertState("25006", () -> update(connection, INSERT));
            assertEquals(0, count(connection, "records"));
        }
    }
}
