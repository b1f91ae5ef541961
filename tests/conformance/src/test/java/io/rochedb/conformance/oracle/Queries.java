package io.rochedb.conformance.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A maker of random queries in the subset of SQL that H2, SQLite and this database share. */
final class Queries {
    private static final List<String> JOINS = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");

    private final Random random;
    private final Expressions ofT;
    private final Expressions ofU;
    private final Expressions ofBoth;

    Queries(Random random) {
        this.random = random;
        ofT = new Expressions(random, List.of("t.k", "t.a", "t.b"), List.of("t.g", "t.s", "t.w"));
        ofU = new Expressions(random, List.of("u.k", "u.a", "u.c"), List.of("u.g", "u.s"));
        ofBoth = new Expressions(
                random, List.of("t.k", "t.a", "t.b", "u.k", "u.a", "u.c"), List.of("t.g", "t.s", "t.w", "u.g", "u.s"));
    }

    /** Returns a query whose rows, in any order, are the same everywhere. */
    String query() {
        return switch (random.nextInt(10)) {
            case 0, 1 ->
                "SELECT " + list(ofT) + " FROM t WHERE " + ofT.condition(3).sql();
            case 2 ->
                "SELECT DISTINCT " + list(ofBoth) + " FROM t " + join() + " WHERE "
                        + ofBoth.condition(2).sql();
            case 3 -> "SELECT " + list(ofBoth) + " FROM t " + join();
            case 4 -> grouped();
            case 5 -> subquery();
            case 6 -> set();
            case 7 -> ordered();
            case 8 -> window();
            default -> common();
        };
    }

    private String list(Expressions expressions) {
        List<String> items = new ArrayList<>();
        for (int i = 0, count = 1 + random.nextInt(3); i < count; i++) {
            String item = random.nextBoolean()
                    ? expressions.number(2).sql()
                    : expressions.text(2).sql();
            items.add(item + " AS c" + i);
        }
        return String.join(", ", items);
    }

    private String join() {
        String equal = List.of("t.g = u.g", "t.a = u.a", "t.k = u.k", "t.s = u.s AND t.g = u.g")
                .get(random.nextInt(4));
        String more = random.nextInt(3) == 0 ? " AND " + ofBoth.condition(1).sql() : "";
        return JOINS.get(random.nextInt(JOINS.size())) + " u ON " + equal + more;
    }

    private String grouped() {
        boolean joined = random.nextInt(3) == 0;
        Expressions columns = joined ? ofBoth : ofT;
        String number = columns.number(1).sql();
        // A key without a column would be an ordinal to some.
        String key = random.nextBoolean() || number.indexOf('.') < 0 ? "t.g" : number;
        String having = random.nextBoolean() ? "" : " HAVING COUNT(*) > " + random.nextInt(3);
        return "SELECT " + key + " AS c0, COUNT(*) AS c1, COUNT(t.a) AS c2, SUM("
                + columns.number(1).sql()
                + ") AS c3, MIN(" + columns.text(1).sql() + ") AS c4, MAX(t.b) AS c5, COUNT(DISTINCT t.s) AS c6 FROM t "
                + (joined ? join() + " " : "") + "WHERE " + columns.condition(2).sql() + " GROUP BY " + key + having;
    }

    private String subquery() {
        String where = ofT.condition(1).sql();
        String inner = ofU.condition(1).sql();
        return switch (random.nextInt(5)) {
            case 0 ->
                "SELECT t.k AS c0, t.g AS c1 FROM t WHERE t.a " + (random.nextBoolean() ? "NOT " : "")
                        + "IN (SELECT u.a FROM u WHERE " + inner + ") AND " + where;
            case 1 ->
                "SELECT t.k AS c0 FROM t WHERE " + (random.nextBoolean() ? "NOT " : "")
                        + "EXISTS (SELECT 1 FROM u WHERE u.g = t.g AND "
                        + ofBoth.condition(1).sql() + ")";
            case 2 ->
                "SELECT t.k AS c0, (SELECT MAX(u.c) FROM u WHERE u.g = t.g AND " + inner + ") AS c1 FROM t WHERE "
                        + where;
            case 3 ->
                "SELECT t.k AS c0, (SELECT COUNT(*) FROM u WHERE u.a = t.a) AS c1 FROM t WHERE t.b > (SELECT MIN(u.c)"
                        + " FROM u WHERE " + inner + ")";
            default ->
                "SELECT x.c0 AS c0, x.c1 AS c1 FROM (SELECT t.g AS c0, t.a + 1 AS c1 FROM t WHERE " + where
                        + ") x WHERE x.c1 > " + (random.nextInt(10) - 5);
        };
    }

    private String set() {
        String operator = List.of("UNION", "UNION ALL", "EXCEPT", "INTERSECT").get(random.nextInt(4));
        return "SELECT t.a AS c0, t.s AS c1 FROM t WHERE " + ofT.condition(2).sql() + " " + operator
                + " SELECT u.a, u.s FROM u WHERE " + ofU.condition(2).sql();
    }

    private String ordered() {
        return "SELECT t.g AS c0, t.k AS c1, " + ofT.number(2).sql() + " AS c2 FROM t WHERE "
                + ofT.condition(1).sql() + " ORDER BY t.a " + (random.nextBoolean() ? "DESC" : "ASC")
                + " NULLS LAST, t.g, t.k LIMIT " + random.nextInt(10) + " OFFSET " + random.nextInt(5);
    }

    private String window() {
        String function = List.of("ROW_NUMBER()", "SUM(t.b)", "COUNT(t.s)", "RANK()", "MAX(t.a)")
                .get(random.nextInt(5));
        return "SELECT t.g AS c0, t.k AS c1, " + function + " OVER (PARTITION BY t.g ORDER BY t.k) AS c2 FROM t WHERE "
                + ofT.condition(1).sql();
    }

    private String common() {
        return "WITH x AS (SELECT t.g AS g, SUM(t.a) AS n FROM t WHERE "
                + ofT.condition(1).sql()
                + " GROUP BY t.g), y AS (SELECT u.g AS g, u.c AS c FROM u WHERE "
                + ofU.condition(1).sql()
                + ") SELECT x.g AS c0, x.n AS c1, y.c AS c2 FROM x LEFT JOIN y ON x.g = y.g";
    }
}
