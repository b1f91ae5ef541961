package io.rochedb.jdbc;

import io.rochedb.jdbc.internal.DriverVersion;
import io.rochedb.jdbc.internal.JdbcConnection;
import io.rochedb.jdbc.internal.RocheUrl;
import io.rochedb.jdbc.internal.SqlErrors;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver of {@code jdbc:roche:} URLs. Registers itself; thread-safe.
 */
public final class RocheDriver implements Driver {
    static {
        try {
            DriverManager.registerDriver(new RocheDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
        if (url == null) {
            throw SqlErrors.of("08001", "the URL is null");
        }
        return RocheUrl.accepts(url) ? JdbcConnection.open(RocheUrl.parse(url, info)) : null;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        if (url == null) {
            throw SqlErrors.of("08001", "the URL is null");
        }
        return RocheUrl.accepts(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) throws SQLException {
        RocheUrl parsed = RocheUrl.accepts(url) ? RocheUrl.parse(url, info) : null;
        RocheProperty[] properties = RocheProperty.values();
        DriverPropertyInfo[] infos = new DriverPropertyInfo[properties.length];
        for (int i = 0; i < properties.length; i++) {
            RocheProperty property = properties[i];
            String value =
                    parsed == null ? property.defaultValue() : parsed.settings().text(property);
            infos[i] =
                    new DriverPropertyInfo(property.key(), property.type() == RocheProperty.Type.SECRET ? null : value);
            infos[i].description = property.description();
            infos[i].required = false;
            infos[i].choices =
                    property.choices().isEmpty() ? null : property.choices().toArray(new String[0]);
        }
        return infos;
    }

    @Override
    public int getMajorVersion() {
        return DriverVersion.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return DriverVersion.MINOR;
    }

    /** Returns false: SQL-92 entry level is not complete yet. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.rochedb");
    }
}
