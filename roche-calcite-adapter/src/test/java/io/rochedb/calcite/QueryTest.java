package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlFixture.Answer;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RecordId;
import io.rochedb.engine.model.RingScope;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class QueryTest {
    private static SqlFixture db;

    @BeforeAll
    static void open() {
        db = new SqlFixture();
        db.putSamples();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    private static void check(Answer answer, long routed, long scanned, Object... column) {
        assertEquals(Arrays.asList(column), answer.column());
        assertEquals(routed, answer.monitor().ringsRouted(), "rings routed");
        assertEquals(scanned, answer.monitor().recordsScanned(), "records scanned");
        assertEquals(column.length, answer.monitor().rowsReturned(), "rows returned");
    }

    @Test
    void recordsHasItsColumns() {
        Answer answer = db.query("SELECT * FROM Records WHERE ring = 'misc' LIMIT 1");
        assertEquals(
                List.of("ring", "id", "seq", "payload", "codec", "vector", "written_at", "payload_bytes", "tokens"),
                answer.labels());
        assertEquals(
                List.of(
                        "VARCHAR",
                        "VARCHAR",
                        "BIGINT",
                        "VARCHAR",
                        "VARCHAR",
                        "REAL ARRAY",
                        "TIMESTAMP",
                        "VARBINARY",
                        "INTEGER"),
                answer.types());
        List<Object> row = answer.rows().get(0);
        assertEquals(
                List.of("misc", "raw text 0", "raw", "raw text 0", 3),
                List.of(row.get(0), row.get(3), row.get(4), row.get(7), row.get(8)));
        assertEquals(null, row.get(5));
    }

    @Test
    void aRingIsATableOfItsFields() {
        Answer answer = db.query("SELECT * FROM \"docs/japan\" WHERE year = 2017");
        assertEquals(
                List.of(
                        "title",
                        "year",
                        "price",
                        "open",
                        "_id",
                        "_ring",
                        "_seq",
                        "_written_at",
                        "_payload",
                        "_codec",
                        "_vector"),
                answer.labels());
        List<Object> row = answer.rows().get(0);
        assertEquals(List.of("t2", 2017L, 2.5, true), row.subList(0, 4));
        assertEquals(List.of(2f, 1f), row.get(10));
        assertTrue(answer.prepared().plan().fast());
    }

    @Test
    void globsSpanRings() {
        check(db.query("SELECT title FROM \"docs/*\" WHERE year = 2015"), 2, 20, "f5", "t0");
        check(db.query("SELECT title FROM \"docs/**\" WHERE year = 2015"), 2, 20, "f5", "t0");
        assertEquals(0, db.query("SELECT * FROM \"nothing/**\"").rows().size());
    }

    @Test
    void conditionsOnTheRingRoute() {
        String seq = "SELECT seq FROM records WHERE seq = 3 AND ";
        check(db.query(seq + "ring = 'misc'"), 1, 10, 3L);
        check(db.query(seq + "ring = ?", "misc"), 1, 10, 3L);
        check(db.query(seq + "ring IN ('misc', 'nope')"), 1, 10, 3L);
        check(db.query(seq + "ring IN (?, ?)", "misc", null), 1, 10, 3L);
        check(db.query(seq + "ring LIKE 'docs/%'"), 2, 20, 3L, 3L);
        check(db.query(seq + "ring LIKE ?", "docs/j%"), 1, 10, 3L);
        check(db.query(seq + "ring LIKE 'docs!/%' ESCAPE '!'".replace("!/", "/")), 2, 20, 3L, 3L);
        check(db.query(seq + "ring BETWEEN 'docs' AND 'docs/z'"), 2, 20, 3L, 3L);
        check(db.query(seq + "ring > 'docs/japan'"), 1, 10, 3L);
        check(db.query(seq + "(ring = 'misc' OR ring LIKE '%japan')"), 2, 20, 3L, 3L);
        check(db.query(seq + "NOT ring = 'misc'"), 2, 20, 3L, 3L);
        check(db.query(seq + "ring <> ?", (Object) null), 0, 0);
        check(db.query(seq + "ring NOT LIKE 'docs%'"), 1, 10, 3L);
        check(db.query(seq + "ring = 'Misc'"), 0, 0);
    }

    @Test
    void contradictionsReadNothing() {
        check(db.query("SELECT id FROM records WHERE ring = 'misc' AND ring = 'docs/japan'"), 0, 0);
        check(db.query("SELECT id FROM records WHERE ring = ? AND ring = ?", "misc", "docs/japan"), 0, 0);
        check(db.query("SELECT id FROM records WHERE seq = 1 AND FALSE"), 0, 0);
        check(db.query("SELECT id FROM records WHERE ring IN (SELECT 'x' FROM records WHERE FALSE)"), 0, 0);
    }

    @Test
    void whatCannotBePushedStillRoutes() {
        check(
                db.query(
                        "SELECT ring FROM records WHERE ring LIKE 'docs/%' AND UPPER(ring) = 'DOCS/JAPAN' AND seq < 2"),
                2,
                20,
                "docs/japan",
                "docs/japan");
        check(
                db.query(
                        "SELECT seq FROM records WHERE (ring = 'misc' AND MOD(seq, 7) = 1) OR (ring = 'nope' AND seq = 1)"),
                1,
                10,
                1L,
                8L);
    }

    @Test
    void idsNameTheirRing() {
        try (SqlFixture own = new SqlFixture()) {
            idsNameTheirRing(own);
        }
    }

    private static void idsNameTheirRing(SqlFixture db) {
        RecordId id = db.put("points", "{\"a\":1}");
        check(db.query("SELECT ring FROM records WHERE id = ?", id.text()), 1, 1, "points");
        check(db.query("SELECT a FROM points WHERE _id = '" + id.text() + "'"), 1, 1, 1L);
        check(db.query("SELECT ring FROM records WHERE id = ? AND ring = 'misc'", id.text()), 0, 0);
        check(db.query("SELECT ring FROM records WHERE id = ?", (Object) null), 0, 0);
        RecordId other = new RecordId(id.ringKey(), id.seq() + 100, id.createdMillis(), 0);
        assertEquals(
                List.of(),
                db.query("SELECT ring FROM records WHERE id = ?", other.text()).rows());
        assertEquals(
                2,
                db.query(
                                "SELECT id FROM records WHERE id IN (?, ?)",
                                id.text(),
                                db.put("points", "{}").text())
                        .rows()
                        .size());
        assertTrue(db.failure("SELECT ring FROM records WHERE id = 'x'").startsWith("22P02 malformed record id 'x'"));
        assertTrue(db.failure("SELECT ring FROM records WHERE id = ?", "x").startsWith("22P02"));
    }

    @Test
    void fieldConditionsFollowSql() {
        String title = "SELECT title FROM \"docs/japan\" WHERE ";
        check(db.query(title + "open AND year BETWEEN 2016 AND 2020 AND price <> 2.5"), 1, 10, "t4");
        check(db.query(title + "NOT open AND price < 4"), 1, 10, "t1", "t3");
        check(db.query(title + "year > 2022.5"), 1, 10, "t8", "t9");
        check(db.query(title + "year = ? OR title LIKE ?", 2016, "%9"), 1, 10, "t1", "t9");
        check(db.query(title + "year IS NULL"), 1, 10);
        check(db.query(title + "year + 1 = 2020"), 1, 10, "t4");
        check(db.query("SELECT title FROM \"docs/**\" WHERE open IS NOT TRUE AND year > 2020"), 2, 20, "t7", "t9");
        check(db.query("SELECT title FROM \"docs/**\" WHERE price IS NULL AND year = 2019"), 2, 20, "f9");
    }

    @Test
    void ordersAndLimitsArePushed() {
        check(db.query("SELECT title FROM \"docs/japan\" ORDER BY _id DESC LIMIT 2"), 1, 2, "t9", "t8");
        check(db.query("SELECT title FROM \"docs/japan\" ORDER BY _seq LIMIT 2 OFFSET 3"), 1, 5, "t3", "t4");
        assertTrue(db.query("SELECT title FROM \"docs/japan\" ORDER BY _written_at DESC, _id LIMIT 1")
                .prepared()
                .plan()
                .explain()
                .contains("order=[WRITTEN_DESC]"));
        check(db.query("SELECT title FROM \"docs/japan\" ORDER BY year DESC LIMIT 2"), 1, 10, "t9", "t8");
        check(db.query("SELECT title FROM \"docs/japan\" LIMIT ? OFFSET ?", 1, 2), 1, 3, "t2");
        check(db.query("SELECT title FROM \"docs/japan\" LIMIT 0"), 0, 0);
    }

    @Test
    void limitsTakeAnySize() {
        String all = "SELECT title FROM \"docs/japan\"";
        assertEquals(10, db.query(all + " LIMIT 3000000000").rows().size());
        assertEquals(10, db.query(all + " LIMIT 9223372036854775807").rows().size());
        assertEquals(0, db.query(all + " OFFSET 3000000000").rows().size());
        assertEquals(
                10, db.query(all + " ORDER BY price LIMIT 3000000000").rows().size());
        assertEquals(10, db.query(all + " LIMIT ?", (Object) null).rows().size());
        assertEquals(
                3,
                db.query(all + " ORDER BY price OFFSET ? ROWS FETCH NEXT ? ROWS ONLY", 2L, 3L)
                        .rows()
                        .size());
        assertTrue(db.failure(all + " LIMIT ?", -1).startsWith("2201W"));
        assertTrue(db.failure(all + " OFFSET ?", -1).startsWith("2201X"));
        assertTrue(db.failure(all + " ORDER BY price LIMIT ?", -1).startsWith("2201W"));
        assertEquals(List.of("BIGINT"), types(all + " LIMIT ?"));
    }

    private static List<String> types(String sql) {
        return db.query(sql, 1).prepared().plan().parameters().stream()
                .map(SqlColumn::typeName)
                .toList();
    }

    @Test
    void countsComeFromMetadata() {
        Answer all = db.query("SELECT COUNT(*) FROM \"docs/**\"");
        check(all, 2, 0, 20L);
        assertTrue(all.prepared().plan().fast());
        check(db.query("SELECT COUNT(*) FROM records WHERE ring = ?", "misc"), 1, 0, 10L);
        check(db.query("SELECT COUNT(_id) FROM \"docs/**\" WHERE year >= 2020"), 2, 20, 5L);
        check(db.query("SELECT COUNT(price) FROM \"docs/**\""), 2, 20, 10L);
        check(db.query("SELECT COUNT(*) FROM (SELECT * FROM \"docs/japan\" LIMIT 3)"), 1, 3, 3L);
    }

    @Test
    void theOtherSideOfAJoinRoutes() {
        check(
                db.query("SELECT r.seq FROM (VALUES ('misc', 3), ('nope', 4)) v(ring, n) JOIN records r"
                        + " ON r.ring = v.ring AND r.seq = v.n"),
                1,
                10,
                3L);
        check(
                db.query("SELECT v.ring FROM (VALUES ('nope')) v(ring) LEFT JOIN records r ON r.ring = v.ring"),
                0,
                0,
                "nope");
        check(
                db.query("SELECT COUNT(*) FROM records WHERE ring IN"
                        + " (SELECT _ring FROM \"docs/japan\" WHERE year = 2016)"),
                1,
                20,
                10L);
        check(
                db.query("SELECT a.seq FROM records a JOIN records b ON a.ring = b.ring AND a.seq = b.seq"
                        + " WHERE a.ring = 'misc' AND b.seq = 2"),
                1,
                20,
                2L);
    }

    @Test
    void vectorOrdersBecomeSearches() {
        Answer near = db.query("SELECT title FROM \"docs/**\" ORDER BY COSINE_DISTANCE(_vector, ?) LIMIT 2", (Object)
                new float[] {1, 9});
        assertEquals(List.of("f9", "f7"), near.column());
        assertEquals(15, near.monitor().vectorsScanned());
        assertTrue(near.prepared().plan().explain().contains("RocheVectorSearch"));
        assertTrue(near.prepared().plan().fast());
        assertEquals(
                List.of("t3"),
                db.query(
                                "SELECT title FROM \"docs/japan\" WHERE year < 2020 ORDER BY L2_DISTANCE(_vector, '[3,1]') LIMIT 1")
                        .column());
        String residual =
                "SELECT title FROM \"docs/**\" WHERE UPPER(title) LIKE 'F%' ORDER BY DOT_PRODUCT(_vector, '[0,1]') DESC LIMIT 2";
        Answer above = db.query(residual);
        assertEquals(List.of("f9", "f7"), above.column());
        assertFalse(above.prepared().plan().explain().contains("RocheVectorSearch"));
    }

    @Test
    void sqlIsComplete() {
        assertEquals(
                List.of(3L),
                db.query("SELECT COUNT(DISTINCT ring) FROM records").column());
        assertEquals(
                List.of(1, 2, 3, 4, 5),
                db.query("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t")
                        .column());
        assertEquals(
                List.of(List.of(1, 2L), List.of(2, 1L)),
                db.query("SELECT a, ROW_NUMBER() OVER (ORDER BY a DESC) FROM (VALUES (1), (2)) t(a) ORDER BY a")
                        .rows());
        assertEquals(
                List.of(BigDecimal.valueOf(45 + 10), BigDecimal.ZERO),
                db.query("SELECT COALESCE((SELECT SUM(seq) + 10 FROM records r WHERE r.ring = v.ring), 0)"
                                + " FROM (VALUES ('misc'), ('zzz')) v(ring)")
                        .column());
        assertEquals(
                List.of(List.of(4294967294L, 2147483647.0)),
                db.query("SELECT SUM(x), AVG(x) FROM (VALUES (2147483647), (2147483647)) t(x)")
                        .rows());
        assertEquals(
                List.of(Arrays.asList(3, new BigDecimal("1.01"), "日本 😀", 5, true, null)),
                db.query("SELECT CAST(2.5 AS INT), CAST(1.005 AS DECIMAL(5,2)), '日本 😀', 5::INT, 'A' ILIKE 'a', NULL")
                        .rows());
        assertEquals(
                List.of(2),
                db.query("SELECT CHAR_LENGTH(x) FROM (VALUES ('ab'), ('abc')) t(x) WHERE x IN ('ab')")
                        .column());
        assertEquals(
                List.of(1_700_000_000_000L),
                db.query("SELECT CURRENT_TIMESTAMP").column());
    }

    @Test
    void longStatementsPlan() {
        List<String> terms = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            terms.add("(year = " + (2000 + i) + " AND title LIKE 't%')");
        }
        assertEquals(
                10,
                db.query("SELECT title FROM \"docs/japan\" WHERE " + String.join(" OR ", terms))
                        .rows()
                        .size());
        assertEquals(
                List.of(600),
                db.query("SELECT " + String.join("+", Collections.nCopies(600, "1")))
                        .column());
        check(
                db.query("SELECT COUNT(*) FROM records WHERE ring IN ('misc','"
                        + String.join("','", Collections.nCopies(3000, "x")) + "')"),
                1,
                0,
                10L);
    }

    @Test
    void sessionsMayBeHeldToRings() {
        SessionInfo strict = new SessionInfo(1, "tester", null, true, Long.MAX_VALUE, Long.MAX_VALUE, false, Map.of());
        db.session = strict;
        try {
            assertTrue(db.failure("SELECT id FROM records").startsWith("54R03"));
            assertTrue(db.failure("SELECT COUNT(*) FROM records WHERE seq = 1").startsWith("54R03"));
            assertEquals(
                    10,
                    db.query("SELECT id FROM records WHERE ring LIKE 'mi%'")
                            .rows()
                            .size());
        } finally {
            db.session = SqlFixture.SESSION;
        }
        db.maxScanned = 15;
        try {
            Answer one = db.query("SELECT id FROM records WHERE ring = 'misc' AND seq > 0");
            assertEquals(9, one.rows().size());
            assertTrue(db.failure("SELECT id FROM \"docs/**\" WHERE year > 0".replace("id", "_id"))
                    .startsWith("54R01"));
        } finally {
            db.maxScanned = Long.MAX_VALUE;
        }
    }

    @Test
    void tokensAreCountedAndLimited() {
        Answer answer = db.query("SELECT payload, ring FROM records WHERE ring = 'misc'");
        assertEquals(25, answer.monitor().estimatedTokens());
        db.session = new SessionInfo(1, "tester", null, false, Long.MAX_VALUE, 10, false, Map.of());
        try {
            assertTrue(db.failure("SELECT payload FROM records WHERE ring = 'misc'")
                    .startsWith("54R02"));
        } finally {
            db.session = SqlFixture.SESSION;
        }
    }

    @Test
    void ringsAreGroupedFromTheCatalog() {
        try (SqlFixture db = new SqlFixture()) {
            db.putSamples();
            db.put("docs/empty", "{}");
            String id = db.query("SELECT id FROM records WHERE ring = 'docs/empty'")
                    .column()
                    .get(0)
                    .toString();
            try (Transaction delete = db.engine.begin(RingScope.ALL, null)) {
                delete.delete(RecordId.parse(id));
                delete.commit();
            }
            SqlFixture.Answer all = db.query(
                    "SELECT ring, COUNT(*) AS c, MIN(ring) FROM records GROUP BY ring ORDER BY c DESC, ring LIMIT 2");
            assertEquals(
                    List.of(List.of("docs/france", 10L, "docs/france"), List.of("docs/japan", 10L, "docs/japan")),
                    all.rows());
            assertEquals(
                    0, all.monitor().recordsScanned(), all.prepared().plan().explain());
            assertTrue(all.prepared().plan().fast());
            SqlFixture.Answer ends =
                    db.query("SELECT MIN(ring), MAX(ring), COUNT(*) FROM records WHERE ring LIKE ?", "docs/%");
            assertEquals(List.of(List.of("docs/france", "docs/japan", 20L)), ends.rows());
            assertEquals(0, ends.monitor().recordsScanned());
            assertEquals(
                    List.of(Arrays.asList(null, null, 0L)),
                    db.query("SELECT MIN(ring), MAX(ring), COUNT(*) FROM records WHERE ring = 'none'")
                            .rows());
            assertEquals(
                    List.of("docs/france", "docs/japan"),
                    db.query("SELECT DISTINCT _ring FROM \"docs/**\" ORDER BY _ring")
                            .column());
            assertEquals(
                    List.of(List.of("docs/japan", 4L)),
                    db.query(
                                    "SELECT _ring, COUNT(*) FROM \"docs/**\" WHERE year > 2020 AND price IS NOT NULL GROUP BY _ring")
                            .rows());
        }
    }

    @Test
    void datesAndDaysGivenAsParameters() {
        String days = "SELECT CAST(DATE '2024-02-27' + ? AS VARCHAR)";
        assertEquals(List.of("2024-03-01"), db.query(days, 3).column());
        assertEquals(
                List.of("2024-02-26"),
                db.query("SELECT CAST(? + DATE '2024-02-27' AS VARCHAR)", -1).column());
        String failure = db.failure("SELECT TIMESTAMP '2024-02-27 00:00:00' + ?", 1);
        assertTrue(failure.startsWith("42804") && failure.contains("add an interval"), failure);
    }
}
