package io.rochedb.calcite.internal.dml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import java.math.BigDecimal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** INSERT … ON CONFLICT, as PostgreSQL has it. */
class UpsertTest {
    private final SqlSession db = new SqlSession("main");

    @BeforeEach
    void declare() {
        db.run(
                "CREATE TABLE stock (shop VARCHAR, item VARCHAR, n INTEGER, price DECIMAL(8,2), PRIMARY KEY (shop, item), UNIQUE (shop, n)) RING 'shops/{shop}'");
        db.run("INSERT INTO stock VALUES ('a', 'tea', 5, 1.5), ('b', 'tea', 7, 1.6)");
    }

    @AfterEach
    void close() {
        db.close();
    }

    private String stock() {
        return db.rows("SELECT shop, item, n, price FROM stock ORDER BY 1, 2");
    }

    @Test
    void whatIsThereIsUpdated() {
        assertEquals(
                1,
                db.count("INSERT INTO stock (shop, item, n, price) VALUES ('a', 'tea', 3, 2)"
                        + " ON CONFLICT (shop, item) DO UPDATE SET n = stock.n + EXCLUDED.n, price = excluded.price"));
        assertEquals("a|tea|8|2.00\nb|tea|7|1.60", stock());
        assertEquals(
                1,
                db.count(
                        "INSERT INTO stock (shop, item, n, price) VALUES (?, ?, ?, ?) ON CONFLICT (item, shop) DO UPDATE SET n = n + 1",
                        "b",
                        "tea",
                        1L,
                        BigDecimal.ONE));
        assertEquals(
                1,
                db.count(
                        "INSERT INTO stock (shop, item, n, price) VALUES (?, ?, ?, ?) ON CONFLICT (shop, item) DO UPDATE SET n = n + 1",
                        "c",
                        "tea",
                        1L,
                        BigDecimal.ONE));
        assertEquals("a|tea|8|2.00\nb|tea|8|1.60\nc|tea|1|1.00", stock());
    }

    @Test
    void rowsAreTakenOneByOne() {
        assertEquals(
                2,
                db.count("INSERT INTO stock VALUES ('a', 'tea', 1, 1), ('a', 'mug', 2, 4), ('b', 'tea', 9, 1)"
                        + " ON CONFLICT (shop, item) DO UPDATE SET n = EXCLUDED.n WHERE stock.n > 6"));
        assertEquals("a|mug|2|4.00\na|tea|5|1.50\nb|tea|9|1.60", stock());
        assertEquals(
                1,
                db.count(
                        "INSERT INTO stock SELECT shop, 'mug', n + 10, price FROM stock WHERE item = 'tea' ON CONFLICT DO NOTHING"));
        assertEquals("a|mug|2|4.00\na|tea|5|1.50\nb|mug|19|1.60\nb|tea|9|1.60", stock());
        assertEquals(
                1,
                db.count(
                        "INSERT INTO stock VALUES ('x', 'mug', 2, 4), ('a', 'tea', 1, 1) ON CONFLICT (shop, item) DO NOTHING"));
    }

    @Test
    void aQueryInAnExpressionHasItsOwnColumns() {
        db.run("CREATE TABLE prices (item VARCHAR, n INTEGER)");
        db.run("INSERT INTO prices VALUES ('tea', 100), ('mug', 200)");
        db.count("INSERT INTO stock VALUES ('a', 'tea', 1, 1) ON CONFLICT (shop, item) DO UPDATE SET"
                + " n = n + (SELECT MAX(n) FROM prices) WHERE EXISTS (SELECT 1 FROM prices WHERE n = 100)");
        assertEquals("a|tea|205|1.50\nb|tea|7|1.60", stock());
        db.fails(
                ErrorCode.CARDINALITY_VIOLATION,
                "INSERT INTO stock VALUES ('a', 'tea', 1, 1) ON CONFLICT (shop, item) DO UPDATE SET"
                        + " n = (SELECT n FROM prices)");
    }

    /** A row that another transaction inserted after the snapshot is a conflict, which an auto-commit statement resolves by running again. */
    @Test
    void aKeyThatCameMeanwhileIsAConflict() {
        String upsert = "INSERT INTO stock VALUES ('a', 'mug', 1, 1) ON CONFLICT (shop, item) DO NOTHING";
        try (Transaction late = db.engine.begin(RingScope.ALL, null)) {
            assertEquals("2", db.run(late, "SELECT COUNT(*) FROM stock").rows().get(0));
            db.run("INSERT INTO stock VALUES ('a', 'mug', 4, 1)");
            RocheException failure = assertThrows(RocheException.class, () -> db.run(late, upsert));
            assertEquals(ErrorCode.SERIALIZATION_FAILURE, failure.code());
            failure = assertThrows(
                    RocheException.class, () -> db.run(late, "INSERT INTO stock VALUES ('a', 'mug', 1, 1)"));
            assertEquals(ErrorCode.UNIQUE_VIOLATION, failure.code());
        }
        assertEquals(0, db.count(upsert));
        db.fails(
                ErrorCode.UNIQUE_VIOLATION,
                "INSERT INTO stock VALUES ('a', 'cup', 4, 1) ON CONFLICT (shop, item) DO NOTHING");
    }

    @Test
    void whatHasNoKeyIsRefused() {
        db.run("CREATE TABLE free (a INT)");
        assertEquals(1, db.count("INSERT INTO free VALUES (1) ON CONFLICT DO NOTHING"));
        db.fails(ErrorCode.UNDEFINED_OBJECT, "INSERT INTO free VALUES (1) ON CONFLICT DO UPDATE SET a = 2");
        db.fails(ErrorCode.UNDEFINED_OBJECT, "INSERT INTO stock VALUES ('a', 'b', 1, 1) ON CONFLICT (item) DO NOTHING");
        db.fails(
                ErrorCode.FEATURE_NOT_SUPPORTED,
                "INSERT INTO records (ring, payload) VALUES ('a', '{}') ON CONFLICT DO NOTHING");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO stock (shop, n) VALUES ('a', 1) ON CONFLICT DO NOTHING");
        assertEquals(1, db.count("INSERT INTO stock VALUES ('a', 'b', DEFAULT, 1) ON CONFLICT DO NOTHING"));
        assertTrue(db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO free VALUES (1) RETURNING a")
                .contains("RETURNING"));
        db.fails(
                ErrorCode.UNDEFINED_OBJECT,
                "INSERT INTO stock VALUES ('a', 'b', 1, 1) ON CONFLICT ON CONSTRAINT k DO NOTHING");
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO stock VALUES ('a', 'b', 1, 1) ON CONFLICT (shop, item)");
        db.fails(
                ErrorCode.UNIQUE_VIOLATION,
                "INSERT INTO stock VALUES ('a', 'mug', 5, 1) ON CONFLICT (shop, item) DO NOTHING");
    }
}
