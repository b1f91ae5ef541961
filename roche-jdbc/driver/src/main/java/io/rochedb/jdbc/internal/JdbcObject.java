package io.rochedb.jdbc.internal;

import java.sql.SQLException;
import java.sql.Wrapper;

/** The part of every JDBC class that gives out its other interfaces. */
abstract class JdbcObject implements Wrapper {
    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of(SqlErrors.BAD_VALUE, "not a wrapper for " + (type == null ? null : type.getName()));
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return type != null && type.isInstance(this);
    }
}
