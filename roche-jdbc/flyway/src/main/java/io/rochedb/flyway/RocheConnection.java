package io.rochedb.flyway;

import java.sql.SQLException;
import org.flywaydb.core.internal.database.base.Connection;

/** A connection as Flyway sees it. */
final class RocheConnection extends Connection<RocheDatabase> {
    RocheConnection(RocheDatabase database, java.sql.Connection connection) {
        super(database, connection);
    }

    @Override
    protected String getCurrentSchemaNameOrSearchPath() throws SQLException {
        return getJdbcConnection().getSchema();
    }

    @Override
    protected void doChangeCurrentSchemaOrSearchPathTo(String schema) throws SQLException {
        getJdbcConnection().setSchema(schema);
    }

    @Override
    public RocheSchema getSchema(String name) {
        return new RocheSchema(jdbcTemplate, database, name);
    }
}
