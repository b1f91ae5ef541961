package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.count;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheConnectionPoolDataSource;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.junit.jupiter.api.Test;

class PooledConnectionTest {
    private final List<String> events = new ArrayList<>();

    private PooledConnection listening(PooledConnection pooled) {
        pooled.addConnectionEventListener(new ConnectionEventListener() {
            @Override
            public void connectionClosed(ConnectionEvent event) {
                events.add("closed");
            }

            @Override
            public void connectionErrorOccurred(ConnectionEvent event) {
                events.add("error " + event.getSQLException().getSQLState());
            }
        });
        pooled.addStatementEventListener(new StatementEventListener() {
            @Override
            public void statementClosed(StatementEvent event) {
                events.add("statement");
            }

            @Override
            public void statementErrorOccurred(StatementEvent event) {
                events.add("statement error");
            }
        });
        return pooled;
    }

    @Test
    void aHandleLeavesTheSessionAsItWas() throws SQLException {
        PooledConnection pooled =
                listening(new RocheConnectionPoolDataSource(Stores.fresh()).getPooledConnection("ada", null));
        Connection first = pooled.getConnection();
        fill(first, "a", 2);
        first.setAutoCommit(false);
        first.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        fill(first, "a", 1);
        ResultSet rows = first.createStatement().executeQuery("SELECT n FROM a");
        assertTrue(rows.next());
        assertSame(first, rows.getStatement().getConnection());
        first.close();
        first.close();
        assertEquals(List.of("statement", "statement", "closed"), events);
        assertTrue(rows.isClosed() && first.isClosed());
        assertState("08003", first::createStatement);

        Connection second = pooled.getConnection();
        assertTrue(second.getAutoCommit());
        assertEquals(Connection.TRANSACTION_REPEATABLE_READ, second.getTransactionIsolation());
        assertEquals(2, count(second, "a"));
        assertEquals("ada", second.getMetaData().getUserName());
        Connection third = pooled.getConnection();
        assertTrue(second.isClosed());
        assertFalse(third.isClosed());
        pooled.close();
        assertTrue(third.isClosed());
        assertState("08003", pooled::getConnection);
        assertEquals(3, events.size());
    }

    @Test
    void aRingHoldsForEveryHandle() throws SQLException {
        String url = Stores.fresh();
        try (Connection other = Stores.open(url)) {
            fill(other, "a", 1);
            fill(other, "b", 1);
            RocheConnectionPoolDataSource source = new RocheConnectionPoolDataSource(url);
            PooledConnection pooled = source.createPooledConnectionBuilder()
                    .shardingKey(source.createShardingKeyBuilder()
                            .subkey("a", JDBCType.VARCHAR)
                            .build())
                    .build();
            for (int i = 0; i < 2; i++) {
                try (Connection handle = pooled.getConnection()) {
                    assertEquals(1, count(handle, "records"));
                    handle.setReadOnly(true);
                }
            }
            try (Connection handle = pooled.getConnection()) {
                fill(handle, "a", 1);
                assertEquals(2, count(handle, "records"));
            }
            pooled.close();
        }
    }

    @Test
    void anAbortIsAnErrorOfTheConnection() throws SQLException {
        PooledConnection pooled = listening(new RocheConnectionPoolDataSource(Stores.fresh()).getPooledConnection());
        Connection handle = pooled.getConnection();
        PreparedStatement statement = handle.prepareStatement("SELECT 1");
        handle.abort(Runnable::run);
        assertTrue(handle.isClosed() && statement.isClosed());
        assertEquals(List.of("error 08003"), events);
        pooled.close();
    }
}
