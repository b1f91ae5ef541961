package io.rochedb.server.internal.avatica;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import org.apache.calcite.avatica.Meta.DatabaseProperty;
import org.jspecify.annotations.Nullable;

/** What a client may ask about the database without asking for rows. */
final class DatabaseProperties {
    private DatabaseProperties() {}

    static @Nullable Object read(DatabaseMetaData meta, DatabaseProperty property) throws SQLException {
        return switch (property) {
            case GET_NUMERIC_FUNCTIONS -> meta.getNumericFunctions();
            case GET_STRING_FUNCTIONS -> meta.getStringFunctions();
            case GET_SYSTEM_FUNCTIONS -> meta.getSystemFunctions();
            case GET_TIME_DATE_FUNCTIONS -> meta.getTimeDateFunctions();
            case GET_S_Q_L_KEYWORDS -> meta.getSQLKeywords();
            case GET_DEFAULT_TRANSACTION_ISOLATION -> meta.getDefaultTransactionIsolation();
            case AVATICA_VERSION -> property.defaultValue;
            case GET_DRIVER_VERSION -> meta.getDriverVersion();
            case GET_DRIVER_MINOR_VERSION -> meta.getDriverMinorVersion();
            case GET_DRIVER_MAJOR_VERSION -> meta.getDriverMajorVersion();
            case GET_DRIVER_NAME -> meta.getDriverName();
            case GET_DATABASE_MINOR_VERSION -> meta.getDatabaseMinorVersion();
            case GET_DATABASE_MAJOR_VERSION -> meta.getDatabaseMajorVersion();
            case GET_DATABASE_PRODUCT_NAME -> meta.getDatabaseProductName();
            case GET_DATABASE_PRODUCT_VERSION -> meta.getDatabaseProductVersion();
        };
    }
}
