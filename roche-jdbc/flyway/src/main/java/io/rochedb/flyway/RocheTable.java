package io.rochedb.flyway;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/** A declared table. */
final class RocheTable extends Table<RocheDatabase, RocheSchema> {
    /** A store belongs to one process, so this lock keeps two migrations of one store apart. */
    private static final ReentrantLock MIGRATION = new ReentrantLock();

    RocheTable(JdbcTemplate jdbcTemplate, RocheDatabase database, RocheSchema schema, String name) {
        super(jdbcTemplate, database, schema, name);
    }

    @Override
    protected boolean doExists() throws SQLException {
        return exists(null, schema, name, "TABLE");
    }

    @Override
    protected void doLock() {
        MIGRATION.lock();
    }

    @Override
    protected void doUnlock() {
        MIGRATION.unlock();
    }

    @Override
    protected void doDrop() throws SQLException {
        jdbcTemplate.execute("DROP TABLE " + database.quote(schema.getName(), name));
    }
}
