package io.rochedb.calcite.internal.sys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.ScanLog;
import io.rochedb.calcite.SqlSession;
import io.rochedb.calcite.internal.function.RocheFunctions;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SystemTablesTest {
    private final SqlSession db = new SqlSession(null);

    @BeforeEach
    void fill() {
        db.count("INSERT INTO \"docs/japan\" (title, year) VALUES ('Tokyo', 2020), ('Kyoto', 2021)");
        db.count("INSERT INTO records (ring, payload, vector) VALUES ('users', 'x', '[1, 2, 3]')");
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void ringsShowTheCatalog() {
        assertEquals(
                "docs|null|1|0|0|0\ndocs/japan|docs|2|2|0|0\nusers|null|1|1|1|3",
                db.rows("SELECT name, parent, depth, records, vector_records, dimension FROM sys.rings ORDER BY name"));
        assertEquals(
                "13091014041349170597".length(),
                db.rows("SELECT key FROM sys.rings WHERE name = 'docs/japan'").length());
        assertEquals(
                "60.0|0|true|true|null",
                db.rows(
                        "SELECT period_seconds, epoch, created <= last_write, last_write IS NOT NULL, description"
                                + " FROM sys.rings WHERE name = ?",
                        "users"));
        assertEquals("docs/japan", db.rows("SELECT name FROM sys.rings WHERE name LIKE ? ESCAPE '!'", "docs/%"));
        assertEquals("2", db.rows("SELECT COUNT(*) FROM SYS.RINGS WHERE records > 0"));
    }

    @Test
    void ilikeIgnoresCase() {
        assertEquals("docs/japan", db.rows("SELECT name FROM sys.rings WHERE name ILIKE 'DOCS/%'"));
        assertEquals("docs\nusers", db.rows("SELECT name FROM sys.rings WHERE name NOT ILIKE 'DOCS/%' ORDER BY name"));
        assertEquals("", db.rows("SELECT name FROM sys.rings WHERE name LIKE 'DOCS/%'"));
    }

    @Test
    void nodesCoverTheCircle() {
        assertEquals("8|0.0|true", db.rows("SELECT COUNT(*), MIN(arc_start), MAX(arc_end) > 6.283 FROM sys.nodes"));
        assertEquals("3|local", db.rows("SELECT node, owner FROM sys.nodes WHERE node = 3"));
    }

    @Test
    void scansAreTheSessionsOwn() {
        QueryMonitor monitor = new QueryMonitor();
        monitor.ringRouted(1);
        monitor.scanned(5, 50);
        ScanLog.record(7, "SELECT 1", monitor, RochePlan.CacheState.FAST, 1000, 0.5);
        ScanLog.record(8, "SELECT 2", monitor, RochePlan.CacheState.HIT, 1000, 0.5);
        try {
            assertEquals(
                    "1|SELECT 1|fast|1|5|50|0.5",
                    db.rows("SELECT scan_id, query_text, plan_cache, rings_routed, records_scanned, bytes_scanned,"
                            + " elapsed_millis FROM sys.scans"));
            for (int i = 0; i < ScanLog.ENTRIES_MAX; i++) {
                ScanLog.record(7, "SELECT " + i, monitor, RochePlan.CacheState.HIT, 1000, 0.5);
            }
            assertEquals("100|101", db.rows("SELECT COUNT(*), MAX(scan_id) FROM sys.scans"));
        } finally {
            ScanLog.forget(7);
            ScanLog.forget(8);
        }
        assertEquals("0", db.rows("SELECT COUNT(*) FROM sys.scans"));
    }

    @Test
    void settingsAndFunctions() {
        assertEquals("tester", db.rows("SELECT value FROM sys.settings WHERE name = 'user'"));
        assertEquals("8", db.rows("SELECT value FROM sys.settings WHERE name = 'engine.nodes'"));
        assertEquals(
                "LOCATE(id VARCHAR [, at_time TIMESTAMP => CURRENT_TIMESTAMP]) -> INTEGER",
                db.rows("SELECT signature FROM sys.functions WHERE name = 'LOCATE' AND kind = 'scalar'"));
        assertEquals("procedure", db.rows("SELECT kind FROM sys.functions WHERE name = 'IMPORT_JSONL'"));
        assertTrue(RocheFunctions.declarations().stream()
                .allMatch(f -> f.description().endsWith(".")
                        && f.arguments().stream().noneMatch(a -> a.name().isEmpty())));
    }

    @Test
    void tablesAndColumnsDescribeEverything() {
        assertEquals(
                "roche|records|TABLE\nsys|columns|SYSTEM TABLE\nsys|functions|SYSTEM TABLE\nsys|grants|SYSTEM TABLE\nsys|indexes|SYSTEM TABLE\nsys|jobs|SYSTEM TABLE\n"
                        + "sys|key_columns|SYSTEM TABLE\nsys|locality|SYSTEM TABLE\nsys|metrics|SYSTEM TABLE\nsys|nodes|SYSTEM TABLE\nsys|queries|SYSTEM TABLE\n"
                        + "sys|rings|SYSTEM TABLE\nsys|scans|SYSTEM TABLE\nsys|sessions|SYSTEM TABLE\nsys|settings|SYSTEM TABLE\nsys|stellar|SYSTEM TABLE\n"
                        + "sys|tables|SYSTEM TABLE\nsys|templates|SYSTEM TABLE\nsys|users|SYSTEM TABLE",
                db.rows("SELECT table_schema, table_name, table_type FROM sys.tables WHERE table_type <> 'RING' AND"
                        + " table_schema <> 'information_schema' ORDER BY 1, 2"));
        assertEquals(
                "docs\ndocs/japan\nusers",
                db.rows("SELECT table_name FROM sys.tables WHERE table_type = 'RING' ORDER BY 1"));
        assertEquals(
                "title|1|VARCHAR|true\nyear|2|BIGINT|true\n_id|3|VARCHAR|false",
                db.rows(
                        "SELECT column_name, ordinal_position, type_name, nullable FROM sys.columns"
                                + " WHERE table_schema = ? AND table_name = ? AND ordinal_position < 4",
                        "roche",
                        "docs/japan"));
        assertEquals(
                "vector|REAL ARRAY|2003",
                db.rows("SELECT column_name, type_name, jdbc_type FROM sys.columns WHERE table_name = 'records'"
                        + " AND column_name = 'vector'"));
        assertEquals(
                "name|VARCHAR",
                db.rows("SELECT column_name, type_name FROM sys.columns WHERE table_schema = 'sys' AND"
                        + " table_name = 'settings' AND ordinal_position = 1"));
        assertEquals(
                "YES",
                db.rows("SELECT is_nullable FROM information_schema.columns WHERE table_name = 'docs/japan' AND"
                        + " column_name = 'year'"));
        assertEquals("0", db.rows("SELECT COUNT(*) FROM sys.columns WHERE table_name = 'nowhere'"));
    }

    @Test
    void aNameNarrowsWhatIsListed() {
        String plan = db.run("SELECT * FROM sys.columns WHERE table_name = ?", "users")
                .plan()
                .explain();
        assertTrue(plan.contains("narrowedBy") && plan.contains("table_name"), plan);
        assertFalse(db.run("SELECT * FROM sys.columns").plan().explain().contains("narrowedBy"));
    }

    @Test
    void whatIsNotThereIsNamed() {
        String message = db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM sys.joobs");
        assertTrue(message.contains("sys.joobs") && message.contains("rings"), message);
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO sys.settings (name) VALUES ('x')");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "DELETE FROM sys.rings");
        assertEquals(
                List.of(
                        "columns",
                        "key_column_usage",
                        "schemata",
                        "table_constraints",
                        "table_privileges",
                        "tables",
                        "views"),
                SystemCatalog.names("information_schema"));
    }
}
