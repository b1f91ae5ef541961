package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rochedb.engine.RocheException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReservedWordsTest {
    /** Common names of JSON fields that standard SQL reserves. */
    private static final List<String> NAMES = List.of(
            "value",
            "date",
            "time",
            "timestamp",
            "count",
            "language",
            "position",
            "method",
            "result",
            "start",
            "user",
            "year",
            "month",
            "day",
            "hour",
            "minute",
            "second",
            "name",
            "type",
            "key",
            "text",
            "title",
            "status",
            "state",
            "level",
            "size",
            "length",
            "data",
            "domain",
            "role",
            "rank",
            "row",
            "rows",
            "section",
            "session",
            "source",
            "action",
            "address",
            "category",
            "class",
            "code",
            "comment",
            "content",
            "country",
            "description",
            "end",
            "filter",
            "format",
            "group_id",
            "hash",
            "interval",
            "label",
            "location",
            "match",
            "number",
            "order_id",
            "output",
            "parameter",
            "percent",
            "period",
            "range",
            "reference",
            "region",
            "release",
            "scope",
            "score",
            "search",
            "sequence",
            "summary",
            "system",
            "tag",
            "target",
            "translation",
            "trigger",
            "unit",
            "url",
            "version",
            "view",
            "visible",
            "weight",
            "zone",
            "begin",
            "current",
            "cursor",
            "element",
            "equals",
            "max",
            "min",
            "sum",
            "avg",
            "new",
            "old",
            "open",
            "close",
            "part",
            "ref",
            "references",
            "result_code",
            "return",
            "savepoint",
            "set_name",
            "similar",
            "stream",
            "submit",
            "upper",
            "values_list",
            "abs",
            "at",
            "parent",
            "locate",
            "vector",
            "tokens",
            "payload",
            "ring",
            "id",
            "seq",
            "codec");

    @Test
    void theirOtherMeaningsStay() {
        try (SqlFixture db = new SqlFixture()) {
            db.put("w", "{\"date\":\"2026-01-02\",\"rows\":3,\"time\":1}");
            assertEquals(
                    List.of(List.of("2026-01-02", 20455, 3L, BigDecimal.ONE)),
                    db.query(
                                    "SELECT date, CAST(date AS DATE), rows, SUM(time) OVER (ORDER BY rows ROWS BETWEEN 1 PRECEDING"
                                            + " AND CURRENT ROW) FROM w t WHERE date > '2026' AND t.date IS NOT NULL"
                                            + " AND DATE '2026-01-01' < CAST(date AS DATE) FETCH FIRST 1 ROWS ONLY")
                            .rows());
            assertEquals(List.of("tester"), db.query("SELECT user FROM w").column());
            assertEquals(
                    List.of("2026-01-02"),
                    db.query("SELECT date AS date FROM w AS date").column());
        }
    }

    @Test
    void fieldNamesNeedNoQuotes() {
        List<String> refused = new ArrayList<>();
        try (SqlFixture db = new SqlFixture()) {
            for (String name : NAMES) {
                db.put("words/" + name, "{\"" + name + "\": 7, \"other\": 1}");
                try {
                    List<Object> seven = db.query("SELECT " + name + " FROM \"words/" + name + "\" t WHERE " + name
                                    + " = 7 AND t." + name + " < 8 ORDER BY " + name)
                            .column();
                    assertEquals(List.of(7L), seven, name);
                } catch (RocheException e) {
                    refused.add(name + ": " + e.getMessage());
                }
            }
        }
        assertEquals(List.of(), refused);
    }
}
