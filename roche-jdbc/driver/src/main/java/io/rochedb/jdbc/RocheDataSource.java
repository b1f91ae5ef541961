package io.rochedb.jdbc;

import io.rochedb.jdbc.internal.SourceSettings;
import io.rochedb.jdbc.internal.SqlErrors;
import java.sql.Connection;
import java.sql.ConnectionBuilder;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections to one URL, set up as a bean. Set everything before the first connection; thread-safe after.
 */
public final class RocheDataSource extends SourceSettings implements DataSource {
    public RocheDataSource() {}

    public RocheDataSource(String url) {
        setUrl(url);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return connect(null, null);
    }

    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password) throws SQLException {
        return connect(user, password);
    }

    @Override
    public ConnectionBuilder createConnectionBuilder() {
        return new Builder();
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
            narrow(connection, key, superKey);
            return connection;
        }
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
