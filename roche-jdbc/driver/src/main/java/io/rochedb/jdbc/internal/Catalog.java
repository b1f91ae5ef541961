package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.RocheProperty;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The {@code sys} tables as {@code DatabaseMetaData} needs them. Rings are cut off at {@code metadataRingLimit}.
 */
final class Catalog {
    static final List<String> TABLE_TYPES = List.of("RING", "SYSTEM TABLE", "TABLE", "VIEW");
    static final String ROUTINE_SCHEMA = "roche";

    record Table(
            String schema,
            String name,
            String type,
            @Nullable String remarks) {}

    record Column(
            String schema,
            String table,
            String name,
            int ordinal,
            int jdbcType,
            String typeName,
            int precision,
            int scale,
            boolean nullable,
            @Nullable String defaultText,
            @Nullable String remarks) {}

    /** A column of a key or index. */
    record Key(
            String schema,
            String table,
            String name,
            String kind,
            boolean unique,
            int sequence,
            String column,
            boolean descending) {
        boolean primary() {
            return kind.equals("PRIMARY KEY");
        }
    }

    /** What the caller may do with a table. */
    record Privilege(Table table, String grantee, String name, String grantable) {}

    enum RoutineKind {
        SCALAR,
        TABLE,
        PROCEDURE,
        /** A function of standard SQL, whose arguments are those of its standard. */
        STANDARD
    }

    record Argument(
            String name,
            int ordinal,
            boolean result,
            int jdbcType,
            String typeName,
            @Nullable String defaultText,
            @Nullable String remarks) {}

    record Routine(
            String name,
            String specificName,
            RoutineKind kind,
            @Nullable String remarks,
            List<Argument> arguments) {}

    private final JdbcConnection connection;

    Catalog(JdbcConnection connection) {
        this.connection = connection;
    }

    private long ringLimit() {
        return connection.settings().number(RocheProperty.METADATA_RING_LIMIT, 0);
    }

