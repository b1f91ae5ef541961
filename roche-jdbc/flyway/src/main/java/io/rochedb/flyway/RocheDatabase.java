package io.rochedb.flyway;

import java.sql.Connection;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.database.base.Table;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;

/** A store as Flyway sees it. DDL commits alone, so a migration is not undone as a whole. */
@SuppressWarnings("rawtypes") // Flyway's own signature
final class RocheDatabase extends Database<RocheConnection> {
    /** The name the driver's metadata tell. */
    static final String PRODUCT = "RocheDB";

    RocheDatabase(Configuration configuration, JdbcConnectionFactory connections, StatementInterceptor interceptor) {
        super(configuration, connections, interceptor);
    }

    @Override
    protected RocheConnection doGetConnection(Connection connection) {
        return new RocheConnection(this, connection);
    }

    @Override
    public void ensureSupported(Configuration configuration) {
        ensureDatabaseIsRecentEnough("0.1");
    }

    @Override
    public boolean supportsDdlTransactions() {
        return false;
    }

    @Override
    public String getBooleanTrue() {
        return "TRUE";
    }

    @Override
    public String getBooleanFalse() {
        return "FALSE";
    }

    @Override
    public boolean catalogIsSchema() {
        return false;
    }

    @Override
    public String getRawCreateScript(Table table, boolean baseline) {
        return "CREATE TABLE " + table + " (\n"
                + "    \"installed_rank\" INTEGER NOT NULL PRIMARY KEY,\n"
                + "    \"version\" VARCHAR(50),\n"
                + "    \"description\" VARCHAR(200) NOT NULL,\n"
                + "    \"type\" VARCHAR(20) NOT NULL,\n"
                + "    \"script\" VARCHAR(1000) NOT NULL,\n"
                + "    \"checksum\" INTEGER,\n"
                + "    \"installed_by\" VARCHAR(100) NOT NULL,\n"
                + "    \"installed_on\" TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,\n"
                + "    \"execution_time\" INTEGER NOT NULL,\n"
                + "    \"success\" BOOLEAN NOT NULL\n"
                + ");\n"
                + (baseline ? getBaselineStatement(table) + ";\n" : "");
    }
}
