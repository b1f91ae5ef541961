package io.rochedb.jdbc.internal;

import java.sql.Connection;
import java.sql.PseudoColumnUsage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a connection can say about its store: tables, columns, keys, functions, read from the {@code sys} tables.
 *
 * <p>There are no catalogs: another catalog than null or empty matches nothing.
 */
final class JdbcDatabaseMetaData extends DatabaseFacts {
    private final JdbcConnection connection;

    JdbcDatabaseMetaData(JdbcConnection connection) {
        this.connection = connection;
    }

    // ---- facts of the connection ----

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getURL() {
        return connection.displayedUrl();
    }

    @Override
    public String getUserName() {
        return connection.session().user();
    }

    @Override
    public boolean isReadOnly() {
        return connection.session().readOnly();
    }

    @Override
    public boolean usesLocalFiles() {
        return connection.settings() != null && connection.displayedUrl().indexOf("mem:") < 0;
    }

    @Override
    public String getDatabaseProductVersion() {
        return connection.session().productVersion();
    }

    @Override
    public int getDatabaseMajorVersion() {
        return versionPart(0);
    }

    @Override
    public int getDatabaseMinorVersion() {
        return versionPart(1);
    }

    private int versionPart(int index) {
        String[] parts = getDatabaseProductVersion().split("[.-]");
        return index < parts.length && parts[index].matches("\\d{1,9}") ? Integer.parseInt(parts[index]) : 0;
    }

    @Override
    public boolean supportsTransactionIsolationLevel(int level) {
        return level == Connection.TRANSACTION_REPEATABLE_READ || level == Connection.TRANSACTION_READ_COMMITTED;
    }

    @Override
    public boolean supportsResultSetType(int type) {
        return type == ResultSet.TYPE_FORWARD_ONLY || type == ResultSet.TYPE_SCROLL_INSENSITIVE;
    }

