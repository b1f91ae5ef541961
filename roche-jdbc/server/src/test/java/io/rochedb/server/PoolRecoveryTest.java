package io.rochedb.server;

import static io.rochedb.server.Served.list;
import static io.rochedb.server.Served.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A pool over a server lives through its end and start: what fails says what it means, and the rest works again. */
@Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PoolRecoveryTest {
    private static final int RESTARTS = 3;

    @Test
    void aPoolRecoversFromRestartsAndCuts() throws Exception {
        try (Served served = Served.open();
                Proxy proxy = new Proxy(served.port());
                HikariDataSource pool = pool(proxy.url())) {
            try (Connection connection = pool.getConnection()) {
                update(connection, "INSERT INTO p (a) VALUES (0)");
            }
            Set<String> states = new TreeSet<>();
            int written = 1;
            int unknown = 0;
            for (int i = 0; i < RESTARTS; i++) {
                if (i % 2 == 0) {
                    served.restart();
                } else {
                    proxy.cut();
                }
                long start = System.nanoTime();
                boolean recovered = false;
                while (!recovered && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(30)) {
                    try (Connection connection = pool.getConnection()) {
                        update(connection, "INSERT INTO p (a) VALUES (?)", written);
                        written++;
                        recovered = true;
                    } catch (SQLException e) {
                        states.add(e.getSQLState());
                        unknown += "08007".equals(e.getSQLState()) ? 1 : 0;
                    }
                }
                assertTrue(recovered, "states seen: " + states);
                System.out.println("PoolRecoveryTest: recovered after "
                        + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms, states " + states);
                readAll(pool);
            }
            assertTrue(states.stream().allMatch(state -> state.startsWith("08")), states.toString());
            try (Connection connection = pool.getConnection()) {
                int there = Integer.parseInt(
                        list(connection, "SELECT COUNT(*) FROM p").get(0));
                // what was reported unknown may be there or not; nothing is there twice
                assertTrue(there >= written && there <= written + unknown, there + " of " + written + "+" + unknown);
                assertEquals(
                        List.of(), list(connection, "SELECT a FROM p GROUP BY a HAVING COUNT(*) > " + (1 + unknown)));
            }
        }
    }

    private static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(4);
        config.setConnectionTimeout(5_000);
        config.setInitializationFailTimeout(5_000);
        return new HikariDataSource(config);
    }

    /** Uses every connection of the pool: none has a statement that works no more. */
    private static void readAll(HikariDataSource pool) throws SQLException {
        Connection[] all = new Connection[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = pool.getConnection();
        }
        for (Connection connection : all) {
            try (connection;
                    PreparedStatement statement = connection.prepareStatement("SELECT a FROM p WHERE a = ?")) {
                statement.setInt(1, 0);
                try (ResultSet rows = statement.executeQuery()) {
                    assertTrue(rows.next());
                }
            }
        }
    }
}
