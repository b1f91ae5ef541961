package io.rochedb.server.internal.avatica;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: it belongs to one user, and its statements to it alone. One request at a time.
 */
final class AvaticaConnection {
    private static final long BUSY_MILLIS = 250;

    private final String user;
    private final Connection connection;
    private final Runnable cancel;
    private final int statementsMax;
    private final Map<Integer, OpenStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private final ReentrantLock lock = new ReentrantLock();
    private int lastStatement;
    private volatile long lastUsedMillis;

    AvaticaConnection(String user, Caller.Opened opened, int statementsMax, long nowMillis) {
        this.user = user;
        this.connection = opened.connection();
        this.cancel = opened.cancel();
        this.statementsMax = statementsMax;
        this.lastUsedMillis = nowMillis;
    }

    String user() {
        return user;
    }

    /** Returns what stops a statement that runs, from another thread. */
    Runnable cancel() {
        return cancel;
    }

    Connection jdbc() {
        return connection;
    }

    long lastUsedMillis() {
        return lastUsedMillis;
    }

    /** Takes the connection for one request; false when another one goes on for longer than a moment: its thread is not to be waited for by many. */
    boolean enter(long nowMillis) {
        try {
            if (!lock.tryLock(BUSY_MILLIS, TimeUnit.MILLISECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        lastUsedMillis = nowMillis;
        return true;
    }

    void leave(long nowMillis) {
        lastUsedMillis = nowMillis;
        lock.unlock();
    }

    /** Returns whether no request is running. */
    boolean isIdle() {
        return !lock.isLocked();
    }

    /** Keeps a statement and returns its number; the one used longest ago is closed when there are too many. */
    int add(OpenStatement statement) throws SQLException {
        if (statements.size() >= statementsMax) {
            Integer oldest = statements.keySet().iterator().next();
            close(oldest);
        }
        lastStatement++;
        statements.put(lastStatement, statement);
        return lastStatement;
    }

    /** Returns a statement of this connection, or null when there is none of this number, or no longer. */
    @Nullable
    OpenStatement statement(int id) {
        return statements.get(id);
    }

    void close(int id) throws SQLException {
        OpenStatement statement = statements.remove(id);
        if (statement != null) {
            statement.close();
        }
    }

    /** Ends the connection: what is running is stopped first, since a client that gave up does not wait. */
    void close() throws SQLException {
        if (isIdle()) {
            connection.close();
        } else {
            connection.abort(Runnable::run);
        }
    }
}
