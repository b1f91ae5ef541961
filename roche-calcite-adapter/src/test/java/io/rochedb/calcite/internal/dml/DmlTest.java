package io.rochedb.calcite.internal.dml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writing through SQL on a memory engine. */
class DmlTest {
    private final SqlSession db = new SqlSession(null);

    @AfterEach
    void close() {
        db.close();
    }

    private String payloads(String ring) {
        return db.rows("SELECT payload FROM records WHERE ring = ? ORDER BY id", ring);
    }

    @Test
    void insertBuildsTheDocumentInColumnOrderAndTypesStay() {
        assertEquals(
                2,
                db.count(
                        "INSERT INTO \"docs/japan\" (title, year, score, open, tags, \"when\", note) VALUES"
                                + " ('Tokyo', 2020, 1.50, TRUE, ARRAY['a', 'b'], TIMESTAMP '2026-07-04 10:00:00', NULL),"
                                + " (?, ?, ?, ?, ?, ?, ?)",
                        "Kyoto",
                        2021L,
                        new BigDecimal("2.25"),
                        false,
                        List.of("c"),
                        new Timestamp(0),
                        "x"));
        assertEquals(
                "{\"title\":\"Tokyo\",\"year\":2020,\"score\":1.50,\"open\":true,\"tags\":[\"a\",\"b\"],"
                        + "\"when\":\"2026-07-04T10:00:00.000\"}\n"
                        + "{\"title\":\"Kyoto\",\"year\":2021,\"score\":2.25,\"open\":false,\"tags\":[\"c\"],"
                        + "\"when\":\"1970-01-01T00:00:00.000\",\"note\":\"x\"}",
                payloads("docs/japan"));
        assertEquals(
                "Tokyo|2020|1.5|true\nKyoto|2021|2.25|false",
                db.rows("SELECT title, year, score, \"open\" FROM \"docs/japan\" ORDER BY _id"));
    }

    @Test
    void expressionsAreEvaluatedOnceForAllRows() {
        db.count(
                "INSERT INTO r (a, b, c) VALUES (1 + 1, UPPER('x'), -5), (CAST(? AS INTEGER) * 2, ?, CAST('2026-01-02' AS"
                        + " DATE))",
                21,
                "y");
        assertEquals("{\"a\":2,\"b\":\"X\",\"c\":-5}\n{\"a\":42,\"b\":\"y\",\"c\":\"2026-01-02\"}", payloads("r"));
    }

    @Test
    void fieldsOfAPayloadThatIsNoObjectCannotBeSet() {
        db.count("INSERT INTO docs (title) VALUES ('a')");
        for (String payload : List.of("[1,2,3]", " \"note\"", "42", "null")) {
            db.count("INSERT INTO records (ring, payload, codec) VALUES ('docs', ?, 'json')", payload);
            String id = db.rows("SELECT id FROM records WHERE ring = 'docs' AND payload = ?", payload);
            String byId = db.fails(ErrorCode.INVALID_JSON, "UPDATE docs SET title = 'x' WHERE _id = ?", id);
            assertTrue(byId.contains(id) && byId.contains("no JSON object"), byId);
            String all = db.fails(ErrorCode.INVALID_JSON, "UPDATE docs SET title = 'x'");
            assertTrue(all.contains(id), all);
            assertEquals("{\"title\":\"a\"}\n" + payload, payloads("docs"));
            assertEquals(1, db.count("UPDATE records SET payload = '{}' WHERE id = ?", id));
            assertEquals(1, db.count("UPDATE docs SET title = 'x' WHERE _id = ?", id));
            assertEquals("{\"title\":\"a\"}\n{\"title\":\"x\"}", payloads("docs"));
            db.count("DELETE FROM docs WHERE _id = ?", id);
        }
    }

    @Test
    void manyExpressionsAreSplitIntoQueries() {
        StringBuilder sql = new StringBuilder("INSERT INTO r (a, b) VALUES ");
        for (int i = 0; i < 250; i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append("(")
                    .append(i)
                    .append(" + 0, ")
                    .append(i)
                    .append(" * 2)");
        }
        assertEquals(250, db.count(sql.toString()));
        assertEquals("31125|62250|250", db.rows("SELECT SUM(a), SUM(b), COUNT(*) FROM r"));
    }

    @Test
    void generatedKeysNameRingAndIdInOrder() {
        var outcome = db.run("INSERT INTO r (a) VALUES (1), (2)");
        assertEquals(
                List.of("r", "r"), outcome.keys().stream().map(k -> k.ring()).toList());
        assertEquals(
                outcome.keys().get(0).id() + "|1\n" + outcome.keys().get(1).id() + "|2",
                db.rows("SELECT _id, a FROM r ORDER BY a"));
        assertTrue(outcome.plan().columns().isEmpty());
    }

