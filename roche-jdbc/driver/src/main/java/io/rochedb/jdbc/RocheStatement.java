package io.rochedb.jdbc;

import java.sql.SQLException;

/**
 * What a RocheDB statement offers beyond {@code java.sql}; reached by {@code statement.unwrap(RocheStatement.class)}.
 */
public interface RocheStatement {
    /** Returns the counters of the last run so far; they are final when its result set is at its end or closed. */
    ScanStats scanStats() throws SQLException;
}
