package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.ReadView;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.Transaction;
import io.rochedb.engine.model.RingScope;
import io.rochedb.engine.query.QueryMonitor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a session may not do, what a statement may cost, and how it is stopped. */
class StatementGuardsTest {
    private final SqlFixture db = new SqlFixture();

    @BeforeEach
    void fill() {
        db.putSamples();
    }

    @AfterEach
    void close() {
        db.close();
    }

    private static SessionInfo session(boolean requireRing, long maxTokens) {
        return new SessionInfo(1, "tester", null, requireRing, Long.MAX_VALUE, maxTokens, false, Map.of());
    }

    private QueryMonitor write(String sql) {
        QueryMonitor monitor = new QueryMonitor();
        try (Transaction transaction = db.engine.begin(RingScope.ALL, null)) {
            db.sql
                    .prepare(sql, transaction, db.session)
                    .plan()
                    .execute(new StatementContext(
                            db.engine, transaction, transaction, monitor, new Object[0], db.session, 0L));
            transaction.commit();
        }
        return monitor;
    }

    @Test
    void tokensAreCountedWhereRowsLeave() {
        db.session = session(false, 10);
        QueryMonitor inserted = write("INSERT INTO copy (title, year) SELECT title, year FROM \"docs/**\"");
        assertEquals(0, inserted.estimatedTokens());
        assertEquals(0, inserted.rowsReturned());
        QueryMonitor updated = write("UPDATE copy SET title = title || title || title || title || title");
        assertEquals(0, updated.estimatedTokens());
        assertEquals(
                List.of(20L),
                db.query("SELECT COUNT(*) FROM copy WHERE CHAR_LENGTH(title) = 10")
                        .column());
        assertTrue(db.failure("SELECT title FROM copy").startsWith("54R02 "));
        assertTrue(db.failure("SELECT LOWER(title) FROM copy").startsWith("54R02 "));
    }

    @Test
    void namesOfTheStoreAreNoTokens() {
        db.session = session(false, 3);
        assertEquals(
                List.of("docs", "docs/france", "docs/japan", "misc"),
                db.query("SELECT name, description FROM sys.rings ORDER BY name")
                        .column());
        SqlFixture.Answer functions = db.query("SELECT name, signature, description FROM SYS.functions");
        assertEquals(0, functions.monitor().estimatedTokens());
        assertTrue(functions.rows().size() > 5);
    }

    @Test
    void aCountFromMetadataIsNoScan() {
        db.maxScanned = 5;
        assertEquals(List.of(30L), db.query("SELECT COUNT(*) FROM records").column());
        assertEquals(List.of(20L), db.query("SELECT COUNT(*) FROM \"docs/**\"").column());
        assertTrue(db.failure("SELECT COUNT(*) FROM records WHERE payload LIKE '%1%'")
                .startsWith("54R01 "));
        assertTrue(db.failure("SELECT seq FROM records").startsWith("54R01 "));
    }

    @Test
    void aGlobOfEveryRingIsEveryRing() {
        db.session = session(true, Long.MAX_VALUE);
        for (String sql : List.of(
                "SELECT seq FROM records",
                "SELECT _id FROM \"**\"",
                "SELECT COUNT(*) FROM \"**\"",
                "SELECT COUNT(*) FROM records",
                "SELECT _id FROM \"**\" ORDER BY L2_DISTANCE(_vector, '[1,2]') LIMIT 1")) {
            assertTrue(db.failure(sql).startsWith("54R03 "), sql);
        }
        assertEquals(20, db.query("SELECT _id FROM \"docs/**\"").rows().size());
    }

    @Test
    void retrieveNeedsARingToo() {
        db.session = session(true, Long.MAX_VALUE);
        assertTrue(db.failure("SELECT id FROM TABLE(RETRIEVE('[1,2]'))").startsWith("54R03 "));
        assertTrue(db.failure("SELECT id FROM TABLE(RETRIEVE('[1,2]', ring => ?))", (Object) null)
                .startsWith("54R03 "));
        for (String narrowed :
                List.of("ring => 'docs/japan'", "top_rings => 2", "focus => 1", "search_scope => 'near'")) {
            assertEquals(
                    8,
                    db.query("SELECT id FROM TABLE(RETRIEVE('[1,2]', " + narrowed + "))")
                            .rows()
                            .size(),
                    narrowed);
        }
    }