    @Override
    public boolean supportsResultSetConcurrency(int type, int concurrency) {
        return supportsResultSetType(type) && concurrency == ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public boolean supportsResultSetHoldability(int holdability) {
        return holdability == ResultSet.CLOSE_CURSORS_AT_COMMIT || holdability == ResultSet.HOLD_CURSORS_OVER_COMMIT;
    }

    // ---- schemas and tables ----

    private MetadataTable table(String header) throws SQLException {
        connection.checkOpen();
        return new MetadataTable(header);
    }

    private ResultSet empty(String header) throws SQLException {
        return table(header).toResultSet();
    }

    private static boolean noCatalog(@Nullable String catalog) {
        return catalog == null || catalog.isEmpty();
    }

    @Override
    public ResultSet getCatalogs() throws SQLException {
        return empty("TABLE_CAT");
    }

    @Override
    public ResultSet getSchemas() throws SQLException {
        return getSchemas(null, null);
    }

    @Override
    public ResultSet getSchemas(@Nullable String catalog, @Nullable String schemaPattern) throws SQLException {
        MetadataTable table = table("TABLE_SCHEM TABLE_CATALOG");
        NamePattern pattern = new NamePattern(schemaPattern, true);
        for (String schema : JdbcConnection.SCHEMAS) {
            if (noCatalog(catalog) && pattern.matches(schema)) {
                table.row(schema, null);
            }
        }
        return table.sorted(1).toResultSet();
    }

    @Override
    public ResultSet getTableTypes() throws SQLException {
        MetadataTable table = table("TABLE_TYPE");
        Catalog.TABLE_TYPES.forEach(table::row);
        return table.sorted(1).toResultSet();
    }

    @Override
    public ResultSet getTables(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String namePattern,
            String @Nullable [] types)
            throws SQLException {
        MetadataTable table = table("TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                + " SELF_REFERENCING_COL_NAME REF_GENERATION");
        if (noCatalog(catalog)) {
            List<String> wanted = types == null ? Catalog.TABLE_TYPES : Arrays.asList(types);
            for (Catalog.Table found : catalog().tables(schemaPattern, namePattern, wanted)) {
                table.row(
                        null,
                        found.schema(),
                        found.name(),
                        found.type(),
                        found.remarks(),
                        null,
                        null,
                        null,
                        null,
                        null);
            }
        }
        return table.sorted(4, 1, 2, 3).toResultSet();
    }

    private Catalog catalog() {
        return new Catalog(connection);
    }

    @Override
    public ResultSet getColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        MetadataTable table = table("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:I TYPE_NAME COLUMN_SIZE:I"
                + " BUFFER_LENGTH:I DECIMAL_DIGITS:I NUM_PREC_RADIX:I NULLABLE:I REMARKS COLUMN_DEF SQL_DATA_TYPE:I"
                + " SQL_DATETIME_SUB:I CHAR_OCTET_LENGTH:I ORDINAL_POSITION:I IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA"
                + " SCOPE_TABLE SOURCE_DATA_TYPE:S IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
        if (noCatalog(catalog)) {
            NamePattern pattern = new NamePattern(columnPattern, true);
            for (Catalog.Column column : catalog().columns(schemaPattern, tablePattern)) {
                if (pattern.matches(column.name())) {
                    columnRow(table, column);
                }
            }
        }
        return table.sorted(2, 3, 17).toResultSet();
    }

    private static void columnRow(MetadataTable table, Catalog.Column column) {
        int type = column.jdbcType();
        int size = TypeFacts.precision(type, column.precision());
        boolean decimal = type == Types.DECIMAL || type == Types.NUMERIC;
        Integer digits = decimal ? Integer.valueOf(column.scale()) : TypeFacts.signed(type) ? Integer.valueOf(0) : null;
        boolean characters = TypeFacts.text(type) || type == Types.VARBINARY;
        boolean generated =
                column.name().equalsIgnoreCase("_id") || column.name().equalsIgnoreCase("_seq");
        table.row(
                null,
                column.schema(),
                column.table(),
                column.name(),
                type,
                column.typeName(),
                size,
                null,
                digits,
                TypeFacts.signed(type) ? Integer.valueOf(10) : null,
                column.nullable() ? columnNullable : columnNoNulls,
                column.remarks(),
                column.defaultText(),
                null,
                null,
                characters ? Integer.valueOf(size) : null,
                column.ordinal(),
                column.nullable() ? "YES" : "NO",
                null,
                null,
                null,
                null,
                "NO",
                generated ? "YES" : "NO");
    }

    // ---- keys ----

    /** Returns the columns of the keys of a table, of every table but rings when none is named. */
    private List<Catalog.Key> keys(@Nullable String catalog, @Nullable String schema, @Nullable String name)
            throws SQLException {
        connection.checkOpen();
        return noCatalog(catalog) ? catalog().keys(schema, name) : List.of();
    }

    @Override
    public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, @Nullable String name)
            throws SQLException {
        MetadataTable table = table("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ:S PK_NAME");
        for (Catalog.Key key : keys(catalog, schema, name)) {
            if (key.primary()) {
                table.row(null, key.schema(), key.table(), key.column(), key.sequence(), key.name());
            }
        }
        return table.sorted(4, 3).toResultSet();
    }

    private static final String ROW_COLUMNS = "SCOPE:S COLUMN_NAME DATA_TYPE:I TYPE_NAME COLUMN_SIZE:I BUFFER_LENGTH:I"
            + " DECIMAL_DIGITS:S PSEUDO_COLUMN:S";

    /** Returns the primary key, or the record's id, which a declared table has as a pseudo column. */
    @Override
    public ResultSet getBestRowIdentifier(
            @Nullable String catalog, @Nullable String schema, @Nullable String name, int scope, boolean nullable)
            throws SQLException {
        MetadataTable table = table(ROW_COLUMNS);
        if (!noCatalog(catalog)) {
            return table.toResultSet();
        }
        for (Catalog.Table found : catalog().named(schema, name)) {
            List<Catalog.Key> keys = catalog().keys(found.schema(), found.name());
            boolean any = false;
            for (Catalog.Column column : catalog().columns(List.of(found))) {
                boolean primary = keys.stream()
                        .anyMatch(key -> key.primary() && key.column().equalsIgnoreCase(column.name()));
                if (primary) {
                    rowColumn(table, bestRowSession, column, bestRowNotPseudo);
                    any = true;
                }
            }
            if (!any && found.type().equals("TABLE")) {
                rowColumn(table, bestRowSession, PseudoColumns.ID, bestRowPseudo);
            }
        }
        return table.toResultSet();
    }

    private static void rowColumn(MetadataTable table, @Nullable Integer scope, Catalog.Column column, int pseudo) {
        int type = column.jdbcType();
        table.row(
                scope,
                column.name(),
                type,
                column.typeName(),
                TypeFacts.precision(type, column.precision()),
                null,
                type == Types.DECIMAL ? Integer.valueOf(column.scale()) : null,
                pseudo);
    }

    /** Returns the time of the last write, which every write of a record sets. */
    @Override
    public ResultSet getVersionColumns(@Nullable String catalog, @Nullable String schema, @Nullable String name)
            throws SQLException {
        MetadataTable table = table(ROW_COLUMNS);
        if (noCatalog(catalog) && name != null) {
            for (Catalog.Table found : catalog().named(schema, name)) {
                boolean own = false;
                for (Catalog.Column column : catalog().columns(List.of(found))) {
                    if (!found.type().equals("SYSTEM TABLE")
                            && (column.name().equals("_written_at")
                                    || found.name().equals("records")
                                            && column.name().equals("written_at"))) {
                        rowColumn(table, null, column, versionColumnNotPseudo);
                        own = true;
                    }
                }
                if (!own && found.type().equals("TABLE")) {
                    rowColumn(table, null, PseudoColumns.WRITTEN_AT, versionColumnPseudo);
                }
            }
        }
        return table.toResultSet();
    }

    @Override
    public ResultSet getIndexInfo(
            @Nullable String catalog,
            @Nullable String schema,
            @Nullable String name,
            boolean unique,
            boolean approximate)
            throws SQLException {
        MetadataTable table = table("TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE:B INDEX_QUALIFIER INDEX_NAME TYPE:S"
                + " ORDINAL_POSITION:S COLUMN_NAME ASC_OR_DESC CARDINALITY:L PAGES:L FILTER_CONDITION");
        for (Catalog.Key key : keys(catalog, schema, name)) {
            if (unique && !key.unique()) {
                continue;
            }
            table.row(
                    null,
                    key.schema(),
                    key.table(),
                    !key.unique(),
                    null,
                    key.name(),
                    key.primary() ? tableIndexClustered : tableIndexOther,
                    key.sequence(),
                    key.column(),
                    key.descending() ? "D" : "A",
                    null,
                    null,
                    null);
        }
        return table.sorted(4, 7, 6, 8).toResultSet();
    }

    /** Returns the columns that {@code *} passes over: what every record has, in a declared table. */
    @Override
    public ResultSet getPseudoColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String tablePattern,
            @Nullable String columnPattern)
            throws SQLException {
        MetadataTable table =
                table("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE:I COLUMN_SIZE:I DECIMAL_DIGITS:I"
                        + " NUM_PREC_RADIX:I COLUMN_USAGE REMARKS CHAR_OCTET_LENGTH:I IS_NULLABLE");
        if (noCatalog(catalog)) {
            NamePattern pattern = new NamePattern(columnPattern, true);
            for (Catalog.Table found : catalog().tables(schemaPattern, tablePattern, List.of("TABLE"))) {
                for (Catalog.Column column : PseudoColumns.ALL) {
                    if (!found.name().equals("records") && pattern.matches(column.name())) {
                        pseudoRow(table, found, column);
                    }
                }
            }
        }
        return table.sorted(2, 3, 4).toResultSet();
    }

