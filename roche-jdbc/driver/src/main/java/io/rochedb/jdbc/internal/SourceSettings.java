package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.RocheProperty;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.ShardingKeyBuilder;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.CommonDataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the data sources share: URL, options, and the way to connect.
 */
public abstract class SourceSettings implements CommonDataSource {
    private final Properties properties = new Properties();
    private @Nullable String url;
    private @Nullable PrintWriter logWriter;
    private int loginTimeoutSeconds;

    /** Returns the URL as it was set. */
    public @Nullable String getUrl() {
        return url;
    }

    public void setUrl(@Nullable String url) {
        this.url = url;
    }

    public @Nullable String getUser() {
        return properties.getProperty(RocheProperty.USER.key());
    }

    public void setUser(@Nullable String user) {
        set(RocheProperty.USER, user);
    }

    public void setPassword(@Nullable String password) {
        set(RocheProperty.PASSWORD, password);
    }

    /** Sets an option; it wins over the URL. */
    public void set(RocheProperty property, @Nullable String value) {
        if (value == null) {
            properties.remove(property.key());
        } else {
            properties.setProperty(property.key(), value);
        }
    }

    /** Opens a connection with the settings so far; what fails is written to the log writer too. */
    protected final JdbcConnection connect(@Nullable String user, @Nullable String password) throws SQLException {
        Properties all = new Properties();
        all.putAll(properties);
        if (user != null) {
            all.setProperty(RocheProperty.USER.key(), user);
        }
        if (password != null) {
            all.setProperty(RocheProperty.PASSWORD.key(), password);
        }
        if (loginTimeoutSeconds > 0 && RocheUrl.isRemote(url)) {
            all.putIfAbsent(RocheProperty.CONNECT_TIMEOUT.key(), loginTimeoutSeconds + "s");
        }
        try {
            String target = url;
            if (target == null || !RocheUrl.accepts(target)) {
                throw SqlErrors.of("08001", "set the url of the data source: jdbc:roche:…");
            }
            return JdbcConnection.open(RocheUrl.parse(target, all));
        } catch (SQLException e) {
            PrintWriter log = logWriter;
            if (log != null) {
                log.println("connecting failed: " + e.getSQLState() + " " + e.getMessage());
            }
            throw e;
        }
    }

    /** Narrows a new connection to a ring, or closes it. */
    protected static void narrow(
            Connection connection, java.sql.@Nullable ShardingKey key, java.sql.@Nullable ShardingKey superKey)
            throws SQLException {
        try {
            if (key != null || superKey != null) {
                connection.setShardingKey(key, superKey);
            }
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Returns a builder of sharding keys: one VARCHAR subkey, the ring a connection is narrowed to. */
    @Override
    public final ShardingKeyBuilder createShardingKeyBuilder() {
        return RingKey.builder();
    }

    @Override
    public final @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public final void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    /** Sets how long to wait for a server; opening an embedded store waits for nobody. */
    @Override
    public final void setLoginTimeout(int seconds) throws SQLException {
        if (seconds < 0) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "a timeout is not negative: " + seconds);
        }
        loginTimeoutSeconds = seconds;
    }

    @Override
    public final int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public final Logger getParentLogger() {
        return Logger.getLogger("io.rochedb");
    }
}
