package io.rochedb.calcite.internal.dml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import io.rochedb.engine.schema.KeyConstraint;
import io.rochedb.engine.schema.RingTemplate;
import io.rochedb.engine.schema.SchemaChange;
import io.rochedb.engine.schema.TableDefinition;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** INSERT, UPDATE, DELETE and MERGE on declared tables: routes, types, defaults, what is refused. */
class DeclaredWritesTest {
    private final SqlSession db = new SqlSession(null);

    @BeforeEach
    void declare() {
        table(
                "orders",
                "users/{user_id}/orders",
                List.of("user_id", "order_no"),
                column("user_id", type(Kind.VARCHAR), false, null),
                column("order_no", new ColumnType(Kind.VARCHAR, 8, 0), false, null),
                column("total", new ColumnType(Kind.DECIMAL, 8, 2), true, null),
                column("state", type(Kind.VARCHAR), true, new ColumnDefault.Constant("\"new\"")),
                column("placed_at", type(Kind.TIMESTAMP), true, new ColumnDefault.Now()));
        table(
                "kinds",
                "kinds",
                List.of(),
                column("id", type(Kind.UUID), false, new ColumnDefault.RandomUuid()),
                column("i", type(Kind.INTEGER), true, null),
                column("s", new ColumnType(Kind.VARCHAR, 3, 0), true, null),
                column("d", type(Kind.DATE), true, null),
                column("t", type(Kind.TIME), true, null),
                column("b", type(Kind.BOOLEAN), true, null),
                column("x", new ColumnType(Kind.VARBINARY, 2, 0), true, null),
                column("r", type(Kind.REAL), true, null),
                column("j", type(Kind.JSON), true, null));
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static ColumnType type(Kind kind) {
        return ColumnType.of(kind);
    }

    private static ColumnDefinition column(String name, ColumnType type, boolean nullable, ColumnDefault standard) {
        return new ColumnDefinition(name, type, nullable, standard, null);
    }

    private void table(String name, String rings, List<String> key, ColumnDefinition... columns) {
        declare(db, name, rings, key, columns);
    }

    private static void declare(
            SqlSession db, String name, String rings, List<String> key, ColumnDefinition... columns) {
        List<KeyConstraint> keys = new ArrayList<>();
        if (!key.isEmpty()) {
            keys.add(new KeyConstraint(name + "_pkey", true, key));
        }
        db.engine.alter(
                new SchemaChange.CreateTable(
                        new TableDefinition(name, RingTemplate.parse(rings), List.of(columns), keys, List.of(), null)),
                RingScope.ALL,
                null);
    }

    /** Declares a table with two ring columns a and b, a text k that completes the key, and a number v. */
    static void keyed(SqlSession db, String name, String rings) {
        declare(
                db,
                name,
                rings,
                List.of("a", "b", "k"),
                column("a", type(Kind.VARCHAR), false, null),
                column("b", type(Kind.VARCHAR), false, null),
                column("k", type(Kind.VARCHAR), false, null),
                column("v", type(Kind.BIGINT), true, null));
    }

    @Test
    void rowsGoIntoTheRingTheirColumnsName() {
        assertEquals(
                2,
                db.count(
                        "INSERT INTO orders VALUES ('u1','A-1',42.005,'paid',TIMESTAMP '2026-07-04 10:00:00'), ('u2','A-2',1,NULL,NULL)"));
        assertEquals(
                "users/u1/orders|{\"order_no\":\"A-1\",\"total\":42.01,\"state\":\"paid\",\"placed_at\":\"2026-07-04T10:00:00.000\"}\n"
                        + "users/u2/orders|{\"order_no\":\"A-2\",\"total\":1.00,\"state\":null,\"placed_at\":null}",
                db.rows("SELECT ring, payload FROM records ORDER BY ring"));
        assertEquals("u2|A-2|1.00|null|null", db.rows("SELECT * FROM orders WHERE user_id = 'u2'"));
        assertEquals(1, db.monitor.ringsRouted());
    }

    @Test
    void defaultsFillWhatIsNotNamed() {
        db.count("INSERT INTO orders (order_no, user_id) VALUES ('A', 'u')");
        assertEquals(
                "u|A|null|new|true",
                db.rows(
                        "SELECT user_id, order_no, total, state, placed_at > TIMESTAMP '2020-01-01 00:00:00' FROM orders"));
        db.count("INSERT INTO orders VALUES ('u', 'B', DEFAULT, DEFAULT, DEFAULT)");
        assertEquals("null|new", db.rows("SELECT total, state FROM orders WHERE order_no = 'B'"));
        db.count("INSERT INTO kinds (i) VALUES (1)");
        assertEquals("36", db.rows("SELECT CHAR_LENGTH(id) FROM kinds"));
        db.count("UPDATE orders SET state = NULL, total = 3");
        db.count("UPDATE orders SET state = 'new' WHERE order_no = 'A'");
        assertEquals("A|new\nB|null", db.rows("SELECT order_no, state FROM orders ORDER BY order_no"));
    }

    @Test
    void ringColumnsAreNeeded() {
        assertTrue(db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO orders (order_no) VALUES ('A')")
                .contains("'user_id'"));
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO orders (user_id, order_no) VALUES (NULL, 'A')");
        assertTrue(db.fails(ErrorCode.INVALID_PARAMETER, "INSERT INTO orders (user_id, order_no) VALUES ('a/b', 'A')")
                .contains("'a/b'"));
        db.fails(ErrorCode.INVALID_PARAMETER, "INSERT INTO orders (user_id, order_no) VALUES ('', 'A')");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO orders (user_id) VALUES ('a')");
        assertTrue(db.fails(ErrorCode.UNDEFINED_COLUMN, "INSERT INTO orders (user_id, nope) VALUES ('a', 1)")
                .contains("'nope'"));
        db.fails(
                ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO orders (_ring, order_no) VALUES ('users/a/orders', 'A')");
        db.fails(ErrorCode.GENERATED_COLUMN, "INSERT INTO orders (_id, order_no) VALUES ('1', 'A')");
    }

    @Test
    void valuesAreAssignedAsSqlDoes() {
        db.count(
                "INSERT INTO kinds (i, s, d, t, b, x, r, j) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                7,
                "abc",
                (int) LocalDate.of(2026, 7, 4).toEpochDay(),
                36_000_123,
                true,
                new byte[] {1, 2},
                0.1f,
                "{\"a\": [1, null]}");
        assertEquals(
                "7|abc|20638|36000123|true|0.1|{\"a\":[1,null]}", db.rows("SELECT i, s, d, t, b, r, j FROM kinds"));
        db.count("DELETE FROM kinds");
        db.count("INSERT INTO kinds (i, s, d, t, b, r) VALUES ('12', 5, '2026-07-04', '10:00:00.1239', 'yes', '1.5')");
        assertEquals("12|5|20638|36000124|true|1.5", db.rows("SELECT i, s, d, t, b, r FROM kinds"));
        db.fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "INSERT INTO kinds (i) VALUES (2147483648)");
        db.fails(ErrorCode.INVALID_CAST, "INSERT INTO kinds (i) VALUES ('many')");
        db.fails(ErrorCode.STRING_TOO_LONG, "INSERT INTO kinds (s) VALUES ('abcd')");
        db.fails(ErrorCode.STRING_TOO_LONG, "INSERT INTO kinds (x) VALUES (X'010203')");
        db.fails(ErrorCode.INVALID_DATETIME, "INSERT INTO kinds (d) VALUES ('tomorrow')");
        db.fails(ErrorCode.INVALID_CAST, "INSERT INTO kinds (b) VALUES ('maybe')");
        db.fails(ErrorCode.INVALID_JSON, "INSERT INTO kinds (j) VALUES ('{')");
        db.fails(ErrorCode.INVALID_CAST, "INSERT INTO kinds (id) VALUES ('x')");
        db.fails(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "INSERT INTO orders (user_id, order_no, total) VALUES ('u', 'A', 1000000)");
        assertEquals("1", db.rows("SELECT COUNT(*) FROM kinds"));
    }

    @Test
    void parametersHaveTheTypesOfTheirColumns() {
        var plan = db.run("INSERT INTO orders VALUES (?, ?, ?, ?, ?)", "u", "A", new BigDecimal("1.5"), "s", 0L)
                .plan();
        assertEquals(
                "VARCHAR(0), VARCHAR(8), DECIMAL(8), VARCHAR(0), TIMESTAMP(3)",
                String.join(
                        ", ",
                        plan.parameters().stream()
                                .map(p -> p.typeName() + "(" + p.precision() + ")")
                                .toList()));
        assertEquals("1.50|0", db.rows("SELECT total, placed_at FROM orders"));
    }

    @Test
    void selectFeedsATable() {
        db.count("INSERT INTO \"raw\" (who, no, v) VALUES ('a', 'X', 1.5), ('b', 'Y', 2), ('b', 'Z', NULL)");
        assertEquals(3, db.count("INSERT INTO orders (user_id, order_no, total) SELECT who, no, v FROM \"raw\""));
        assertEquals(
                "a|X|1.50|new\nb|Y|2.00|new\nb|Z|null|new",
                db.rows("SELECT user_id, order_no, total, state FROM orders ORDER BY order_no"));
        assertEquals(
                1,
                db.count(
                        "INSERT INTO orders (user_id, order_no, total) SELECT 'c', ?, ? FROM \"raw\" WHERE who = 'a'",
                        "P",
                        new BigDecimal("7")));
        assertEquals(
                4,
                db.count("INSERT INTO orders SELECT 'all-' || user_id, order_no, total, state, placed_at FROM orders"));
        assertEquals("8", db.rows("SELECT COUNT(*) FROM orders"));
    }

    @Test
    void updatesComputeAndKeepTheRing() {
        db.count("INSERT INTO orders (user_id, order_no, total) VALUES ('a','X',1), ('a','Y',2), ('b','X',3)");
        assertEquals(
                2, db.count("UPDATE orders SET total = total * 2 + 0.005, state = UPPER(state) WHERE user_id = 'a'"));
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals(
                "2.01|NEW\n4.01|NEW\n3.00|new", db.rows("SELECT total, state FROM orders ORDER BY user_id, order_no"));
        assertEquals(
                1,
                db.count(
                        "UPDATE orders o SET total = (SELECT MAX(total) FROM orders WHERE user_id = 'a') WHERE user_id = 'b'"));
        assertEquals(
                1,
                db.count(
                        "UPDATE orders SET state = 'gone' WHERE EXISTS (SELECT 1 FROM orders x WHERE x.user_id = 'b' AND x.total = orders.total AND x.user_id <> orders.user_id)"));
        assertEquals("4.01|gone", db.rows("SELECT total, state FROM orders WHERE user_id = 'a' AND order_no = 'Y'"));
        assertTrue(db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "UPDATE orders SET user_id = 'c'")
                .contains("DELETE"));
        db.fails(ErrorCode.STRING_TOO_LONG, "UPDATE orders SET order_no = 'much too long'");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "UPDATE orders SET order_no = NULL");
        db.fails(ErrorCode.UNIQUE_VIOLATION, "UPDATE orders SET order_no = 'X' WHERE user_id = 'a'");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "UPDATE orders SET nope = 1");
        String id = db.rows("SELECT _id FROM orders WHERE user_id = 'b'");
        assertEquals(1, db.count("UPDATE orders SET total = 9 WHERE _id = ?", id));
        db.count("INSERT INTO other (order_no) VALUES ('X')");
        String foreign = db.rows("SELECT _id FROM other");
        assertEquals(0, db.count("UPDATE orders SET total = 9 WHERE _id = ?", foreign));
        assertEquals(0, db.count("DELETE FROM orders WHERE _id = ?", foreign));
        assertEquals(2, db.count("DELETE FROM orders WHERE user_id = 'a'"));
        assertEquals(1, db.count("DELETE FROM orders"));
    }

    @Test
    void aJsonValueIsReplacedWhole() {
        db.count("INSERT INTO kinds (i, j) VALUES (1, '{\"a\":{\"b\":1},\"c\":2}')");
        db.count("UPDATE kinds SET j = '{\"a\":{\"d\":null}}', i = 2");
        assertEquals("2|{\"a\":{\"d\":null}}", db.rows("SELECT i, j FROM kinds"));
        db.count("UPDATE kinds SET j = '[1]'");
        db.count("UPDATE kinds SET j = ?", "\"text\"");
        assertEquals("text", db.rows("SELECT j FROM kinds"));
    }

    @Test
    void timesOfEveryKindAreOneInstant() {
        db.count(
                "INSERT INTO orders (user_id, order_no, placed_at) VALUES ('u', 'A', '2026-07-04 10:00:00'), ('u', 'B', DATE '2026-07-04')");
        assertEquals(
                LocalDateTime.of(2026, 7, 4, 10, 0)
                                .toInstant(java.time.ZoneOffset.UTC)
                                .toEpochMilli() + "",
                db.rows("SELECT placed_at FROM orders WHERE order_no = 'A'"));
        assertEquals("1", db.rows("SELECT COUNT(*) FROM orders WHERE placed_at = TIMESTAMP '2026-07-04 00:00:00'"));
    }

    private static final String UPSERT = "MERGE INTO orders t USING (VALUES (?, ?, ?)) AS s(u, n, total)"
            + " ON t.user_id = s.u AND t.order_no = s.n WHEN MATCHED THEN UPDATE SET total = s.total"
            + " WHEN NOT MATCHED THEN INSERT (user_id, order_no, total) VALUES (s.u, s.n, s.total)";

    @Test
    void upsertByPrimaryKeyIsAPointRead() {
        for (int i = 0; i < 50; i++) {
            db.count("INSERT INTO orders (user_id, order_no) VALUES (?, ?)", "u" + i % 5, "N" + i);
        }
        var first = db.run(UPSERT, "u1", "X", new BigDecimal("1.5"));
        assertEquals(1, first.count());
        assertEquals(1, first.keys().size());
        assertTrue(first.plan().fast());
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals(0, db.monitor.recordsScanned());
        assertEquals(1, db.count(UPSERT, "u1", "X", new BigDecimal("2.5")));
        assertEquals(1, db.monitor.recordsScanned());
        assertEquals("2.50|new", db.rows("SELECT total, state FROM orders WHERE user_id = 'u1' AND order_no = 'X'"));
        assertEquals(
                "VARCHAR(0), VARCHAR(8), DECIMAL(8)",
                String.join(
                        ", ",
                        first.plan().parameters().stream()
                                .map(p -> p.typeName() + "(" + p.precision() + ")")
                                .toList()));
        assertEquals(
                1,
                db.count(
                        "MERGE INTO orders USING (SELECT 'u2' AS a, 'Y' AS b) s ON user_id = a AND order_no = b"
                                + " WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (a, b, 1 + 2, DEFAULT, NULL)"));
        assertEquals("3.00|new|null", db.rows("SELECT total, state, placed_at FROM orders WHERE order_no = 'Y'"));
    }

    @Test
    void mergeOfManyRows() {
        db.count(
                "INSERT INTO orders (user_id, order_no, total) VALUES ('a','X',1), ('a','Y',2), ('b','X',3), ('c','Z',4)");
        db.count("INSERT INTO incoming (u, n, v) VALUES ('a','X',10), ('b','X',-1), ('d','W',7), ('e','V',0)");
        assertEquals(
                3,
                db.count(
                        "MERGE INTO orders AS t USING (SELECT * FROM incoming WHERE u < 'z') AS s ON t.user_id = s.u AND t.order_no = s.n"
                                + " WHEN MATCHED AND s.v < 0 THEN DELETE"
                                + " WHEN MATCHED THEN UPDATE SET total = t.total + s.v, state = CASE WHEN 100 / s.v > 5 THEN 'big' END"
                                + " WHEN NOT MATCHED AND s.v > 0 THEN INSERT (user_id, order_no, total) VALUES (s.u, s.n, 70 / s.v)"
                                + " WHEN NOT MATCHED THEN DO NOTHING"));
        assertEquals(3, db.monitor.ringsRouted(), "the source, and the rings of its values that exist");
        assertEquals(
                "a|X|11.00|big\na|Y|2.00|new\nc|Z|4.00|new\nd|W|10.00|new",
                db.rows("SELECT user_id, order_no, total, state FROM orders ORDER BY user_id, order_no"));
        db.fails(
                ErrorCode.CARDINALITY_VIOLATION,
                "MERGE INTO orders t USING (VALUES ('a', 1), ('a', 2)) s(u, v) ON t.user_id = s.u WHEN MATCHED THEN UPDATE SET total = v");
        db.fails(
                ErrorCode.UNIQUE_VIOLATION,
                "MERGE INTO orders t USING (VALUES ('q', 'Q'), ('q', 'Q')) s(u, n) ON t.user_id = s.u AND t.order_no = s.n"
                        + " WHEN NOT MATCHED THEN INSERT (user_id, order_no) VALUES (s.u, s.n)");
        assertEquals("4", db.rows("SELECT COUNT(*) FROM orders"));
        assertEquals(
                2,
                db.count(
                        "MERGE INTO orders t USING (VALUES (?, ?, ?), (?, ?, ?)) s(u, n, v) ON t.user_id = s.u AND t.order_no = s.n"
                                + " WHEN MATCHED THEN UPDATE SET total = s.v WHEN NOT MATCHED THEN INSERT VALUES (s.u, s.n, s.v, 'm', DEFAULT)",
                        "a",
                        "X",
                        new BigDecimal("5"),
                        "m",
                        "M",
                        new BigDecimal("6")));
        assertEquals(
                "5.00|big\n6.00|m",
                db.rows(
                        "SELECT total, state FROM orders WHERE user_id IN ('a', 'm') AND order_no IN ('X', 'M') ORDER BY user_id"));
    }

    @Test
    void mergeIntoRingsAndRecords() {
        db.count("INSERT INTO stock (sku, n) VALUES ('a', 1), ('b', 2)");
        String merge = "MERGE INTO stock t USING (VALUES ('a', 5), ('c', 7)) AS s(k, v) ON t.sku = s.k"
                + " WHEN MATCHED THEN UPDATE SET n = t.n + s.v WHEN NOT MATCHED THEN INSERT (sku, n) VALUES (s.k, s.v)";
        assertEquals(2, db.count(merge));
        assertEquals("a|6\nb|2\nc|7", db.rows("SELECT sku, n FROM stock ORDER BY sku"));
        assertEquals(
                1,
                db.count(
                        "MERGE INTO records r USING (VALUES ('notes', 'hello')) AS s(g, p) ON r.ring = s.g AND r.payload = s.p"
                                + " WHEN NOT MATCHED THEN INSERT (ring, payload) VALUES (s.g, s.p)"));
        assertEquals(
                0,
                db.count(
                        "MERGE INTO records r USING (VALUES ('notes', 'hello')) AS s(g, p) ON r.ring = s.g AND r.payload = s.p"
                                + " WHEN NOT MATCHED THEN INSERT (ring, payload) VALUES (s.g, s.p)"));
        db.fails(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                "MERGE INTO \"a/*\" t USING stock s ON t.sku = s.sku WHEN MATCHED THEN DELETE");
        db.fails(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                "MERGE INTO orders t USING (VALUES ('x')) s(u) ON FALSE WHEN MATCHED THEN UPDATE SET user_id = s.u");
        db.fails(
                ErrorCode.SYNTAX_ERROR,
                "MERGE INTO stock t USING (VALUES ('x')) s(u) ON FALSE WHEN NOT MATCHED THEN DELETE");
    }
}