    private static void pseudoRow(MetadataTable table, Catalog.Table of, Catalog.Column column) {
        int type = column.jdbcType();
        int size = TypeFacts.precision(type, column.precision());
        table.row(
                null,
                of.schema(),
                of.name(),
                column.name(),
                type,
                size,
                TypeFacts.signed(type) ? Integer.valueOf(0) : null,
                TypeFacts.signed(type) ? Integer.valueOf(10) : null,
                PseudoColumnUsage.NO_USAGE_RESTRICTIONS.name(),
                column.remarks(),
                TypeFacts.text(type) ? Integer.valueOf(size) : null,
                column.nullable() ? "YES" : "NO");
    }

    // ---- types ----

    @Override
    public ResultSet getTypeInfo() throws SQLException {
        MetadataTable table = table(
                "TYPE_NAME DATA_TYPE:I PRECISION:I LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS"
                        + " NULLABLE:S CASE_SENSITIVE:B SEARCHABLE:S UNSIGNED_ATTRIBUTE:B FIXED_PREC_SCALE:B AUTO_INCREMENT:B"
                        + " LOCAL_TYPE_NAME MINIMUM_SCALE:S MAXIMUM_SCALE:S SQL_DATA_TYPE:I SQL_DATETIME_SUB:I NUM_PREC_RADIX:I");
        type(table, "TINYINT", Types.TINYINT, null, null, null, 0);
        type(table, "SMALLINT", Types.SMALLINT, null, null, null, 0);
        type(table, "INTEGER", Types.INTEGER, null, null, null, 0);
        type(table, "BIGINT", Types.BIGINT, null, null, null, 0);
        type(table, "REAL", Types.REAL, null, null, null, 0);
        type(table, "DOUBLE", Types.DOUBLE, null, null, null, 0);
        type(table, "DECIMAL", Types.DECIMAL, null, null, "precision,scale", 38);
        type(table, "BOOLEAN", Types.BOOLEAN, null, null, null, 0);
        type(table, "VARCHAR", Types.VARCHAR, "'", "'", "length", 0);
        type(table, "VARBINARY", Types.VARBINARY, "X'", "'", "length", 0);
        type(table, "DATE", Types.DATE, "DATE '", "'", null, 0);
        type(table, "TIME", Types.TIME, "TIME '", "'", null, 3);
        type(table, "TIMESTAMP", Types.TIMESTAMP, "TIMESTAMP '", "'", null, 3);
        type(table, "REAL ARRAY", Types.ARRAY, null, null, null, 0);
        return table.sorted(2).toResultSet();
    }

