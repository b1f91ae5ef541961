package io.rochedb.jdbc.embedded;

import static io.rochedb.jdbc.embedded.Stores.fill;
import static io.rochedb.jdbc.embedded.Stores.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetadataTest {
    private Connection connection;
    private DatabaseMetaData metadata;

    @BeforeEach
    void openStore() throws SQLException {
        connection = open(Stores.fresh() + "?user=ada&password=secret&metadataRingLimit=3");
        fill(connection, "docs/japan", 2);
        fill(connection, "docs/japan_old", 1);
        fill(connection, "docs/peru", 1);
        fill(connection, "logs/api", 1);
        metadata = connection.getMetaData();
    }

    @AfterEach
    void closeStore() throws SQLException {
        connection.close();
    }

    private static List<String> column(ResultSet rows, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getString(label));
        }
        return values;
    }

    @Test
    void noMethodThrows() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Method method : DatabaseMetaData.class.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || method.getName().equals("unwrap")) {
                continue;
            }
            for (boolean text : new boolean[] {false, true}) {
                Object[] arguments = new Object[method.getParameterCount()];
                for (int i = 0; i < arguments.length; i++) {
                    Class<?> type = method.getParameterTypes()[i];
                    arguments[i] = type == int.class
                            ? (Object) 1
                            : type == boolean.class ? (Object) true : type == String.class && text ? "%" : null;
                }
                try {
                    Object answer = method.invoke(metadata, arguments);
                    if (answer instanceof ResultSet rows) {
                        while (rows.next()) {
                            assertTrue(rows.getMetaData().getColumnCount() > 0);
                        }
                        rows.close();
                    }
                } catch (InvocationTargetException e) {
                    wrong.add(method.getName() + " " + e.getCause());
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void saysWhoItIsWithoutSecrets() throws SQLException {
        assertEquals("RocheDB", metadata.getDatabaseProductName());
        assertEquals("ada", metadata.getUserName());
        assertFalse(metadata.getURL().contains("secret"), metadata.getURL());
        assertEquals(3, metadata.getJDBCMinorVersion());
        assertTrue(metadata.nullsAreSortedHigh());
        assertFalse(metadata.isReadOnly());
        assertFalse(metadata.getCatalogs().next());
        assertEquals(List.of("information_schema", "roche", "sys"), column(metadata.getSchemas(), "TABLE_SCHEM"));
        assertFalse(metadata.getSchemas("nope", null).next());
    }

    @Test
    void listsTablesByPatternAndType() throws SQLException {
        List<String> tables = column(metadata.getTables(null, null, "%", null), "TABLE_NAME");
        assertTrue(tables.contains("records") && tables.contains("rings"), tables.toString());
        assertEquals(
                List.of("docs", "docs/japan", "docs/japan_old"),
                column(metadata.getTables(null, null, "%", new String[] {"RING"}), "TABLE_NAME"));
        assertEquals(
                List.of("docs/japan", "docs/japan_old"),
                column(metadata.getTables(null, "roche", "docs/japan%", null), "TABLE_NAME"));
        assertEquals(
                List.of("docs/japan_old"),
                column(metadata.getTables(null, null, "docs/japan\\_old", null), "TABLE_NAME"));
        assertFalse(metadata.getTables("nope", null, "%", null).next());
        assertFalse(metadata.getTables(null, null, "REC^", null).next());
        assertFalse(metadata.getTables(null, null, "%", new String[0]).next());
        assertEquals(List.of("SYSTEM TABLE"), column(metadata.getTables(null, "sys", "rings", null), "TABLE_TYPE"));
    }

    @Test
    void describesColumns() throws SQLException {
        ResultSet rows = metadata.getColumns(null, null, "records", null);
        assertTrue(rows.next());
        assertEquals("ring", rows.getString("COLUMN_NAME"));
        assertEquals("VARCHAR", rows.getString("TYPE_NAME"));
        assertEquals(Types.VARCHAR, rows.getInt("DATA_TYPE"));
        assertEquals("NO", rows.getString("IS_NULLABLE"));
        assertEquals(1, rows.getInt("ORDINAL_POSITION"));
        assertTrue(rows.getInt("COLUMN_SIZE") > 0);
        assertEquals(
                List.of("n", "_id", "_ring", "_seq", "_written_at", "_payload", "_codec", "_vector"),
                column(metadata.getColumns(null, null, "docs/peru", null), "COLUMN_NAME"));
        assertEquals(List.of("n", "n"), column(metadata.getColumns(null, null, "docs/japan%", "N"), "COLUMN_NAME"));
        assertEquals(24, rows.getMetaData().getColumnCount());
    }

    @Test
    void keysAreRingAndId() throws SQLException {
        assertEquals(List.of("id", "ring"), column(metadata.getPrimaryKeys(null, null, "records"), "COLUMN_NAME"));
        assertEquals(List.of("id", "ring"), column(metadata.getPrimaryKeys(null, null, null), "COLUMN_NAME"));
        assertEquals(List.of("_id"), column(metadata.getPrimaryKeys(null, null, "docs/peru"), "COLUMN_NAME"));
        assertEquals(
                List.of("ring", "id"), column(metadata.getIndexInfo(null, null, "records", true, true), "COLUMN_NAME"));
        assertFalse(metadata.getImportedKeys(null, null, "records").next());
    }

    @Test
    void typesAreInOrderOfTheirNumber() throws SQLException {
        List<String> numbers = column(metadata.getTypeInfo(), "DATA_TYPE");
        List<String> sorted = new ArrayList<>(numbers);
        sorted.sort((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)));
        assertEquals(sorted, numbers);
        assertTrue(numbers.size() >= 12);
    }

    @Test
    void listsFunctions() throws SQLException {
        List<String> names = column(metadata.getFunctions(null, null, "%"), "FUNCTION_NAME");
        assertTrue(names.contains("RETRIEVE") && names.contains("LOCATE"), names.toString());
        assertTrue(
                names.containsAll(List.of("UPPER", "SUM", "COALESCE", "JSON_ARRAYAGG", "ROW_NUMBER")),
                names.toString());
        assertTrue(names.stream().noneMatch(name -> name.contains("$")), names.toString());
        assertEquals(List.of("RETRIEVE"), column(metadata.getFunctions(null, null, "retr%"), "FUNCTION_NAME"));
        assertFalse(metadata.getFunctions(null, "nope", "%").next());
    }

    @Test
    void describesArgumentsOfFunctions() throws SQLException {
        ResultSet rows = metadata.getFunctionColumns(null, null, "NEXT_VISIT", null);
        assertTrue(rows.next());
        assertEquals("id", rows.getString("COLUMN_NAME"));
        assertEquals(DatabaseMetaData.functionColumnIn, rows.getInt("COLUMN_TYPE"));
        assertEquals("VARCHAR", rows.getString("TYPE_NAME"));
        assertTrue(rows.next());
        assertEquals("node", rows.getString("COLUMN_NAME"));
        assertEquals(Types.INTEGER, rows.getInt("DATA_TYPE"));
        assertEquals(2, rows.getInt("ORDINAL_POSITION"));
        List<String> names = column(rows, "COLUMN_NAME");
        assertTrue(names.contains("after_time") && names.contains("visit_at"), names.toString());
        assertTrue(column(metadata.getProcedures(null, null, "%"), "PROCEDURE_NAME")
                .contains("IMPORT_JSONL"));
        List<String> arguments = column(metadata.getProcedureColumns(null, null, "IMPORT_JSONL", null), "COLUMN_NAME");
        assertEquals("file", arguments.get(0));
        assertTrue(arguments.contains("batch_size"), arguments.toString());
    }
}
