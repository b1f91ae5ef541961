package io.rochedb.calcite.internal.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import io.rochedb.engine.schema.IndexDefinition;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.TableDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What statements about the schema declare, and what they refuse. */
class DdlTest {
    private final SqlSession db = new SqlSession("main");

    @AfterEach
    void close() {
        db.close();
    }

    private TableDefinition table(String name) {
        try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
            return view.schema().table(name).orElseThrow();
        }
    }

    private static String types(TableDefinition table) {
        return table.columns().stream()
                .map(column -> column.name() + " " + column.type().kind() + "("
                        + column.type().precision() + ","
                        + column.type().scale() + ")" + (column.nullable() ? "" : "!"))
                .collect(Collectors.joining(" "));
    }

    @Test
    void typesAreThoseOfSqlAndOfOtherDatabases() {
        db.run(
                "CREATE TABLE t (a BOOLEAN, b TINYINT, c SMALLINT, d INT, e INTEGER, f BIGINT, g REAL, h FLOAT, i DOUBLE, j DOUBLE PRECISION)");
        assertEquals(
                "a BOOLEAN(0,0) b TINYINT(0,0) c SMALLINT(0,0) d INTEGER(0,0) e INTEGER(0,0) f BIGINT(0,0) g REAL(0,0)"
                        + " h DOUBLE(0,0) i DOUBLE(0,0) j DOUBLE(0,0)",
                types(table("t")));
        db.run(
                "CREATE TABLE u (a DECIMAL(12,2), b NUMERIC(5), c NUMERIC, d CHAR, e CHAR(3), f VARCHAR, g VARCHAR(30), h CHARACTER VARYING(7),"
                        + " i TEXT, j STRING, k CLOB)");
        assertEquals(
                "a DECIMAL(12,2) b DECIMAL(5,0) c DECIMAL(-1,0) d CHAR(1,0) e CHAR(3,0) f VARCHAR(-1,0) g VARCHAR(30,0)"
                        + " h VARCHAR(7,0) i VARCHAR(-1,0) j VARCHAR(-1,0) k VARCHAR(-1,0)",
                types(table("u")));
        db.run(
                "CREATE TABLE v (a DATE, b TIME, c TIME(3), d TIMESTAMP, e TIMESTAMP(6), f TIMESTAMP WITHOUT TIME ZONE, g VARBINARY(9), h BYTEA, i BLOB,"
                        + " j UUID, k JSON, l BOOL, m INT8)");
        assertEquals(
                "a DATE(0,0) b TIME(0,0) c TIME(0,0) d TIMESTAMP(0,0) e TIMESTAMP(0,0) f TIMESTAMP(0,0) g VARBINARY(9,0)"
                        + " h VARBINARY(-1,0) i VARBINARY(-1,0) j UUID(0,0) k JSON(0,0) l BOOLEAN(0,0) m BIGINT(0,0)",
                types(table("v")));
    }

    @Test
    void keysChecksAndDefaultsAreDeclared() {
        db.run(
                "CREATE TABLE Orders (user_id VARCHAR, order_no VARCHAR(20), total DECIMAL(12,2) DEFAULT 1.5 CHECK (total >= 0),"
                        + " placed TIMESTAMP DEFAULT CURRENT_TIMESTAMP, d DATE DEFAULT '2026-01-02', u UUID DEFAULT UUID(), n BIGINT DEFAULT 2 * 3 NOT NULL,"
                        + " j JSON DEFAULT '{\"a\":1}', s VARCHAR DEFAULT 'it''s', x INT DEFAULT NULL, UNIQUE (user_id, s),"
                        + " CONSTRAINT pk PRIMARY KEY (USER_ID, order_no)) RING 'users/{user_id}/orders'");
        TableDefinition table = table("orders");
        assertEquals("Orders", table.name());
        assertEquals("users/{user_id}/orders", table.rings().text());
        assertEquals(
                List.of(
                        new KeyConstraint("Orders_user_id_s_key", false, List.of("user_id", "s")),
                        new KeyConstraint("pk", true, List.of("user_id", "order_no"))),
                table.keys());
        assertEquals("Orders_check", table.checks().get(0).name());
        assertEquals("total >= 0", table.checks().get(0).sql());
        assertEquals(
                "[null, null, Constant[json=1.50], Now[], Constant[json=\"2026-01-02\"], RandomUuid[], Constant[json=6], Constant[json={\"a\":1}],"
                        + " Constant[json=\"it's\"], null]",
                table.columns().stream()
                        .map(ColumnDefinition::defaultValue)
                        .toList()
                        .toString());
        assertEquals(
                new ColumnDefault.Now(), table.column("PLACED").orElseThrow().defaultValue());
        assertEquals(
                List.of("user_id", "order_no", "n"),
                table.columns().stream()
                        .filter(column -> !column.nullable())
                        .map(ColumnDefinition::name)
                        .toList());
    }

    @Test
    void columnsAreAddedChangedAndDropped() {
        db.run("CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(5))");
        db.run("ALTER TABLE T ADD COLUMN c BIGINT DEFAULT 7, ADD d DATE UNIQUE, ADD COLUMN IF NOT EXISTS b INT");
        assertEquals("a INTEGER(0,0)! b VARCHAR(5,0) c BIGINT(0,0) d DATE(0,0)", types(table("t")));
        db.run(
                "ALTER TABLE t ALTER COLUMN b TYPE VARCHAR(9), ALTER c SET DEFAULT 8, ALTER c SET NOT NULL, DROP CONSTRAINT t_d_key, DROP d");
        assertEquals("a INTEGER(0,0)! b VARCHAR(9,0) c BIGINT(0,0)!", types(table("t")));
        db.run(
                "ALTER TABLE t ALTER c DROP DEFAULT, ALTER c DROP NOT NULL, DROP COLUMN IF EXISTS zz, ADD CONSTRAINT k CHECK (c <> 1)");
        assertEquals("a INTEGER(0,0)! b VARCHAR(9,0) c BIGINT(0,0)", types(table("t")));
        db.fails(ErrorCode.DEPENDENT_OBJECTS, "ALTER TABLE t DROP COLUMN a");
        db.fails(ErrorCode.DEPENDENT_OBJECTS, "ALTER TABLE t DROP COLUMN c");
        db.fails(ErrorCode.INVALID_DEFINITION, "ALTER TABLE t ALTER a DROP NOT NULL");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "ALTER TABLE t DROP COLUMN zz");
        db.fails(ErrorCode.UNDEFINED_OBJECT, "ALTER TABLE t DROP CONSTRAINT zz");
        db.fails(ErrorCode.DUPLICATE_COLUMN, "ALTER TABLE t ADD a INT");
        db.fails(ErrorCode.DUPLICATE_OBJECT, "ALTER TABLE t ADD CONSTRAINT k CHECK (c <> 1)");
        db.fails(ErrorCode.UNDEFINED_TABLE, "ALTER TABLE tt ADD a INT");
        db.run("ALTER TABLE IF EXISTS tt ADD a INT");
        assertTrue(db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "ALTER TABLE t RENAME TO u")
                .contains("RENAME"));
    }

    @Test
    void recordsGetTheDefaultOfANewColumn() {
        db.run("CREATE TABLE t (a INT)");
        db.run("INSERT INTO t (a) VALUES (1), (2)");
        db.run(
                "ALTER TABLE t ADD COLUMN b VARCHAR DEFAULT 'x' NOT NULL, ADD c DATE DEFAULT '2026-01-02' CHECK (c > DATE '2000-01-01')");
        assertEquals("1|x|20455\n2|x|20455", db.rows("SELECT a, b, c FROM t ORDER BY a"));
        assertEquals("a INTEGER(0,0) b VARCHAR(-1,0)! c DATE(0,0)", types(table("t")));
        db.fails(ErrorCode.UNIQUE_VIOLATION, "ALTER TABLE t ADD COLUMN d INT DEFAULT 5 UNIQUE");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "ALTER TABLE t ADD COLUMN e INT NOT NULL");
        assertEquals("a INTEGER(0,0) b VARCHAR(-1,0)! c DATE(0,0)", types(table("t")));
        db.run("ALTER TABLE t ADD COLUMN d INT DEFAULT 6");
        assertEquals("6\n6", db.rows("SELECT d FROM t"));
    }

    @Test
    void aTableOfAQueryIsThereWhollyOrNot() {
        db.run("CREATE TABLE t (a INT, b DECIMAL(5,2))");
        db.run("INSERT INTO t (a, b) VALUES (1, 1.5), (2, 2.5)");
        assertEquals(2, db.count("CREATE TABLE u AS SELECT a * 2 AS double, b, 'x' || a AS s FROM t"));
        assertEquals("double INTEGER(0,0) b DECIMAL(5,2) s VARCHAR(-1,0)", types(table("u")));
        assertEquals("2|1.50|x1\n4|2.50|x2", db.rows("SELECT * FROM u ORDER BY 1"));
        assertEquals(
                1,
                db.count(
                        "CREATE TABLE v (k, n BIGINT NOT NULL, PRIMARY KEY (k)) RING 'v/{k}' AS SELECT 'k' || a, a FROM t WHERE a = 1"));
        assertEquals("k VARCHAR(-1,0)! n BIGINT(0,0)!", types(table("v")));
        assertEquals("v/k1", db.rows("SELECT _ring FROM v"));
        db.fails(ErrorCode.DIVISION_BY_ZERO, "CREATE TABLE w AS SELECT 1 / (a - 2) AS x FROM t");
        db.fails(ErrorCode.CHECK_VIOLATION, "CREATE TABLE w (x INT CHECK (x < 2)) AS SELECT a FROM t");
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM w");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "CREATE TABLE w AS SELECT zz FROM t");
        db.fails(ErrorCode.SYNTAX_ERROR, "CREATE TABLE w (a, b) AS SELECT a FROM t");
        db.fails(ErrorCode.DUPLICATE_COLUMN, "CREATE TABLE w AS SELECT a, a FROM t");
        assertEquals(0, db.count("CREATE TABLE IF NOT EXISTS u AS SELECT 1 AS one"));
    }

    @Test
    void tablesAndRingsAreEmptiedAndDropped() {
        db.run("CREATE TABLE t (k VARCHAR, a INT) RING 't/{k}'");
        db.run("INSERT INTO t (k, a) VALUES ('x', 1), ('y', 2)");
        db.run("INSERT INTO other (a) VALUES (1)");
        db.run("TRUNCATE TABLE t, other");
        assertEquals("0", db.rows("SELECT COUNT(*) FROM records"));
        db.run("INSERT INTO t (k, a) VALUES ('x', 1), ('y', 2)");
        db.run("DROP RING 't/x'");
        assertEquals("y", db.rows("SELECT k FROM t"));
        db.run("DROP RING IF EXISTS 't/x'");
        db.run("DROP TABLE T");
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM \"t/y\"");
        db.run("CREATE TABLE one (a INT)");
        db.fails(ErrorCode.DEPENDENT_OBJECTS, "DROP RING 'one'");
        db.run("DROP TABLE IF EXISTS one, two");
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM one");
    }

    @Test
    void commentsAreKept() {
        db.run("CREATE TABLE t (a INT)");
        db.run("COMMENT ON TABLE t IS 'numbers'");
        db.run("COMMENT ON COLUMN t.A IS 'one'");
        assertEquals("numbers", table("t").comment());
        assertEquals("one", table("t").column("a").orElseThrow().comment());
        db.run("COMMENT ON COLUMN t.a IS NULL");
        db.run("COMMENT ON RING 't' IS 'a ring'");
        assertEquals("a ring", db.rows("SELECT description FROM sys.rings WHERE name = 't'"));
        db.run("COMMENT ON RING 't' IS NULL");
        assertEquals("null", db.rows("SELECT description FROM sys.rings WHERE name = 't'"));
        db.fails(ErrorCode.UNDEFINED_TABLE, "COMMENT ON RING 'zz' IS ''");
        db.fails(ErrorCode.UNDEFINED_TABLE, "COMMENT ON VIEW t IS ''");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "COMMENT ON COLUMN t.zz IS ''");
    }

    @Test
    void indexesAreDeclared() {
        db.run("INSERT INTO \"users/9/x\" (status, n, price) VALUES ('open', 1, 1.5)");
        db.run("CREATE TABLE t (a INT, b JSON, k VARCHAR) RING 'k/{k}'");
        db.run("CREATE INDEX i1 ON \"users/*/x\" (status, n DESC, price DOUBLE)");
        db.run("CREATE UNIQUE INDEX i2 ON t (A, b.c DOUBLE DESC, \"b.d\")");
        try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
            IndexDefinition first = view.schema().index("I1").orElseThrow();
            assertEquals("users/*/x", first.rings());
            assertEquals(
                    List.of(Kind.JSON, Kind.JSON, Kind.DOUBLE),
                    first.columns().stream().map(column -> column.type().kind()).toList());
            assertTrue(first.columns().get(1).descending());
            IndexDefinition second = view.schema().index("i2").orElseThrow();
            assertTrue(second.unique());
            assertEquals("k/*", second.rings());
            assertEquals(
                    List.of(List.of("a"), List.of("b", "c"), List.of("b", "d")),
                    second.columns().stream()
                            .map(IndexDefinition.IndexColumn::path)
                            .toList());
            assertEquals(ColumnType.of(Kind.DOUBLE), second.columns().get(1).type());
        }
        db.run("CREATE INDEX IF NOT EXISTS i1 ON t (a)");
        db.fails(ErrorCode.DUPLICATE_OBJECT, "CREATE INDEX i1 ON t (a)");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "CREATE INDEX i3 ON t (zz)");
        db.fails(ErrorCode.INVALID_DEFINITION, "CREATE INDEX i3 ON t (k)");
        db.fails(ErrorCode.UNDEFINED_TABLE, "CREATE INDEX i3 ON zz (a)");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "CREATE INDEX i3 ON t (UPPER(k))");
        db.run("DROP INDEX i1, I2");
        db.fails(ErrorCode.UNDEFINED_OBJECT, "DROP INDEX i1");
        db.run("DROP INDEX IF EXISTS i1");
    }

    @Test
    void whatIsThereIsNotMadeTwice() {
        db.run("CREATE TABLE t (a INT)");
        db.run("CREATE VIEW v AS SELECT a FROM t");
        db.run("INSERT INTO \"x/y\" (a) VALUES (1)");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE TABLE T (a INT)");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE TABLE v (a INT)");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE TABLE \"x/y\" (a INT) RING 'other'");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE TABLE records (a INT)");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE VIEW t AS SELECT 1 AS a");
        db.fails(ErrorCode.DUPLICATE_TABLE, "CREATE VIEW v AS SELECT 1 AS a");
        assertEquals(0, db.count("CREATE TABLE IF NOT EXISTS t (b INT)"));
        assertEquals(0, db.count("CREATE VIEW IF NOT EXISTS v AS SELECT 2 AS b"));
        assertEquals("a INTEGER(0,0)", types(table("t")));
        db.run("CREATE TABLE \"x/y\" (a INT)");
        db.fails(ErrorCode.INVALID_RING_NAME, "CREATE TABLE \"x/*\" (a INT)");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "CREATE TABLE sys.t (a INT)");
        db.fails(ErrorCode.UNDEFINED_TABLE, "CREATE TABLE nowhere.t (a INT)");
    }

    @Test
    void noChangeIsLostToAnother() throws InterruptedException {
        db.run("CREATE TABLE t (a INT)");
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 4; i++) {
            String prefix = "c" + i + "_";
            Thread thread = new Thread(() -> {
                for (int j = 0; j < 5; j++) {
                    db.run("ALTER TABLE t ADD COLUMN " + prefix + j + " INT");
                }
            });
            thread.setUncaughtExceptionHandler((failed, e) -> failures.add(e));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), failures);
        assertEquals(21, table("t").columns().size());
    }

    @Test
    void plansAreMadeForOneExecution() {
        RochePlan plan = db.run("CREATE TABLE t (a INT)").plan();
        assertEquals(RochePlan.Kind.DDL, plan.kind());
        try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
            assertTrue(!plan.isCurrent(view));
        }
        assertEquals("RocheSchemaChange(CREATE TABLE u (a INT))", db.rows("EXPLAIN CREATE TABLE u (a INT)"));
        db.fails(ErrorCode.UNDEFINED_TABLE, "SELECT * FROM u");
    }

    @Test
    void aPlanForgetsATableThatHasChanged() {
        db.run("INSERT INTO t (a) VALUES (1)");
        assertEquals("1", db.rows("SELECT a FROM t"));
        db.run("CREATE TABLE t (a BIGINT, b BIGINT DEFAULT 5)");
        assertEquals("1|null", db.rows("SELECT a, b FROM t"));
        db.run("CREATE VIEW w AS SELECT a FROM t");
        assertEquals("1", db.rows("SELECT * FROM w"));
        db.run("CREATE OR REPLACE VIEW w AS SELECT a + 1 AS b FROM t");
        assertEquals("2", db.rows("SELECT * FROM w"));
    }

    @Test
    void aCheckMayAllowNullAndLookAtSmallNumbers() {
        db.run("CREATE TABLE sizes (a SMALLINT CHECK (a >= 0), b INT CHECK (b BETWEEN 1 AND 9 OR b IS NULL),"
                + " c VARCHAR CHECK (c IS NULL OR c IN ('x', 'y')))");
        assertEquals(2, db.count("INSERT INTO sizes VALUES (NULL, NULL, NULL), (0, 9, 'y')"));
        for (String row : List.of("(-1, 1, 'x')", "(1, 0, 'x')", "(1, 1, 'z')")) {
            db.fails(ErrorCode.CHECK_VIOLATION, "INSERT INTO sizes VALUES " + row);
        }
    }
}