    private static void type(
            MetadataTable table,
            String name,
            int jdbcType,
            @Nullable String prefix,
            @Nullable String suffix,
            @Nullable String parameters,
            int scaleMax) {
        table.row(
                name,
                jdbcType,
                TypeFacts.precision(jdbcType, 0),
                prefix,
                suffix,
                parameters,
                typeNullable,
                TypeFacts.text(jdbcType),
                jdbcType == Types.ARRAY ? typePredNone : typeSearchable,
                !TypeFacts.signed(jdbcType),
                false,
                false,
                name.toLowerCase(Locale.ROOT),
                0,
                scaleMax,
                null,
                null,
                TypeFacts.signed(jdbcType) ? Integer.valueOf(10) : null);
    }

    // ---- functions and procedures ----

    @Override
    public ResultSet getFunctions(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
            throws SQLException {
        MetadataTable table = table("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME REMARKS FUNCTION_TYPE:S SPECIFIC_NAME");
        if (noCatalog(catalog)) {
            for (Catalog.Routine routine : catalog().routines(schemaPattern, namePattern)) {
                if (routine.kind() != Catalog.RoutineKind.PROCEDURE) {
                    boolean rows = routine.kind() == Catalog.RoutineKind.TABLE;
                    table.row(
                            null,
                            Catalog.ROUTINE_SCHEMA,
                            routine.name(),
                            routine.remarks(),
                            rows ? functionReturnsTable : functionNoTable,
                            routine.specificName());
                }
            }
        }
        return table.sorted(2, 3, 6).toResultSet();
    }

    @Override
    public ResultSet getProcedures(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
            throws SQLException {
        MetadataTable table = table("PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME RESERVED1 RESERVED2 RESERVED3 REMARKS"
                + " PROCEDURE_TYPE:S SPECIFIC_NAME");
        if (noCatalog(catalog)) {
            for (Catalog.Routine routine : catalog().routines(schemaPattern, namePattern)) {
                if (routine.kind() == Catalog.RoutineKind.PROCEDURE) {
                    table.row(
                            null,
                            Catalog.ROUTINE_SCHEMA,
                            routine.name(),
                            null,
                            null,
                            null,
                            routine.remarks(),
                            procedureReturnsResult,
                            routine.specificName());
                }
            }
        }
        return table.sorted(2, 3, 9).toResultSet();
    }

    @Override
    public ResultSet getFunctionColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String namePattern,
            @Nullable String columnPattern)
            throws SQLException {
        MetadataTable table = table("FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME COLUMN_NAME COLUMN_TYPE:S DATA_TYPE:I"
                + " TYPE_NAME PRECISION:I LENGTH:I SCALE:S RADIX:S NULLABLE:S REMARKS CHAR_OCTET_LENGTH:I"
                + " ORDINAL_POSITION:I IS_NULLABLE SPECIFIC_NAME");
        NamePattern pattern = new NamePattern(columnPattern, true);
        for (Catalog.Routine routine : routines(catalog, schemaPattern, namePattern)) {
            for (Catalog.Argument argument : routine.arguments()) {
                if (routine.kind() != Catalog.RoutineKind.PROCEDURE && pattern.matches(argument.name())) {
                    int columnType = argument.ordinal() == 0
                            ? functionReturn
                            : argument.result() ? functionColumnResult : functionColumnIn;
                    argumentRow(table, routine, argument, columnType, false);
                }
            }
        }
        return table.sorted(2, 3, 17).toResultSet();
    }

    @Override
    public ResultSet getProcedureColumns(
            @Nullable String catalog,
            @Nullable String schemaPattern,
            @Nullable String namePattern,
            @Nullable String columnPattern)
            throws SQLException {
        MetadataTable table = table("PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME COLUMN_NAME COLUMN_TYPE:S DATA_TYPE:I"
                + " TYPE_NAME PRECISION:I LENGTH:I SCALE:S RADIX:S NULLABLE:S REMARKS COLUMN_DEF SQL_DATA_TYPE:I"
                + " SQL_DATETIME_SUB:I CHAR_OCTET_LENGTH:I ORDINAL_POSITION:I IS_NULLABLE SPECIFIC_NAME");
        NamePattern pattern = new NamePattern(columnPattern, true);
        for (Catalog.Routine routine : routines(catalog, schemaPattern, namePattern)) {
            for (Catalog.Argument argument : routine.arguments()) {
                if (routine.kind() == Catalog.RoutineKind.PROCEDURE && pattern.matches(argument.name())) {
                    int columnType = argument.result() ? procedureColumnResult : procedureColumnIn;
                    argumentRow(table, routine, argument, columnType, true);
                }
            }
        }
        return table.sorted(2, 3, 20).toResultSet();
    }

    private List<Catalog.Routine> routines(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String namePattern)
            throws SQLException {
        connection.checkOpen();
        return noCatalog(catalog) ? catalog().routines(schemaPattern, namePattern) : List.of();
    }

    private static void argumentRow(
            MetadataTable table,
            Catalog.Routine routine,
            Catalog.Argument argument,
            int columnType,
            boolean procedure) {
        int type = argument.jdbcType();
        int precision = TypeFacts.precision(type, 0);
        Integer radix = TypeFacts.signed(type) ? Integer.valueOf(10) : null;
        Object[] head = {
            null,
            Catalog.ROUTINE_SCHEMA,
            routine.name(),
            argument.name(),
            columnType,
            type,
            argument.typeName(),
            precision,
            precision,
            0,
            radix,
            functionNullable,
            argument.remarks()
        };
        Object[] middle = procedure ? new Object[] {argument.defaultText(), null, null} : new Object[0];
        Object[] tail = {null, argument.ordinal(), "YES", routine.specificName()};
        @Nullable Object[] row = Arrays.copyOf(head, head.length + middle.length + tail.length);
        System.arraycopy(middle, 0, row, head.length, middle.length);
        System.arraycopy(tail, 0, row, head.length + middle.length, tail.length);
        table.row(row);
    }

    // ---- client information ----

    @Override
    public ResultSet getClientInfoProperties() throws SQLException {
        MetadataTable table = table("NAME MAX_LEN:I DEFAULT_VALUE DESCRIPTION");
        for (String key : JdbcConnection.clientInfoKeys()) {
            table.row(key, TypeFacts.TEXT_SIZE, "", "free text");
        }
        return table.sorted(1).toResultSet();
    }

    // ---- what there is none of ----

    @Override
    public ResultSet getColumnPrivileges(
            @Nullable String catalog, @Nullable String schema, @Nullable String table, @Nullable String columnPattern)
            throws SQLException {
        MetadataTable rows =
                table("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
        if (noCatalog(catalog)) {
            NamePattern names = new NamePattern(columnPattern, true);
            List<Catalog.Table> tables = catalog().named(schema, table);
            List<Catalog.Column> columns = catalog().columns(tables);
            for (Catalog.Privilege each : catalog().privileges(tables)) {
                Catalog.Table of = each.table();
                for (Catalog.Column column : columns) {
                    // DELETE is of whole rows
                    if (column.table().equals(of.name())
                            && column.schema().equals(of.schema())
                            && names.matches(column.name())
                            && !each.name().equals("DELETE")) {
                        rows.row(
                                null,
                                of.schema(),
                                of.name(),
                                column.name(),
                                null,
                                each.grantee(),
                                each.name(),
                                each.grantable());
                    }
                }
            }
        }
        return rows.sorted(4, 7).toResultSet();
    }

    @Override
    public ResultSet getTablePrivileges(
            @Nullable String catalog, @Nullable String schemaPattern, @Nullable String tablePattern)
            throws SQLException {
        MetadataTable rows = table("TABLE_CAT TABLE_SCHEM TABLE_NAME GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE");
        if (noCatalog(catalog)) {
            List<Catalog.Table> tables = catalog().tables(schemaPattern, tablePattern, Catalog.TABLE_TYPES);
            for (Catalog.Privilege each : catalog().privileges(tables)) {
                Catalog.Table table = each.table();
                rows.row(null, table.schema(), table.name(), null, each.grantee(), each.name(), each.grantable());
            }
        }
        return rows.sorted(2, 3, 6).toResultSet();
    }

    private static final String FOREIGN_KEYS = "PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT"
            + " FKTABLE_SCHEM FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ:S UPDATE_RULE:S DELETE_RULE:S FK_NAME PK_NAME"
            + " DEFERRABILITY:S";

    @Override
    public ResultSet getImportedKeys(String catalog, String schema, String table) throws SQLException {
        return empty(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getExportedKeys(String catalog, String schema, String table) throws SQLException {
        return empty(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getCrossReference(
            String parentCatalog,
            String parentSchema,
            String parentTable,
            String foreignCatalog,
            String foreignSchema,
            String foreignTable)
            throws SQLException {
        return empty(FOREIGN_KEYS);
    }

    @Override
    public ResultSet getUDTs(String catalog, String schemaPattern, String typePattern, int[] types)
            throws SQLException {
        return empty("TYPE_CAT TYPE_SCHEM TYPE_NAME CLASS_NAME DATA_TYPE:I REMARKS BASE_TYPE:S");
    }

    @Override
    public ResultSet getSuperTypes(String catalog, String schemaPattern, String typePattern) throws SQLException {
        return empty("TYPE_CAT TYPE_SCHEM TYPE_NAME SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME");
    }

    @Override
    public ResultSet getSuperTables(String catalog, String schemaPattern, String tablePattern) throws SQLException {
        return empty("TABLE_CAT TABLE_SCHEM TABLE_NAME SUPERTABLE_NAME");
    }

    @Override
    public ResultSet getAttributes(String catalog, String schemaPattern, String typePattern, String attributePattern)
            throws SQLException {
        return empty("TYPE_CAT TYPE_SCHEM TYPE_NAME ATTR_NAME DATA_TYPE:I ATTR_TYPE_NAME ATTR_SIZE:I DECIMAL_DIGITS:I"
                + " NUM_PREC_RADIX:I NULLABLE:I REMARKS ATTR_DEF SQL_DATA_TYPE:I SQL_DATETIME_SUB:I CHAR_OCTET_LENGTH:I"
                + " ORDINAL_POSITION:I IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE:S");
    }
}
