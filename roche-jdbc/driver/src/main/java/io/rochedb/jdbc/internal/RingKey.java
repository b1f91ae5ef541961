package io.rochedb.jdbc.internal;

import java.sql.JDBCType;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.ShardingKey;
import java.sql.ShardingKeyBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A sharding key: the ring a connection is narrowed to, empty for no ring at all.
 */
public record RingKey(String ring) implements ShardingKey {
    static RingKey of(ShardingKey key) throws SQLException {
        if (key instanceof RingKey ring) {
            return ring;
        }
        throw SqlErrors.of(SqlErrors.BAD_VALUE, "a sharding key comes from RocheDataSource.createShardingKeyBuilder()");
    }

    /** Returns a builder that takes one VARCHAR subkey: the ring's name. */
    public static ShardingKeyBuilder builder() {
        return new Builder();
    }

    private static final class Builder implements ShardingKeyBuilder {
        private @Nullable String ring;
        private @Nullable SQLException refusal;

        @Override
        public ShardingKeyBuilder subkey(Object subkey, SQLType type) {
            if (ring != null) {
                refusal = SqlErrors.of(SqlErrors.BAD_VALUE, "a sharding key is one ring; it has one subkey");
            } else if (subkey instanceof String name && type == JDBCType.VARCHAR) {
                ring = name;
            } else {
                refusal = SqlErrors.of(SqlErrors.BAD_VALUE, "a sharding key is the name of a ring, as VARCHAR");
            }
            return this;
        }

        @Override
        public ShardingKey build() throws SQLException {
            if (refusal != null) {
                throw refusal;
            }
            return new RingKey(ring == null ? "" : ring);
        }
    }
}
