package io.rochedb.conformance.oracle;

import java.util.Random;

/** A maker of random queries with queries in them: in conditions, in select lists, of one value, of many, correlated and not. */
final class SubQueries {
    private final Random random;
    private final Expressions ofT;
    private final Expressions ofU;
    private final Expressions ofBoth;

    SubQueries(Random random) {
        this.random = random;
        ofT = Tables.ofT(random);
        ofU = Tables.ofU(random);
        ofBoth = Tables.ofBoth(random);
    }

    private String any(String... of) {
        return of[random.nextInt(of.length)];
    }

    /** Returns a condition on rows of t that has a query of u in it. */
    private String condition() {
        String not = random.nextBoolean() ? "NOT " : "";
        String inner = ofU.condition(1).sql();
        return switch (random.nextInt(7)) {
            case 0 -> "t.a " + not + "IN (SELECT u.a FROM u WHERE " + inner + ")";
            case 1 -> "t.s " + not + "IN (SELECT u.s FROM u WHERE u.g = t.g AND " + inner + ")";
            case 2 ->
                not + "EXISTS (SELECT 1 FROM u WHERE " + any("u.g = t.g", "u.a = t.b", "u.c < t.a") + " AND "
                        + ofBoth.condition(1).sql() + ")";
            case 3 ->
                "t.b " + any(">", "<", "=", "<>") + " (SELECT " + any("MIN", "MAX", "COUNT") + "(u.c) FROM u WHERE "
                        + inner + ")";
            case 4 ->
                ofT.number(1).sql() + " " + any(">", "<=", "=") + " (SELECT SUM(u.a) FROM u WHERE u.g = t.g AND "
                        + inner + ")";
            case 5 ->
                not + "EXISTS (SELECT 1 FROM u WHERE u.g = t.g AND u.a " + any("", "NOT ")
                        + "IN (SELECT x.a FROM t x WHERE x.g = t.g AND x.k <> t.k))";
            default ->
                ofT.number(0).sql() + " " + not + "IN (SELECT u.c + u.a FROM u WHERE u.k > " + random.nextInt(16) + ")";
        };
    }

    /** Returns a value for rows of t that has a query of u in it. */
    private String value() {
        String inner = ofU.condition(1).sql();
        return switch (random.nextInt(6)) {
            case 0 -> "(SELECT MAX(u.c) FROM u WHERE u.g = t.g AND " + inner + ")";
            case 1 -> "(SELECT COUNT(*) FROM u WHERE u.a = t.a)";
            case 2 -> "CASE WHEN " + condition() + " THEN 'yes' ELSE 'no' END";
            case 3 -> "(SELECT u.s FROM u WHERE u.k = t.k)";
            case 4 -> "COALESCE((SELECT MIN(u.a + t.a) FROM u WHERE u.g = t.g AND u.c > t.b), -99)";
            default -> "(SELECT COUNT(u.s) FROM u WHERE " + inner + ") + t.k";
        };
    }

    /** Returns a query. */
    String query() {
        String where = ofT.condition(1).sql();
        String inner = ofU.condition(1).sql();
        return switch (random.nextInt(9)) {
            case 0, 1 -> "SELECT t.k AS c0, t.g AS c1 FROM t WHERE " + condition() + " AND " + where;
            case 2 -> "SELECT t.k AS c0 FROM t WHERE " + condition() + " OR " + where;
            case 3 -> "SELECT t.k AS c0, " + value() + " AS c1 FROM t WHERE " + where;
            case 4 -> "SELECT t.k AS c0, " + value() + " AS c1 FROM t WHERE " + condition();
            case 5 ->
                "SELECT t.g AS c0, COUNT(*) AS c1 FROM t WHERE " + condition()
                        + " GROUP BY t.g HAVING COUNT(*) > (SELECT COUNT(*) / 5 FROM u WHERE " + inner + ")";
            case 6 ->
                "SELECT t.k AS c0, u.k AS c1 FROM t " + any("JOIN", "LEFT JOIN") + " u ON t.g = u.g AND u.a = (SELECT "
                        + any("MAX", "MIN") + "(x.a) FROM u x WHERE x.g = u.g) WHERE " + where;
            case 7 -> "SELECT t.k AS c0, (" + condition() + ") AS c1 FROM t WHERE " + where;
            default ->
                "SELECT x.c0 AS c0, x.c1 AS c1 FROM (SELECT t.g AS c0, t.a + 1 AS c1 FROM t WHERE " + where
                        + ") x WHERE x.c1 > " + (random.nextInt(10) - 5) + " AND x.c0 IN (SELECT u.g FROM u WHERE "
                        + inner + ")";
        };
    }
}