    @Test
    void aHintIsLookedForOnlyWhereThereCanBeOne() {
        String matching = "EXPLAIN ANALYZE SELECT seq FROM records WHERE payload LIKE '%\"t3\"%'";
        assertTrue(hinted(matching));
        assertTrue(hinted("EXPLAIN ANALYZE SELECT _id FROM \"**\" WHERE title = 't3'"));
        assertFalse(hinted(matching + " LIMIT 1"));
        db.maxScanned = 30;
        assertTrue(hinted(matching));
    }

    private boolean hinted(String sql) {
        return db.query(sql).column().stream().anyMatch(line -> line.toString().startsWith("hint"));
    }

    @Test
    void aLookAsideStopsWithItsStatement() {
        QueryMonitor monitor = new QueryMonitor();
        monitor.maxScanned(3);
        QueryMonitor probe = monitor.probe();
        probe.scanned(3, 0);
        probe.check();
        assertEquals(0, monitor.recordsScanned());
        probe.scanned(1, 0);
        assertEquals(
                ErrorCode.SCAN_LIMIT_EXCEEDED,
                assertThrows(RocheException.class, probe::check).code());
        monitor.cancel();
        assertEquals(
                ErrorCode.QUERY_CANCELLED,
                assertThrows(RocheException.class, monitor.probe()::check).code());
    }

    @Test
    void arraysWithParametersAreVectors() {
        String sql = "SELECT title FROM \"docs/japan\" ORDER BY L2_DISTANCE(_vector, %s), _id LIMIT 2";
        List<Object> expected = db.query(sql.replace("%s", "'[7,1]'")).column();
        String single = sql.replace(", _id", "");
        assertEquals(expected, db.query(single.replace("%s", "ARRAY[7.0, 1]")).column());
        assertEquals(
                expected,
                db.query(single.replace("%s", "ARRAY[CAST(? AS REAL), 1]"), 7).column());
        assertEquals(
                expected,
                db.query(single.replace("%s", "ARRAY[CAST(? AS DOUBLE), CAST(? AS DOUBLE)]"), 7.0, 1.0)
                        .column());
        String texts = db.failure(single.replace("%s", "ARRAY['a', 'b']"));
        assertTrue(texts.startsWith("42804 "), texts);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whatMakesManyRowsOfFewStopsWithItsStatement() throws InterruptedException {
        String product = "records a, records b, records c, records d, records e, records f, records g, records h";
        for (String endless : List.of(
                "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n FROM t) SELECT COUNT(*) FROM t",
                "SELECT COUNT(*) FROM " + product,
                "SELECT MAX(a.payload) FROM " + product
                        + " WHERE a.seq + b.seq + c.seq + d.seq + e.seq + f.seq = h.seq - g.seq - 999")) {
            assertEquals(ErrorCode.QUERY_CANCELLED, stopped(endless), endless);
        }
    }

    /** Runs a query, cancels it from another thread while it runs, and returns the error it ends with. */
    private ErrorCode stopped(String sql) throws InterruptedException {
        QueryMonitor monitor = new QueryMonitor();
        try (ReadView view = db.engine.snapshot(RingScope.ALL)) {
            RochePlan plan = db.sql.prepare(sql, view, db.session).plan();
            Thread canceller = new Thread(() -> {
                try {
                    Thread.sleep(300);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                monitor.cancel();
            });
            canceller.start();
            RocheException error = assertThrows(RocheException.class, () -> {
                try (SqlCursor cursor = plan.execute(
                                new StatementContext(db.engine, view, null, monitor, new Object[0], db.session, 0L))
                        .cursor()) {
                    cursor.next();
                }
            });
            canceller.join();
            return error.code();
        }
    }
}
