package io.rochedb.jdbc;

import io.rochedb.jdbc.internal.JdbcConnection;
import io.rochedb.jdbc.internal.JdbcPooledConnection;
import io.rochedb.jdbc.internal.SourceSettings;
import java.sql.SQLException;
import java.sql.ShardingKey;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import javax.sql.PooledConnectionBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A source of connections for pools that keep physical connections and hand out handles of them. Set up as a bean before the first
 * connection; thread-safe after.
 */
public final class RocheConnectionPoolDataSource extends SourceSettings implements ConnectionPoolDataSource {
    public RocheConnectionPoolDataSource() {}

    public RocheConnectionPoolDataSource(String url) {
        setUrl(url);
    }

    @Override
    public PooledConnection getPooledConnection() throws SQLException {
        return new JdbcPooledConnection(connect(null, null), null);
    }

    @Override
    public PooledConnection getPooledConnection(@Nullable String user, @Nullable String password) throws SQLException {
        return new JdbcPooledConnection(connect(user, password), null);
    }

    @Override
    public PooledConnectionBuilder createPooledConnectionBuilder() {
        return new Builder();
    }

    private final class Builder implements PooledConnectionBuilder {
        private @Nullable String user;
        private @Nullable String password;
        private @Nullable ShardingKey key;
        private @Nullable ShardingKey superKey;

        @Override
        public PooledConnectionBuilder user(String username) {
            user = username;
            return this;
        }

        @Override
        public PooledConnectionBuilder password(String secret) {
            password = secret;
            return this;
        }

        @Override
        public PooledConnectionBuilder shardingKey(ShardingKey shardingKey) {
            key = shardingKey;
            return this;
        }

        @Override
        public PooledConnectionBuilder superShardingKey(ShardingKey superShardingKey) {
            superKey = superShardingKey;
            return this;
        }

        @Override
        public PooledConnection build() throws SQLException {
            JdbcConnection physical = connect(user, password);
            narrow(physical, key, superKey);
            return new JdbcPooledConnection(physical, key);
        }
    }
}
