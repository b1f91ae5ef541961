package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.list;
import static io.rochedb.jdbc.embedded.Stores.open;
import static io.rochedb.jdbc.embedded.Stores.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Metadata of what DDL declares, and claims of {@code supports…} methods held against what the product does. */
class DeclaredMetadataTest {
    private Connection connection;
    private DatabaseMetaData metadata;

    @BeforeEach
    void openStore() throws SQLException {
        connection = open(Stores.fresh());
        metadata = connection.getMetaData();
        fill(connection, "docs/peru", 2);
        for (String ddl : new String[] {
            "CREATE TABLE Orders (user_id VARCHAR NOT NULL, order_no VARCHAR(20) NOT NULL, total DECIMAL(12, 2) DEFAULT 1.5,"
                    + " placed_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, note VARCHAR DEFAULT 'it''s', CHECK (total >= 0),"
                    + " PRIMARY KEY (user_id, order_no), UNIQUE (user_id, note)) RING 'users/{user_id}/orders'",
            "COMMENT ON TABLE Orders IS 'what was ordered'",
            "COMMENT ON COLUMN Orders.total IS 'in euro'",
            "COMMENT ON RING 'docs/peru' IS 'about Peru'",
            "CREATE INDEX by_total ON Orders (total DESC)",
            "CREATE INDEX by_n ON \"docs/*\" (n)",
            "CREATE VIEW totals AS SELECT user_id, SUM(total) AS s FROM Orders GROUP BY user_id",
            "CREATE TABLE \"docs/japan\" (title VARCHAR NOT NULL)"
        }) {
            execute(ddl);
        }
        update(connection, "INSERT INTO Orders (user_id, order_no) VALUES ('1', 'A')");
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns chosen columns of every row, as {@code a|b}. */
    private static List<String> rows(ResultSet rows, String... labels) throws SQLException {
        List<String> all = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                List<String> cells = new ArrayList<>();
                for (String label : labels) {
                    cells.add(rows.getString(label));
                }
                all.add(String.join("|", cells.stream().map(String::valueOf).toList()));
            }
        }
        return all;
    }

    @Test
    void tablesHaveTheirTypes() throws SQLException {
        assertEquals(
                List.of(
                        "docs|RING|null",
                        "docs/peru|RING|about Peru",
                        "users|RING|null",
                        "users/1|RING|null",
                        "users/1/orders|RING|null",
                        "Orders|TABLE|what was ordered",
                        "docs/japan|TABLE|null",
                        "records|TABLE|Every record of every ring.",
                        "totals|VIEW|null"),
                rows(metadata.getTables(null, "roche", null, null), "TABLE_NAME", "TABLE_TYPE", "REMARKS"));
        assertEquals(
                List.of("totals"),
                rows(metadata.getTables("", "ROCHE", "TOT%", new String[] {"VIEW", "TABLE"}), "TABLE_NAME"));
        assertEquals(List.of("RING", "SYSTEM TABLE", "TABLE", "VIEW"), rows(metadata.getTableTypes(), "TABLE_TYPE"));
    }

    @Test
    void columnsAreThoseDeclared() throws SQLException {
        assertEquals(
                List.of(
                        "user_id|12|VARCHAR|65536|null|NO|null|null|1",
                        "order_no|12|VARCHAR|20|null|NO|null|null|2",
                        "total|3|DECIMAL|12|2|YES|1.50|in euro|3",
                        "placed_at|93|TIMESTAMP|23|null|YES|CURRENT_TIMESTAMP|null|4",
                        "note|12|VARCHAR|65536|null|YES|'it''s'|null|5"),
                rows(
                        metadata.getColumns(null, null, "orders", null),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "TYPE_NAME",
                        "COLUMN_SIZE",
                        "DECIMAL_DIGITS",
                        "IS_NULLABLE",
                        "COLUMN_DEF",
                        "REMARKS",
                        "ORDINAL_POSITION"));
        assertEquals(
                List.of("user_id|VARCHAR|NO", "s|DECIMAL|YES"),
                rows(metadata.getColumns(null, null, "totals", null), "COLUMN_NAME", "TYPE_NAME", "IS_NULLABLE"));
        assertEquals(
                List.of("_codec", "_id", "_payload", "_ring", "_seq", "_vector", "_written_at"),
                rows(metadata.getPseudoColumns(null, null, "Orders", null), "COLUMN_NAME"));
        assertEquals(List.of("1"), list(connection, "SELECT COUNT(_id) FROM Orders WHERE _ring = 'users/1/orders'"));
    }

    @Test
    void keysAndIndexes() throws SQLException {
        assertEquals(
                List.of("order_no|2|orders_pkey", "user_id|1|orders_pkey"),
                rows(metadata.getPrimaryKeys(null, null, "ORDERS"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME").stream()
                        .map(row -> row.replace("Orders_pkey", "orders_pkey"))
                        .toList());
        assertEquals(List.of("_id"), rows(metadata.getPrimaryKeys(null, null, "docs/peru"), "COLUMN_NAME"));
        assertEquals(List.of(), rows(metadata.getPrimaryKeys(null, null, "docs/japan"), "COLUMN_NAME"));
        assertEquals(
                List.of(
                        "false|user_id|1|A",
                        "false|order_no|2|A",
                        "false|user_id|1|A",
                        "false|note|2|A",
                        "true|total|1|D"),
                rows(
                        metadata.getIndexInfo(null, null, "Orders", false, true),
                        "NON_UNIQUE",
                        "COLUMN_NAME",
                        "ORDINAL_POSITION",
                        "ASC_OR_DESC"));
        assertEquals(
                4,
                rows(metadata.getIndexInfo(null, null, "Orders", true, true), "INDEX_NAME")
                        .size());
        assertEquals(
                List.of("key|_id", "by_n|n"),
                rows(metadata.getIndexInfo(null, null, "docs/peru", false, true), "INDEX_NAME", "COLUMN_NAME"));
        assertEquals(
                List.of("user_id|12|1", "order_no|12|1"),
                rows(
                        metadata.getBestRowIdentifier(null, null, "Orders", DatabaseMetaData.bestRowSession, false),
                        "COLUMN_NAME",
                        "DATA_TYPE",
                        "PSEUDO_COLUMN"));
        assertEquals(
                List.of("_id|" + DatabaseMetaData.bestRowPseudo),
                rows(
                        metadata.getBestRowIdentifier(null, null, "docs/japan", DatabaseMetaData.bestRowSession, false),
                        "COLUMN_NAME",
                        "PSEUDO_COLUMN"));
        assertEquals(
                List.of("_written_at|" + Types.TIMESTAMP),
                rows(metadata.getVersionColumns(null, null, "docs/peru"), "COLUMN_NAME", "DATA_TYPE"));
    }

    @Test
    void theStandardsTablesSayTheSame() throws SQLException {
        assertEquals(
                List.of("information_schema", "roche", "sys"),
                list(connection, "SELECT schema_name FROM information_schema.schemata ORDER BY 1"));
        assertEquals(
                List.of("Orders", "docs/japan", "records"),
                list(
                        connection,
                        "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' ORDER BY 1"));
        assertEquals(
                List.of("user_id", "order_no", "total", "placed_at", "note"),
                list(
                        connection,
                        "SELECT column_name FROM information_schema.columns WHERE table_name = ? ORDER BY ordinal_position",
                        "Orders"));
        assertEquals(
                List.of("CHECK", "PRIMARY KEY", "UNIQUE"),
                list(
                        connection,
                        "SELECT constraint_type FROM information_schema.table_constraints WHERE table_name = 'Orders' ORDER BY 1"));
        assertEquals(
                List.of("order_no"),
                list(
                        connection,
                        "SELECT column_name FROM information_schema.key_column_usage k JOIN information_schema.table_constraints c"
                                + " ON c.constraint_name = k.constraint_name WHERE c.constraint_type = 'PRIMARY KEY'"
                                + " AND k.table_name = 'Orders' AND c.table_name = 'Orders' AND k.ordinal_position = 2"));
        assertTrue(list(connection, "SELECT view_definition FROM information_schema.views")
                .get(0)
                .startsWith("SELECT user_id"));
    }

    /** Returns whether a statement runs; what is refused must be refused as not supported or as no SQL. */
    private boolean runs(String sql) throws SQLException {
        try {
            execute(sql);
            return true;
        } catch (SQLException e) {
            assertTrue(
                    List.of("0A000", "42601", "42883", "42703", "42P01").contains(e.getSQLState()),
                    e.getSQLState() + " " + e.getMessage());
            return false;
        }
    }

    private final List<String> wrongClaims = new ArrayList<>();

    private void claim(boolean claimed, boolean observed) {
        if (claimed != observed) {
            wrongClaims.add(Thread.currentThread().getStackTrace()[2] + " claims " + claimed);
        }
    }

    @Test
    void claimsAreTrue() throws SQLException {
        String t = "\"docs/peru\"";
        claim(metadata.supportsAlterTableWithAddColumn(), runs("ALTER TABLE Orders ADD COLUMN extra INTEGER"));
        claim(metadata.supportsAlterTableWithDropColumn(), runs("ALTER TABLE Orders DROP COLUMN extra"));
        claim(metadata.supportsSchemasInTableDefinitions(), runs("CREATE TABLE roche.made (a INTEGER)"));
        claim(metadata.supportsSchemasInIndexDefinitions(), runs("CREATE INDEX by_a ON roche.made (a)"));
        claim(
                metadata.supportsFullOuterJoins(),
                runs("SELECT 1 FROM " + t + " AS a FULL JOIN " + t + " AS b ON a.n = b.n + 1"));
        claim(metadata.supportsSelectForUpdate(), runs("SELECT n FROM " + t + " FOR UPDATE"));
        claim(metadata.supportsLikeEscapeClause(), runs("SELECT 'a' LIKE 'b' ESCAPE '!'"));
        claim(metadata.supportsColumnAliasing(), runs("SELECT 1 AS one"));
        claim(metadata.supportsExpressionsInOrderBy(), runs("SELECT n FROM " + t + " ORDER BY n + 1"));
        claim(metadata.supportsOrderByUnrelated(), runs("SELECT n FROM " + t + " ORDER BY _id"));
        claim(metadata.supportsGroupByUnrelated(), runs("SELECT COUNT(*) FROM " + t + " GROUP BY n"));
        claim(
                metadata.supportsCorrelatedSubqueries(),
                runs("SELECT n FROM " + t + " AS a WHERE EXISTS (SELECT 1 FROM " + t + " AS b WHERE b.n > a.n)"));
        claim(
                metadata.supportsSubqueriesInQuantifieds(),
                runs("SELECT n FROM " + t + " WHERE n > ALL (SELECT n - 1 FROM " + t + ")"));
        claim(metadata.supportsUnion(), runs("SELECT 1 UNION SELECT 2"));
        claim(metadata.supportsSchemasInDataManipulation(), runs("SELECT * FROM roche.records"));
        claim(metadata.supportsCatalogsInDataManipulation(), runs("SELECT * FROM main.roche.records"));
        claim(metadata.supportsConvert(), runs("SELECT {fn CONVERT('1', SQL_INTEGER)}"));
        claim(metadata.supportsSavepoints(), savepointsWork());
        claim(metadata.dataDefinitionCausesTransactionCommit(), ddlCommits());
        claim(metadata.supportsMultipleOpenResults(), false);
        assertEquals(List.of(), wrongClaims);
        assertTrue(metadata.supportsBatchUpdates() && metadata.supportsGetGeneratedKeys());
    }

    private boolean savepointsWork() throws SQLException {
        connection.setAutoCommit(false);
        java.sql.Savepoint savepoint = connection.setSavepoint();
        update(connection, "DELETE FROM \"docs/peru\"");
        connection.rollback(savepoint);
        boolean kept = list(connection, "SELECT n FROM \"docs/peru\"").size() == 2;
        connection.commit();
        connection.setAutoCommit(true);
        return kept;
    }

    private boolean ddlCommits() throws SQLException {
        connection.setAutoCommit(false);
        update(connection, "DELETE FROM \"docs/peru\" WHERE n = 0");
        execute("CREATE TABLE made_inside (a INTEGER)");
        connection.rollback();
        connection.setAutoCommit(true);
        return list(connection, "SELECT n FROM \"docs/peru\"").size() == 1;
    }

    @Test
    void conversionsThatAreClaimedRun() throws SQLException {
        List<String> types = List.of(
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "BIGINT",
                "REAL",
                "DOUBLE",
                "DECIMAL",
                "BOOLEAN",
                "VARCHAR",
                "DATE",
                "TIME",
                "TIMESTAMP");
        int claimed = 0;
        for (String from : types) {
            for (String to : types) {
                int fromType = java.sql.JDBCType.valueOf(from).getVendorTypeNumber();
                int toType = java.sql.JDBCType.valueOf(to).getVendorTypeNumber();
                if (metadata.supportsConvert(fromType, toType)) {
                    claimed++;
                    list(connection, "SELECT {fn CONVERT(CAST(NULL AS " + from + "), SQL_" + to + ")}");
                }
            }
        }
        assertTrue(claimed > 70, "claimed: " + claimed);
        assertFalse(metadata.supportsConvert(Types.BOOLEAN, Types.DATE));
    }

    @Test
    void theListedFunctionsOfEscapesExist() throws SQLException {
        List<String> wrong = new ArrayList<>();
        for (String list : new String[] {
            metadata.getNumericFunctions(),
            metadata.getStringFunctions(),
            metadata.getTimeDateFunctions(),
            metadata.getSystemFunctions()
        }) {
            for (String function : list.split(",")) {
                try {
                    list(connection, "SELECT {fn " + call(function) + "}");
                } catch (SQLException e) {
                    wrong.add(function + " " + e.getSQLState() + " " + e.getMessage());
                }
            }
        }
        assertEquals(List.of(), wrong);
        assertFalse(metadata.getSQLKeywords().contains("SELECT"));
    }

    private static String call(String function) {
        String ts = "TIMESTAMP '2026-01-02 03:04:05'";
        return switch (function) {
            case "PI", "NOW", "CURDATE", "CURTIME", "RAND" -> function + "()";
            case "ATAN2", "MOD", "POWER", "ROUND", "TRUNCATE" -> function + "(2, 1)";
            case "ASCII", "LCASE", "UCASE", "LENGTH", "LTRIM", "RTRIM" -> function + "(' a')";
            case "CONCAT", "LOCATE", "IFNULL" -> function + "('a', 'b')";
            case "INSERT" -> "INSERT('abc', 2, 1, 'x')";
            case "LEFT", "RIGHT", "REPEAT" -> function + "('abc', 2)";
            case "REPLACE" -> "REPLACE('abc', 'a', 'b')";
            case "SUBSTRING" -> "SUBSTRING('abc', 2, 1)";
            case "SPACE" -> "SPACE(2)";
            case "TIMESTAMPADD" -> "TIMESTAMPADD(SQL_TSI_DAY, 1, " + ts + ")";
            case "TIMESTAMPDIFF" -> "TIMESTAMPDIFF(SQL_TSI_DAY, " + ts + ", " + ts + ")";
            case "DAYNAME",
                    "DAYOFMONTH",
                    "DAYOFWEEK",
                    "DAYOFYEAR",
                    "HOUR",
                    "MINUTE",
                    "MONTH",
                    "MONTHNAME",
                    "QUARTER",
                    "SECOND",
                    "WEEK",
                    "YEAR" -> function + "(" + ts + ")";
            default -> function + "(0.5)";
        };
    }
}
