package io.rochedb.flyway;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.internal.database.base.Schema;
import org.flywaydb.core.internal.jdbc.JdbcTemplate;

/**
 * The schema of tables and rings. There is one, it is always there, and it can be emptied but not dropped. Rings without a declared table are data
 * like rows: they are not counted and not cleaned.
 */
final class RocheSchema extends Schema<RocheDatabase, RocheTable> {
    private static final String TABLE = "TABLE";
    private static final String VIEW = "VIEW";

    /** The table of all records, which is always there. */
    private static final String RECORDS = "records";

    RocheSchema(JdbcTemplate jdbcTemplate, RocheDatabase database, String name) {
        super(jdbcTemplate, database, name);
    }

    @Override
    protected boolean doExists() throws SQLException {
        try (ResultSet schemas = database.getJdbcMetaData().getSchemas(null, name)) {
            return schemas.next();
        }
    }

    @Override
    protected boolean doEmpty() throws SQLException {
        return names(TABLE).isEmpty() && names(VIEW).isEmpty();
    }

    @Override
    protected void doCreate() throws SQLException {
        throw new SQLException(
                "schema '" + name + "' cannot be created: the schemas are roche, sys and information_schema", "0A000");
    }

    @Override
    protected void doDrop() throws SQLException {
        doClean();
    }

    @Override
    protected void doClean() throws SQLException {
        for (String view : names(VIEW)) {
            jdbcTemplate.execute("DROP VIEW " + database.quote(name, view));
        }
        for (RocheTable table : allTables()) {
            table.drop();
        }
    }

    @Override
    protected RocheTable[] doAllTables() throws SQLException {
        return names(TABLE).stream()
                .map(table -> new RocheTable(jdbcTemplate, database, this, table))
                .toArray(RocheTable[]::new);
    }

    private List<String> names(String type) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet tables = database.getJdbcMetaData().getTables(null, name, "%", new String[] {type})) {
            while (tables.next()) {
                String table = tables.getString("TABLE_NAME");
                if (!table.equals(RECORDS)) {
                    names.add(table);
                }
            }
        }
        return names;
    }

    @Override
    public RocheTable getTable(String tableName) {
        return new RocheTable(jdbcTemplate, database, this, tableName);
    }
}