    private interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    private void query(String sql, List<@Nullable Object> parameters, RowReader reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    reader.read(rows);
                }
            }
        }
    }

    /** Returns tables whose schema and name match; rings up to the limit, in order of name. */
    List<Table> tables(@Nullable String schemaPattern, @Nullable String namePattern, List<String> types)
            throws SQLException {
        NamePattern schemas = new NamePattern(schemaPattern, true);
        List<Table> tables = new ArrayList<>();
        boolean rings = types.contains("RING") && schemas.matches(ROUTINE_SCHEMA);
        NamePattern names = new NamePattern(namePattern, true);
        query(
                "SELECT table_schema, table_name, table_type, remarks FROM sys.tables WHERE table_type <> 'RING'",
                List.of(),
                row -> {
                    Table table = new Table(row.getString(1), row.getString(2), row.getString(3), row.getString(4));
                    if (types.contains(table.type) && schemas.matches(table.schema) && names.matches(table.name)) {
                        tables.add(table);
                    }
                });
        if (rings) {
            String like = namePattern == null ? "%" : namePattern;
            query(
                    "SELECT table_name, remarks FROM sys.tables WHERE table_type = 'RING' AND table_name LIKE ? ESCAPE '\\'"
                            + " ORDER BY table_name LIMIT ?",
                    List.of(like, ringLimit()),
                    row -> tables.add(new Table(ROUTINE_SCHEMA, row.getString(1), "RING", row.getString(2))));
        }
        return tables;
    }

    /** Returns the columns of the tables whose schema and name match. */
    List<Column> columns(@Nullable String schemaPattern, @Nullable String tablePattern) throws SQLException {
        return columns(tables(schemaPattern, tablePattern, TABLE_TYPES));
    }

    /** Returns the columns of tables. */
    List<Column> columns(List<Table> tables) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT column_name, ordinal_position, jdbc_type, type_name, column_size, decimal_digits, nullable, column_default,"
                        + " remarks FROM sys.columns WHERE table_schema = ? AND table_name = ?")) {
            for (Table table : tables) {
                statement.setString(1, table.schema);
                statement.setString(2, table.name);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        columns.add(new Column(
                                table.schema,
                                table.name,
                                row.getString(1),
                                row.getInt(2),
                                row.getInt(3),
                                row.getString(4),
                                row.getInt(5),
                                row.getInt(6),
                                row.getBoolean(7),
                                row.getString(8),
                                row.getString(9)));
                    }
                }
            }
        }
        return columns;
    }

    /**
     * Returns the tables of a name, which is no pattern: a ring's is exact, others ignore case. Without a name every table but the rings and
     * system tables.
     */
    List<Table> named(@Nullable String schema, @Nullable String name) throws SQLException {
        List<Table> tables = new ArrayList<>();
        query(
                "SELECT table_schema, table_name, table_type, remarks FROM sys.tables WHERE table_type <> 'RING'",
                List.of(),
                row -> {
                    Table table = new Table(row.getString(1), row.getString(2), row.getString(3), row.getString(4));
                    boolean wanted =
                            name == null ? !table.type.equals("SYSTEM TABLE") : table.name.equalsIgnoreCase(name);
                    if (wanted && isSchema(schema, table.schema)) {
                        tables.add(table);
                    }
                });
        if (name != null && tables.isEmpty() && isSchema(schema, ROUTINE_SCHEMA)) {
            query(
                    "SELECT name, description FROM sys.rings WHERE name = ?",
                    List.of(name),
                    row -> tables.add(new Table(ROUTINE_SCHEMA, row.getString(1), "RING", row.getString(2))));
        }
        return tables;
    }

    /** Returns what the caller may do with tables. */
    List<Privilege> privileges(List<Table> tables) throws SQLException {
        List<Privilege> privileges = new ArrayList<>();
        for (Table table : tables) {
            query(
                    "SELECT grantee, privilege_type, is_grantable FROM information_schema.table_privileges"
                            + " WHERE table_schema = ? AND table_name = ?",
                    List.of(table.schema, table.name),
                    row -> privileges.add(new Privilege(table, row.getString(1), row.getString(2), row.getString(3))));
        }
        return privileges;
    }

    private static boolean isSchema(@Nullable String wanted, String schema) {
        return wanted == null || wanted.isEmpty() || wanted.equalsIgnoreCase(schema);
    }

    /** Returns the columns of the keys and indexes of the tables of a name (see {@link #named}). */
    List<Key> keys(@Nullable String schema, @Nullable String name) throws SQLException {
        List<Key> keys = new ArrayList<>();
        for (Table table : named(schema, name)) {
            query(
                    "SELECT key_name, key_type, is_unique, ordinal_position, column_name, descending FROM sys.key_columns"
                            + " WHERE table_schema = ? AND table_name = ? AND table_type = ?",
                    List.of(table.schema, table.name, table.type),
                    row -> keys.add(new Key(
                            table.schema,
                            table.name,
                            row.getString(1),
                            row.getString(2),
                            row.getBoolean(3),
                            row.getInt(4),
                            row.getString(5),
                            row.getBoolean(6))));
        }
        return keys;
    }

    /** Returns functions and procedures; every one is of the default schema. */
    List<Routine> routines(@Nullable String schemaPattern, @Nullable String namePattern) throws SQLException {
        List<Routine> routines = new ArrayList<>();
        if (!new NamePattern(schemaPattern, true).matches(ROUTINE_SCHEMA)) {
            return routines;
        }
        NamePattern names = new NamePattern(namePattern, true);
        query("SELECT name, kind, signature, description FROM sys.functions", List.of(), row -> {
            String name = row.getString(1);
            if (names.matches(name)) {
                RoutineKind kind = RoutineKind.valueOf(row.getString(2).toUpperCase(Locale.ROOT));
                routines.add(new Routine(
                        name, name + "_" + kind, kind, row.getString(4), Signature.arguments(row.getString(3))));
            }
        });
        return routines;
    }
}
