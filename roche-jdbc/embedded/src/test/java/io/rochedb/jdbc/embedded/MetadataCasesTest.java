package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.assertState;
import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.jdbc.RocheStatement;
import io.rochedb.jdbc.ScanStats;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cases from public reports about schema, push-down, metadata and tools; each has its number in the list of cases. */
class MetadataCasesTest {
    private Connection connection;
    private DatabaseMetaData metadata;

    @BeforeEach
    void openStore() throws SQLException {
        connection = open(Stores.fresh());
        for (int ring = 0; ring < 20; ring++) {
            fill(connection, "docs/" + ring, 5);
        }
        metadata = connection.getMetaData();
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private ScanStats stats(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            list(statement.executeQuery());
            return statement.unwrap(RocheStatement.class).scanStats();
        }
    }

    @Test
    void case93And95AnExpressionStillReadsItsColumnOnly() throws SQLException {
        String plan = String.join(
                "\n", list(connection, "EXPLAIN PLAN FOR SELECT UPPER(id) FROM records WHERE ring = 'docs/7'"));
        assertTrue(plan.contains("1 of 2") && plan.contains("ring"), plan);
        assertFalse(plan.contains("payload"), plan);
        assertEquals(
                5, stats("SELECT UPPER(id) FROM records WHERE ring = 'docs/7'").recordsScanned());
    }

    @Test
    void case94ARingGivenAsParameterIsTheOnlyOneRead() throws SQLException {
        ScanStats literal = stats("SELECT payload FROM records WHERE ring = 'docs/3'");
        ScanStats bound = stats("SELECT payload FROM records WHERE ring = ?", "docs/3");
        for (ScanStats stats : List.of(literal, bound)) {
            assertEquals(1, stats.ringsRouted());
            assertEquals(5, stats.recordsScanned());
        }
        assertEquals(List.of("docs/3"), list(connection, "SELECT name FROM sys.rings WHERE name = ?", "docs/3"));
    }

    @Test
    void case97And101SchemasAndNoCatalogs() throws SQLException {
        assertFalse(metadata.getCatalogs().next());
        assertEquals("", metadata.getCatalogTerm());
        assertEquals(3, list(metadata.getSchemas()).size());
        assertEquals(0, list(connection, "SELECT * FROM roche.records LIMIT 0").size());
        assertState("42P01", () -> list(connection, "SELECT * FROM \"x\".\"roche\".\"records\""));
    }

    @Test
    void case98TypesHaveNamesAndOrder() throws SQLException {
        int last = Integer.MIN_VALUE;
        try (ResultSet types = metadata.getTypeInfo()) {
            while (types.next()) {
                assertFalse(types.getString("TYPE_NAME").isEmpty());
                assertTrue(types.getInt("DATA_TYPE") >= last);
                last = types.getInt("DATA_TYPE");
            }
        }
        assertNotEquals(Integer.MIN_VALUE, last);
    }

    @Test
    void case100EveryColumnIsDescribed() throws SQLException {
        try (ResultSet columns = metadata.getColumns(null, null, "records", null)) {
            int count = 0;
            while (columns.next()) {
                count++;
                assertFalse(columns.getString("TYPE_NAME").contains("NOT NULL"));
                assertTrue(columns.getInt("COLUMN_SIZE") > 0);
                assertEquals(count, columns.getInt("ORDINAL_POSITION"));
                assertEquals(
                        columns.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls ? "NO" : "YES",
                        columns.getString("IS_NULLABLE"));
            }
            assertEquals(9, count);
        }
    }

    @Test
    void case104TypesOfTablesAreThoseListed() throws SQLException {
        Set<String> listed = new HashSet<>(list(metadata.getTableTypes()));
        Set<String> seen = new HashSet<>();
        try (ResultSet tables = metadata.getTables(null, null, null, null)) {
            while (tables.next()) {
                seen.add(tables.getString("TABLE_TYPE"));
            }
        }
        assertTrue(listed.containsAll(seen), seen + " beyond " + listed);
        try (ResultSet system = metadata.getTables(null, null, null, new String[] {"SYSTEM TABLE"})) {
            assertTrue(system.next());
        }
    }

