package io.rochedb.flyway;

import java.sql.Connection;
import java.sql.Types;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.configuration.Configuration;
import org.flywaydb.core.internal.database.base.BaseDatabaseType;
import org.flywaydb.core.internal.database.base.CommunityDatabaseType;
import org.flywaydb.core.internal.database.base.Database;
import org.flywaydb.core.internal.jdbc.JdbcConnectionFactory;
import org.flywaydb.core.internal.jdbc.StatementInterceptor;
import org.flywaydb.core.internal.parser.Parser;
import org.flywaydb.core.internal.parser.ParsingContext;

/** RocheDB as Flyway knows databases. Found through ServiceLoader; migrations are plain SQL scripts. */
public final class RocheDatabaseType extends BaseDatabaseType implements CommunityDatabaseType {
    private static final String URL_PREFIX = "jdbc:roche:";

    @Override
    public String getName() {
        return RocheDatabase.PRODUCT;
    }

    @Override
    public int getNullType() {
        return Types.VARCHAR;
    }

    @Override
    public boolean handlesJDBCUrl(String url) {
        return url.startsWith(URL_PREFIX);
    }

    @Override
    public String getDriverClass(String url, ClassLoader classLoader) {
        return "io.rochedb.jdbc.RocheDriver";
    }

    @Override
    public boolean handlesDatabaseProductNameAndVersion(String name, String version, Connection connection) {
        return name.startsWith(RocheDatabase.PRODUCT);
    }

    @Override
    public Database<RocheConnection> createDatabase(
            Configuration configuration, JdbcConnectionFactory connections, StatementInterceptor interceptor) {
        return new RocheDatabase(configuration, connections, interceptor);
    }

    @Override
    public Parser createParser(Configuration configuration, ResourceProvider resources, ParsingContext context) {
        return new RocheParser(configuration, context);
    }

    @Override
    public boolean detectUserRequiredByUrl(String url) {
        return false;
    }

    @Override
    public boolean detectPasswordRequiredByUrl(String url) {
        return false;
    }
}