    @Test
    void recordsTakeRingPayloadCodecAndVector() {
        db.count(
                "INSERT INTO records (ring, payload, vector) VALUES (?, ?, ?), ('a/b', 'plain text', NULL),"
                        + " ('a/c', '{\"k\":1}', '[0.5, 1]')",
                "a/a",
                "{\"k\":2}",
                new float[] {1, 2});
        assertEquals(
                "a/a|{\"k\":2}|json|[1.0, 2.0]\na/b|plain text|raw|null\na/c|{\"k\":1}|json|[0.5, 1.0]",
                db.rows("SELECT ring, payload, codec, vector FROM records ORDER BY ring"));
        db.count("INSERT INTO records (ring, payload_bytes, codec) VALUES ('bin', ?, 'raw')", new byte[] {1, -1, 2});
        assertEquals("null|3", db.rows("SELECT payload, OCTET_LENGTH(payload_bytes) FROM records WHERE ring = 'bin'"));
        db.fails(ErrorCode.INVALID_JSON, "INSERT INTO records (ring, payload, codec) VALUES ('a', 'x', 'json')");
        db.fails(ErrorCode.INVALID_PARAMETER, "INSERT INTO records (ring, payload, codec) VALUES ('a', 'x', 'yaml')");
    }

    @Test
    void theDefaultRingStandsInForAMissingOne() {
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO records (payload) VALUES ('x')");
        try (SqlSession scoped = new SqlSession("home")) {
            scoped.count("INSERT INTO records (payload) VALUES ('x')");
            scoped.count("INSERT INTO records (ring, payload) VALUES (NULL, 'y'), ('away', 'z'), (DEFAULT, 'w')");
            assertEquals(
                    "home|x\nhome|y\naway|z\nhome|w",
                    scoped.rows("SELECT ring, payload FROM records ORDER BY written_at, payload = 'w', payload"));
        }
    }

