package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.PlannerOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins whose one side chooses rings or ids of the other read only those, and give what a join of everything gives. */
class LookupJoinTest {
    /** A query, and the most records it may scan of 130. */
    private record Case(String sql, long scannedMax) {}

    private static final List<Case> CASES = List.of(
            new Case("SELECT d.title, l.n FROM links l JOIN \"docs/**\" d ON d._id = l.ref", 20),
            new Case("SELECT l.n, d.title FROM links l LEFT JOIN \"docs/**\" d ON l.ref = d._id", 20),
            new Case("SELECT l.n, d.year FROM links l JOIN \"docs/japan\" d ON d._id = l.ref AND d.year > 2003", 20),
            new Case("SELECT l.n, d.id FROM links l JOIN records d ON d.id = l.ref AND d.ring = l.target", 20),
            new Case("SELECT COUNT(*) FROM links l JOIN records d ON d.ring = l.target WHERE l.n < 2", 90),
            new Case(
                    "SELECT l.n, x.t FROM links l JOIN (SELECT _ring AS r, UPPER(title) AS t, year + 1 AS y FROM \"docs/**\") x"
                            + " ON x.r = l.target AND x.y > 2004 WHERE l.n = 0",
                    50),
            new Case(
                    "SELECT x.t, l.n FROM (SELECT _id AS i, UPPER(title) AS t FROM \"docs/**\" WHERE CHAR_LENGTH(title) > 1) x"
                            + " JOIN links l ON x.i = l.ref",
                    20),
            new Case(
                    "SELECT l.n, a.title, b.seq FROM links l JOIN \"docs/**\" a ON a._id = l.ref"
                            + " JOIN records b ON b.ring = l.target AND b.seq = a._seq WHERE l.n < 3",
                    100),
            new Case("SELECT d.title FROM \"docs/**\" d WHERE d._id IN (SELECT ref FROM links WHERE n > 2)", 20),
            new Case(
                    "SELECT d.title FROM \"docs/**\" d WHERE EXISTS (SELECT 1 FROM links l WHERE l.target = d._ring AND l.n = 1)",
                    60),
            new Case("SELECT ring, seq FROM records r WHERE EXISTS (SELECT 1 FROM links l WHERE l.ref = r.id)", 20),
            new Case("SELECT l.n FROM links l WHERE NOT EXISTS (SELECT 1 FROM \"docs/**\" d WHERE d._id = l.ref)", 20),
            new Case(
                    "SELECT l.n, d.year FROM links l LEFT JOIN \"docs/**\" d ON d._id = l.ref AND d.year > l.n + 2000",
                    20),
            new Case(
                    "SELECT l.n, d.title, d.one FROM links l LEFT JOIN (SELECT _ring AS r, title, 1 AS one FROM \"docs/**\""
                            + " WHERE CHAR_LENGTH(title) > 2 AND year > 2005) d ON d.r = l.target WHERE l.n < 1",
                    60),
            new Case(
                    "SELECT l.n FROM links l WHERE NOT EXISTS (SELECT 1 FROM \"docs/**\" d WHERE d._ring = l.target AND d.year > 2009)",
                    100),
            new Case(
                    "SELECT l.n FROM links l WHERE l.n = 5 OR EXISTS"
                            + " (SELECT 1 FROM \"docs/**\" d WHERE d._id = l.ref AND UPPER(d.title) < 'T2' AND d.year < 2004)",
                    20),
            new Case("SELECT l.n, EXISTS (SELECT 1 FROM records d WHERE d.id = l.ref) FROM links l", 20),
            new Case(
                    "SELECT l.n FROM links l WHERE l.target IN (SELECT _ring FROM \"docs/**\" WHERE year = 2001)", 60));

    @Test
    void lookupsGiveWhatFullJoinsGive() {
        try (SqlFixture db = new SqlFixture();
                RocheSql noPush = RocheSql.over(db.engine, 0, new PlannerOptions(false, false))) {
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String title = "{\"title\":\"t" + i + "\",\"year\":" + (2000 + i % 9) + "}";
                ids.add(db.put("docs/japan", title).text());
                ids.add(db.put("docs/france", title).text());
                db.put("other", "{\"x\":" + i + "}");
            }
            for (int i = 0; i < 6; i++) {
                String ref = i == 4 ? "malformed" : i == 5 ? ids.get(3).replace('0', 'v') : ids.get(i * 7);
                db.put(
                        "links",
                        "{\"n\":" + i + ",\"ref\":\"" + ref + "\",\"target\":\"docs/"
                                + (i % 2 == 0 ? "japan" : "france") + "\"}");
            }
            db.put("links", "{\"n\":9}");
            for (Case query : CASES) {
                SqlFixture.Answer routed = db.query(query.sql);
                SqlFixture.Answer full = db.query(noPush, query.sql);
                String plan = query.sql + "\n" + routed.prepared().plan().explain();
                assertEquals(sorted(full.rows()), sorted(routed.rows()), plan);
                assertTrue(!routed.rows().isEmpty(), plan);
                long scanned = routed.monitor().recordsScanned();
                assertTrue(scanned <= query.scannedMax, scanned + " scanned: " + plan);
            }
        }
    }

    private static List<List<Object>> sorted(List<List<Object>> rows) {
        List<List<Object>> copy = new ArrayList<>(rows);
        copy.sort(Comparator.comparing(Object::toString));
        return copy;
    }
}
