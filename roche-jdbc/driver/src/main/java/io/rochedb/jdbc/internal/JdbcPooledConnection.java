package io.rochedb.jdbc.internal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEvent;
import javax.sql.StatementEventListener;
import org.jspecify.annotations.Nullable;

/**
 * A physical connection of which one handle at a time is in use. A handle that is closed leaves the session as it was opened: what was not
 * committed is rolled back, auto-commit, isolation, read-only and ring are as at first.
 */
public final class JdbcPooledConnection implements PooledConnection {
    private final JdbcConnection physical;
    private final @Nullable ShardingKey ring;
    private final boolean readOnly;
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final List<StatementEventListener> statementListeners = new CopyOnWriteArrayList<>();
    private @Nullable JdbcConnection handle;

    /** Takes a connection as every handle shall find it, and the ring it was narrowed to. */
    public JdbcPooledConnection(JdbcConnection physical, @Nullable ShardingKey ring) {
        this.physical = physical;
        this.ring = ring;
        this.readOnly = physical.session().readOnly();
    }

    /** Returns a new handle; one that is still open is closed without an event. */
    @Override
    public Connection getConnection() throws SQLException {
        physical.checkOpen();
        JdbcConnection last = handle;
        if (last != null && last.retire()) {
            reset();
        }
        JdbcConnection next = physical.handleFor(this);
        handle = next;
        return next;
    }

    private void reset() throws SQLException {
        physical.act(session -> {
            if (!session.autoCommit()) {
                session.rollback();
                session.autoCommit(true);
            }
            session.isolation(io.rochedb.jdbc.spi.Session.Isolation.REPEATABLE_READ);
            session.readOnly(readOnly);
        });
        physical.setShardingKey(ring);
    }

    /** Told by a handle that its user closed it. */
    void handleClosed() throws SQLException {
        try {
            reset();
        } catch (SQLException e) {
            tell(listener -> listener.connectionErrorOccurred(new ConnectionEvent(this, e)));
            throw e;
        }
        tell(listener -> listener.connectionClosed(new ConnectionEvent(this)));
    }

    /** Told by a handle that the session is lost. */
    void failed(SQLException e) {
        tell(listener -> listener.connectionErrorOccurred(new ConnectionEvent(this, e)));
    }

    private void tell(Consumer<ConnectionEventListener> event) {
        listeners.forEach(event);
    }

    /** Told by a prepared statement that it was closed. */
    void statementClosed(PreparedStatement statement) {
        for (StatementEventListener listener : statementListeners) {
            listener.statementClosed(new StatementEvent(this, statement));
        }
    }

    @Override
    public void close() throws SQLException {
        JdbcConnection last = handle;
        if (last != null) {
            last.retire();
        }
        physical.close();
    }

    @Override
    public void addConnectionEventListener(@Nullable ConnectionEventListener listener) {
        if (listener != null) {
            listeners.add(listener);
        }
    }

    @Override
    public void removeConnectionEventListener(@Nullable ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public void addStatementEventListener(@Nullable StatementEventListener listener) {
        if (listener != null) {
            statementListeners.add(listener);
        }
    }

    @Override
    public void removeStatementEventListener(@Nullable StatementEventListener listener) {
        statementListeners.remove(listener);
    }
}
