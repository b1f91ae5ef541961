package io.rochedb.server.internal.avatica;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.calcite.avatica.remote.AvaticaRuntimeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of stock clients, which choose their names: one of a name belongs to the user who opened it, and to nobody else it exists.
 * Thread-safe.
 */
public final class AvaticaConnections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AvaticaConnections.class);
    private static final int NAME_LENGTH_MAX = 256;

    private final int connectionsMax;
    private final int statementsMax;
    private final long idleMaxMillis;
    private final LongSupplier clockMillis;
    private final ConcurrentMap<String, AvaticaConnection> connections = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Makes an empty set of connections.
     *
     * @param connectionsMax connections at a time
     * @param statementsMax statements a connection keeps; beyond it the one used longest ago is closed
     * @param idleMaxMillis how long a connection without a request stays, 0 for ever
     * @param clockMillis a clock that does not go back
     */
    public AvaticaConnections(int connectionsMax, int statementsMax, long idleMaxMillis, LongSupplier clockMillis) {
        this.connectionsMax = connectionsMax;
        this.statementsMax = statementsMax;
        this.idleMaxMillis = idleMaxMillis;
        this.clockMillis = clockMillis;
    }

    /** Something done with a connection. */
    interface Use<T> {
        T on(AvaticaConnection connection) throws SQLException;
    }

    /** Returns the number of open connections. */
    public int size() {
        return count.get();
    }

    void open(String name, Caller caller, Map<String, String> options) {
        if (name == null || name.isEmpty() || name.length() > NAME_LENGTH_MAX) {
            throw AvaticaErrors.of("08001", "a connection's name must have 1 to " + NAME_LENGTH_MAX + " characters");
        }
        if (count.incrementAndGet() > connectionsMax) {
            count.decrementAndGet();
            throw AvaticaErrors.of(
                    "53300", "the server has " + connectionsMax + " connections, the most it takes; try later");
        }
        boolean added = false;
        try {
            Caller.Opened opened = caller.connect(options);
            AvaticaConnection connection =
                    new AvaticaConnection(caller.user(), opened, statementsMax, clockMillis.getAsLong());
            added = connections.putIfAbsent(name, connection) == null;
            if (!added) {
                opened.connection().close();
                throw AvaticaErrors.of("08002", "a connection of this name is open already");
            }
        } catch (SQLException e) {
            throw AvaticaErrors.of(e);
        } finally {
            if (!added) {
                count.decrementAndGet();
            }
        }
    }

    <T> T on(String name, Caller caller, Use<T> use) {
        AvaticaConnection connection = find(name, caller);
        if (!connection.enter(clockMillis.getAsLong())) {
            throw AvaticaErrors.of("55006", "the connection is at another request; one is done at a time");
        }
        try {
            if (connections.get(name) != connection) {
                throw AvaticaErrors.unknownConnection();
            }
            caller.runs(connection.cancel());
            return use.on(connection);
        } catch (SQLException e) {
            throw AvaticaErrors.of(e);
        } catch (AvaticaRuntimeException e) {
            throw e;
        } catch (RuntimeException e) {
            throw AvaticaErrors.unexpected(e);
        } finally {
            connection.leave(clockMillis.getAsLong());
        }
    }

    private AvaticaConnection find(String name, Caller caller) {
        AvaticaConnection connection = owned(name, caller);
        if (connection == null) {
            throw AvaticaErrors.unknownConnection();
        }
        return connection;
    }

    private @Nullable AvaticaConnection owned(@Nullable String name, Caller caller) {
        AvaticaConnection connection = name == null ? null : connections.get(name);
        return connection != null && connection.user().equals(caller.user()) ? connection : null;
    }

    /** Closes a connection; one that is not there, or is someone else's, is as closed as can be. */
    void close(String name, Caller caller) {
        AvaticaConnection connection = owned(name, caller);
        if (connection != null) {
            remove(name, connection);
        }
    }

    /** Closes a statement; one that went with its connection is closed. */
    void closeStatement(String name, Caller caller, int statement) {
        if (owned(name, caller) != null) {
            on(name, caller, connection -> {
                connection.close(statement);
                return statement;
            });
        }
    }

    private void remove(String name, AvaticaConnection connection) {
        if (connections.remove(name, connection)) {
            count.decrementAndGet();
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.warn("a connection did not close cleanly: {}", e.getMessage());
            }
        }
    }

    /** Closes connections whose client has been silent for too long. */
    public void closeIdle() {
        if (idleMaxMillis == 0) {
            return;
        }
        long oldest = clockMillis.getAsLong() - idleMaxMillis;
        connections.forEach((name, connection) -> {
            if (connection.isIdle() && connection.lastUsedMillis() < oldest) {
                remove(name, connection);
            }
        });
    }

    @Override
    public void close() {
        connections.forEach(this::remove);
    }
}
