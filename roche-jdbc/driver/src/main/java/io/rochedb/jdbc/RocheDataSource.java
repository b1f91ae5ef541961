package io.rochedb.jdbc;

import io.rochedb.jdbc.internal.RingKey;
import io.rochedb.jdbc.internal.RocheUrl;
import io.rochedb.jdbc.internal.SqlErrors;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections to one URL, set up as a bean. Set everything before the first connection; thread-safe after.
 */
public final class RocheDataSource implements DataSource {
    private final Properties properties = new Properties();
    private @Nullable String url;
    private @Nullable PrintWriter logWriter;
    private int loginTimeoutSeconds;

    public RocheDataSource() {}

    public RocheDataSource(String url) {
        this.url = url;
    }

    /** Returns the URL as it was set. */
    public @Nullable String getUrl() {
        return url;
    }

    public void setUrl(String url) {
        this.url = url;
    }

    public @Nullable String getUser() {
        return properties.getProperty(RocheProperty.USER.key());
    }

    public void setUser(String user) {
        set(RocheProperty.USER, user);
    }

    public void setPassword(String password) {
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

    @Override
    public Connection getConnection() throws SQLException {
        return connect(properties);
    }

    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        Properties all = new Properties();
        all.putAll(properties);
        if (user != null) {
            all.setProperty(RocheProperty.USER.key(), user);
        }
        if (password != null) {
            all.setProperty(RocheProperty.PASSWORD.key(), password);
        }
        return connect(all);
    }

    private Connection connect(Properties all) throws SQLException {
        String target = url;
        if (target == null || !RocheUrl.accepts(target)) {
            throw SqlErrors.of("08001", "set the url of the data source: jdbc:roche:…");
        }
        Connection connection = new RocheDriver().connect(target, all);
        if (connection == null) {
            throw SqlErrors.of("08001", "set the url of the data source: jdbc:roche:…");
        }
        return connection;
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() {
        return new Builder();
    }

    /** Returns a builder of sharding keys: one VARCHAR subkey, the ring a connection is narrowed to. */
    @Override
    public ShardingKeyBuilder createShardingKeyBuilder() {
        return RingKey.builder();
    }

    private final class Builder implements ConnectionBuilder {
        private @Nullable String user;
        private @Nullable String password;
        private @Nullable ShardingKey key;
        private @Nullable ShardingKey superKey;

        @Override
        public ConnectionBuilder user(String username) {
            user = username;
            return this;
        }

        @Override
        public ConnectionBuilder password(String secret) {
            password = secret;
            return this;
        }

        @Override
        public ConnectionBuilder shardingKey(ShardingKey shardingKey) {
            key = shardingKey;
            return this;
        }

        @Override
        public ConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
            superKey = superShardingKey;
            return this;
        }

        @Override
        public Connection build() throws SQLException {
            Connection connection = getConnection(user, password);
            try {
                if (key != null || superKey != null) {
                    connection.setShardingKey(key, superKey);
                }
                return connection;
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        }
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        loginTimeoutSeconds = seconds;
    }

    @Override
    public int getLoginTimeout() {
        return loginTimeoutSeconds;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.rochedb");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of("22023", "not a wrapper for " + (type == null ? null : type.getName()));
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type != null && type.isInstance(this);
    }
}