    /** Returns the columns of a result with their types: {@code V I S L B} for VARCHAR, INTEGER, SMALLINT, BIGINT, BOOLEAN. */
    private static String shape(ResultSet rows) throws SQLException {
        ResultSetMetaData meta = rows.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            String type = switch (meta.getColumnType(i)) {
                case Types.VARCHAR -> "V";
                case Types.INTEGER -> "I";
                case Types.SMALLINT -> "S";
                case Types.BIGINT -> "L";
                case Types.BOOLEAN -> "B";
                default -> "?";
            };
            columns.add(meta.getColumnLabel(i) + ":" + type);
        }
        rows.close();
        return String.join(" ", columns);
    }

    @Test
    void case105ColumnsOfMetadataAreThoseOfJdbc() throws SQLException {
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V TABLE_TYPE:V REMARKS:V TYPE_CAT:V TYPE_SCHEM:V TYPE_NAME:V"
                        + " SELF_REFERENCING_COL_NAME:V REF_GENERATION:V",
                shape(metadata.getTables(null, null, null, null)));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V COLUMN_NAME:V DATA_TYPE:I TYPE_NAME:V COLUMN_SIZE:I BUFFER_LENGTH:I"
                        + " DECIMAL_DIGITS:I NUM_PREC_RADIX:I NULLABLE:I REMARKS:V COLUMN_DEF:V SQL_DATA_TYPE:I"
                        + " SQL_DATETIME_SUB:I CHAR_OCTET_LENGTH:I ORDINAL_POSITION:I IS_NULLABLE:V SCOPE_CATALOG:V"
                        + " SCOPE_SCHEMA:V SCOPE_TABLE:V SOURCE_DATA_TYPE:S IS_AUTOINCREMENT:V IS_GENERATEDCOLUMN:V",
                shape(metadata.getColumns(null, null, "records", null)));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V COLUMN_NAME:V KEY_SEQ:S PK_NAME:V",
                shape(metadata.getPrimaryKeys(null, null, "records")));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V NON_UNIQUE:B INDEX_QUALIFIER:V INDEX_NAME:V TYPE:S"
                        + " ORDINAL_POSITION:S COLUMN_NAME:V ASC_OR_DESC:V CARDINALITY:L PAGES:L FILTER_CONDITION:V",
                shape(metadata.getIndexInfo(null, null, "records", false, true)));
        assertEquals(
                "PKTABLE_CAT:V PKTABLE_SCHEM:V PKTABLE_NAME:V PKCOLUMN_NAME:V FKTABLE_CAT:V FKTABLE_SCHEM:V FKTABLE_NAME:V"
                        + " FKCOLUMN_NAME:V KEY_SEQ:S UPDATE_RULE:S DELETE_RULE:S FK_NAME:V PK_NAME:V DEFERRABILITY:S",
                shape(metadata.getImportedKeys(null, null, "records")));
        assertEquals("TABLE_SCHEM:V TABLE_CATALOG:V", shape(metadata.getSchemas()));
        assertEquals(
                "SCOPE:S COLUMN_NAME:V DATA_TYPE:I TYPE_NAME:V COLUMN_SIZE:I BUFFER_LENGTH:I DECIMAL_DIGITS:S PSEUDO_COLUMN:S",
                shape(metadata.getBestRowIdentifier(null, null, "records", 1, true)));
        assertEquals(
                "TABLE_CAT:V TABLE_SCHEM:V TABLE_NAME:V COLUMN_NAME:V DATA_TYPE:I COLUMN_SIZE:I DECIMAL_DIGITS:I"
                        + " NUM_PREC_RADIX:I COLUMN_USAGE:V REMARKS:V CHAR_OCTET_LENGTH:I IS_NULLABLE:V",
                shape(metadata.getPseudoColumns(null, null, null, null)));
    }

    @Test
    void case110ATextIsPlannedOnce() throws SQLException {
        String sql = "SELECT COUNT(*) FROM \"docs/1\" AS a JOIN \"docs/2\" AS b ON a.n = b.n";
        assertEquals("miss", stats(sql).planCache());
        assertNotEquals("miss", stats(sql).planCache());
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE \"docs/1\" (n INTEGER)");
        }
        assertEquals("miss", stats(sql).planCache());
        assertEquals(List.of("5"), list(connection, sql));
    }

    @Test
    void case111AViewIsThereForEverybodyAtOnce() throws SQLException {
        try (Statement statement = connection.createStatement();
                Connection other = open(metadata.getURL())) {
            statement.execute("CREATE VIEW seconds AS SELECT n FROM \"docs/1\" WHERE n < 2");
            for (int i = 0; i < 2; i++) {
                assertEquals(List.of("0", "1"), list(other, "SELECT n FROM seconds ORDER BY n"));
            }
        }
    }
}
