package io.rochedb.conformance.oracle;

import java.util.Random;

/** A maker of random queries with window functions whose order leaves nothing open. */
final class Windows {
    private final Random random;
    private final Expressions ofT;

    Windows(Random random) {
        this.random = random;
        ofT = Tables.ofT(random);
    }

    private String any(String... of) {
        return of[random.nextInt(of.length)];
    }

    private String bounds() {
        String from = any("UNBOUNDED PRECEDING", "2 PRECEDING", "1 PRECEDING", "CURRENT ROW");
        String to = any("CURRENT ROW", "1 FOLLOWING", "3 FOLLOWING", "UNBOUNDED FOLLOWING");
        return " ROWS BETWEEN " + from + " AND " + to;
    }

    private String function() {
        String partition = any("PARTITION BY t.g ", "PARTITION BY t.g, t.a % 2 ", "");
        String order = "ORDER BY " + any("", "t.a NULLS LAST, ", "t.s DESC NULLS LAST, ") + "t.g, t.k";
        String number = ofT.number(1).sql();
        String text = ofT.text(1).sql();
        return switch (random.nextInt(10)) {
            case 0 -> any("ROW_NUMBER()", "RANK()", "DENSE_RANK()") + over(partition + order);
            case 1 ->
                any("RANK()", "DENSE_RANK()", "COUNT(*)", "SUM(t.b)", "MIN(t.s)")
                        + over(partition + "ORDER BY t.a NULLS LAST");
            case 2 -> any("LAG(", "LEAD(") + number + any(")", ", 2)", ", 1, t.b)") + over(partition + order);
            case 3 -> any("LAG(", "LEAD(") + text + ", " + random.nextInt(3) + ", 'none')" + over(partition + order);
            case 4 -> any("SUM(", "MIN(", "MAX(", "COUNT(") + number + ")" + over(partition + order + bounds());
            case 5 -> any("FIRST_VALUE(", "LAST_VALUE(") + text + ")" + over(partition + order + bounds());
            case 6 -> "NTH_VALUE(" + number + ", 2)" + over(partition + order + bounds());
            case 7 -> any("PERCENT_RANK()", "CUME_DIST()") + over(partition + "ORDER BY t.a NULLS LAST");
            case 8 -> any("SUM(", "COUNT(", "MAX(") + number + ")" + over(partition.strip());
            default -> "NTILE(" + (1 + random.nextInt(4)) + ")" + over(partition + order);
        };
    }

    private static String over(String window) {
        return " OVER (" + window + ")";
    }

    /** Returns a query. */
    String query() {
        String where = ofT.condition(1).sql();
        String two = function() + " AS c2" + (random.nextBoolean() ? ", " + function() + " AS c3" : "");
        return switch (random.nextInt(4)) {
            case 0 ->
                "SELECT x.k AS c0, x.n AS c1 FROM (SELECT t.k AS k, ROW_NUMBER() OVER (PARTITION BY t.g ORDER BY t.a"
                        + " NULLS LAST, t.k) AS n FROM t WHERE " + where + ") x WHERE x.n <= " + random.nextInt(4);
            case 1 ->
                "SELECT x.g AS c0, x.n AS c1, SUM(x.n) OVER (ORDER BY x.g) AS c2 FROM (SELECT t.g AS g, COUNT(*) AS n"
                        + " FROM t WHERE " + where + " GROUP BY t.g) x";
            default -> "SELECT t.g AS c0, t.k AS c1, " + two + " FROM t WHERE " + where;
        };
    }
}