    @Test
    void whatCannotBeWrittenIsRefusedByName() {
        db.count("INSERT INTO r (a) VALUES (1)");
        db.fails(ErrorCode.GENERATED_COLUMN, "INSERT INTO records (ring, id, payload) VALUES ('r', 'x', 'y')");
        db.fails(ErrorCode.GENERATED_COLUMN, "INSERT INTO r (_id, a) VALUES ('x', 1)");
        db.fails(ErrorCode.GENERATED_COLUMN, "UPDATE r SET _seq = 1");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO r (a, _payload) VALUES (1, '{}')");
        String hint = db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "UPDATE records SET ring = 'q'");
        assertTrue(hint.contains("INSERT … SELECT"), hint);
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO \"r/**\" (a) VALUES (1)");
        db.fails(ErrorCode.FEATURE_NOT_SUPPORTED, "INSERT INTO \"x/*\" (a) VALUES (1)");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO records (ring, payload) VALUES ('r', NULL)");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "INSERT INTO records (ring) VALUES ('r')");
        db.fails(ErrorCode.NOT_NULL_VIOLATION, "UPDATE records SET payload = NULL");
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO newring VALUES (1)");
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO records VALUES ('r', 'x')");
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO r (a, b) VALUES (1)");
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO r (a, a) VALUES (1, 2)");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "INSERT INTO records (ring, title) VALUES ('r', 'x')");
        db.fails(ErrorCode.UNDEFINED_COLUMN, "INSERT INTO r (_x) VALUES (1)");
        db.fails(ErrorCode.INVALID_RING_NAME, "INSERT INTO \"a//b\" (x) VALUES (1)");
        db.fails(ErrorCode.UNDEFINED_TABLE, "UPDATE nowhere SET a = 1");
        db.fails(ErrorCode.UNDEFINED_TABLE, "DELETE FROM nowhere");
        db.fails(ErrorCode.NUMERIC_OUT_OF_RANGE, "INSERT INTO r (a) VALUES (?)", Double.NaN);
        assertEquals("1", db.rows("SELECT COUNT(*) FROM records"));
    }

    @Test
    void aListIsNotNeededForARingWithFields() {
        db.count("INSERT INTO r (a, b) VALUES (1, 'x')");
        db.count("INSERT INTO r VALUES (2, 'y'), (3, DEFAULT)");
        db.count("INSERT INTO r VALUES (4)");
        assertEquals("{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n{\"a\":3}\n{\"a\":4}", payloads("r"));
        db.fails(ErrorCode.SYNTAX_ERROR, "INSERT INTO r VALUES (1, 2, 3)");
    }

    @Test
    void insertSelectCopiesRows() {
        db.count("INSERT INTO src (a, b) VALUES (1, 'x'), (2, 'y'), (3, 'z')");
        assertEquals(2, db.count("INSERT INTO dst (k, v) SELECT a * 10, b FROM src WHERE a >= ?", 2));
        assertEquals("{\"k\":20,\"v\":\"y\"}\n{\"k\":30,\"v\":\"z\"}", payloads("dst"));
        assertEquals(3, db.count("INSERT INTO src (a, b) SELECT a + 100, b FROM src"));
        assertEquals("6", db.rows("SELECT COUNT(*) FROM src"));
        assertEquals(
                6,
                db.count("INSERT INTO records (ring, payload, vector) SELECT 'copy/' || b, payload, vector FROM records"
                        + " JOIN src ON records.id = src._id"));
        assertEquals("3", db.rows("SELECT COUNT(DISTINCT ring) FROM records WHERE ring LIKE 'copy/%'"));
    }

    @Test
    void updateMergesFieldsAndNullRemoves() {
        db.count("INSERT INTO r (a, b, c) VALUES (1, 'x', TRUE), (2, 'y', FALSE)");
        assertEquals(1, db.count("UPDATE r SET a = a + 10, b = NULL, d = ? WHERE b = 'y'", "new"));
        assertEquals("{\"a\":1,\"b\":\"x\",\"c\":true}\n{\"a\":12,\"c\":false,\"d\":\"new\"}", payloads("r"));
        assertEquals(2, db.count("UPDATE r AS t SET a = t.a * 2"));
        assertEquals("2\n24", db.rows("SELECT a FROM r ORDER BY a"));
        assertEquals(0, db.count("UPDATE r SET a = 0 WHERE a > 1000"));
        db.fails(ErrorCode.UNDEFINED_COLUMN, "UPDATE r SET a = nosuch + 1");
    }

    @Test
    void updateByIdNeedsNoQuery() {
        String id = db.run("INSERT INTO r (a, b) VALUES (1, 'x')").keys().get(0).id();
        db.count("INSERT INTO q (a) VALUES (1)");
        var byRing = db.run("UPDATE r SET a = ? WHERE _id = ?", 5, id);
        assertEquals(1, byRing.count());
        assertTrue(byRing.plan().fast());
        assertEquals(1, db.count("UPDATE records SET vector = ARRAY[1.0, 2.0] WHERE id = '" + id + "'"));
        assertEquals("5|x|[1.0, 2.0]", db.rows("SELECT a, b, _vector FROM r"));
        assertEquals(1, db.count("UPDATE r SET _vector = NULL WHERE _id = ?", id));
        assertEquals("5|x|null", db.rows("SELECT a, b, _vector FROM r"));
        assertEquals(0, db.count("UPDATE q SET a = 9 WHERE _id = ?", id));
        db.fails(ErrorCode.INVALID_ID, "UPDATE r SET a = 9 WHERE _id = ?", "nonsense");
        assertEquals(0, db.count("UPDATE r SET a = 9 WHERE _id = ?", (Object) null));
        assertEquals(1, db.count("UPDATE records SET payload = '{\"z\":1}' WHERE id = ?", id));
        assertEquals("{\"z\":1}", payloads("r"));
    }

    @Test
    void deletePrunesAndCounts() {
        for (String ring : List.of("docs/a", "docs/b", "other")) {
            db.count("INSERT INTO \"" + ring + "\" (n) VALUES (1), (2), (3)");
        }
        assertEquals(2, db.count("DELETE FROM \"docs/*\" WHERE n = 2"));
        assertEquals(2, db.monitor.ringsRouted());
        assertEquals(1, db.count("DELETE FROM records WHERE ring = ? AND seq = 0", "other"));
        assertEquals(1, db.monitor.ringsRouted());
        assertEquals(6, db.count("DELETE FROM records"));
        assertEquals("0", db.rows("SELECT COUNT(*) FROM records"));
        String id = db.run("INSERT INTO r (a) VALUES (1)").keys().get(0).id();
        assertEquals(1, db.count("DELETE FROM r WHERE _id = ?", id));
        assertEquals(0, db.count("DELETE FROM records WHERE id = ?", id));
    }

    @Test
    void parametersAreDescribed() {
        var plan = db.run("INSERT INTO records (ring, payload, vector) VALUES (?, ?, ?)", "r", "x", new float[] {1})
                .plan();
        assertEquals(
                List.of("VARCHAR", "VARCHAR", "REAL ARRAY"),
                plan.parameters().stream().map(SqlColumn::typeName).toList());
        db.count("INSERT INTO q (n, s) VALUES (1, 'x')");
        var update = db.run("UPDATE q SET n = CAST(? AS INTEGER) + n, s = ? WHERE n > ? AND s = ?", 1, "a", 0L, "x");
        assertEquals(
                List.of("INTEGER", "ANY", "BIGINT", "VARCHAR"),
                update.plan().parameters().stream().map(SqlColumn::typeName).toList());
        assertEquals(1, update.count());
        assertEquals("2|a", db.rows("SELECT n, s FROM q"));
    }

    @Test
    void aStatementSeesItsOwnTransactionAndAFailedOneCanBeUndone() {
        try (Transaction transaction = db.engine.begin(RingScope.ALL, null)) {
            db.run(transaction, "INSERT INTO r (a) VALUES (1)");
            int mark = transaction.mark();
            assertThrows(
                    RocheException.class, () -> db.run(transaction, "INSERT INTO r (a) VALUES (2), (?)", Double.NaN));
            transaction.rollbackTo(mark);
            assertEquals(List.of("1"), db.run(transaction, "SELECT a FROM r").rows());
            transaction.commit();
        }
        assertEquals("1", db.rows("SELECT a FROM r"));
        assertNull(db.run("DELETE FROM r").plan().columns().stream().findFirst().orElse(null));
    }
}
