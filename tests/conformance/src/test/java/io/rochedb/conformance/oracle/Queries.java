package io.rochedb.conformance.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** A maker of random queries in the subset of SQL that H2, SQLite and this database share. */
final class Queries {
    private static final List<String> JOINS = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
    private static final List<String> SETS = List.of("UNION", "UNION ALL", "EXCEPT", "INTERSECT");

    private final Random random;
    private final Expressions ofT;
    private final Expressions ofU;
    private final Expressions ofBoth;
    private final SubQueries subQueries;
    private final Windows windows;
    private final List<Supplier<String>> kinds;

    Queries(Random random) {
        this.random = random;
        ofT = Tables.ofT(random);
        ofU = Tables.ofU(random);
        ofBoth = Tables.ofBoth(random);
        subQueries = new SubQueries(random);
        windows = new Windows(random);
        kinds = List.of(
                this::plain,
                this::plain,
                this::distinct,
                this::joined,
                this::chained,
                this::grouped,
                this::total,
                subQueries::query,
                subQueries::query,
                this::set,
                this::sets,
                this::ordered,
                windows::query,
                this::common);
    }

    /** Returns a query whose rows, in any order, are the same everywhere. */
    String query() {
        return any(kinds).get();
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String plain() {
        return "SELECT " + list(ofT) + " FROM t WHERE " + ofT.condition(3).sql();
    }

    private String distinct() {
        return "SELECT DISTINCT " + list(ofBoth) + " FROM t " + join() + " WHERE "
                + ofBoth.condition(2).sql();
    }

    private String joined() {
        return "SELECT " + list(ofBoth) + " FROM t " + join();
    }

    /** Three tables, and joins without an equality. */
    private String chained() {
        Expressions all = new Expressions(
                random, List.of("t.a", "t.b", "u.c", "u.k", "v.a", "v.k"), List.of("t.s", "u.s", "v.w", "v.g"));
        String select = "SELECT " + list(all) + " FROM t ";
        String last = any(List.of("v.k = u.k", "v.a = t.a AND v.g = u.g", "v.k = t.b", "v.s = u.s"));
        return switch (random.nextInt(4)) {
            case 0 ->
                select + join() + " " + any(JOINS) + " t v ON " + last + " WHERE "
                        + all.condition(2).sql();
            case 1 ->
                "SELECT " + list(ofBoth) + " FROM t CROSS JOIN u WHERE t.a = u.c AND "
                        + ofBoth.condition(1).sql() + " AND u.k < 8";
            case 2 ->
                "SELECT " + list(ofBoth) + " FROM t " + any(JOINS) + " u ON t.a " + any(List.of("<", ">=", "<>"))
                        + " u.c AND " + ofBoth.condition(1).sql();
            default ->
                select + ", u, t v WHERE t.g = u.g AND " + last + " AND "
                        + all.condition(1).sql();
        };
    }

    private String list(Expressions expressions) {
        List<String> items = new ArrayList<>();
        for (int i = 0, count = 1 + random.nextInt(3); i < count; i++) {
            String item = switch (random.nextInt(5)) {
                case 0, 1 -> expressions.number(2).sql();
                case 2, 3 -> expressions.text(2).sql();
                default -> expressions.condition(1).sql();
            };
            items.add(item + " AS c" + i);
        }
        return String.join(", ", items);
    }

    private String join() {
        String equal = any(List.of("t.g = u.g", "t.a = u.a", "t.k = u.k", "t.b = u.c", "t.s = u.s AND t.g = u.g"));
        String more = random.nextInt(3) == 0 ? " AND " + ofBoth.condition(1).sql() : "";
        return any(JOINS) + " u ON " + equal + more;
    }

    private String grouped() {
        boolean joined = random.nextInt(3) == 0;
        Expressions columns = joined ? ofBoth : ofT;
        String number = columns.number(1).sql();
        // A key without a column would be an ordinal to some.
        String key = random.nextBoolean() || number.indexOf('.') < 0 ? "t.g" : number;
        String keys = random.nextInt(3) == 0 ? key + ", t.s" : key;
        String having = switch (random.nextInt(4)) {
            case 0 -> " HAVING COUNT(*) > " + random.nextInt(3);
            case 1 -> " HAVING SUM(t.a) > " + random.nextInt(5) + " OR MIN(t.s) < 'b'";
            default -> "";
        };
        return "SELECT " + key + " AS c0, COUNT(*) AS c1, " + aggregates(columns) + " FROM t "
                + (joined ? join() + " " : "") + "WHERE " + columns.condition(2).sql() + " GROUP BY " + keys + having;
    }

    private String aggregates(Expressions columns) {
        List<String> items = new ArrayList<>();
        for (int i = 2, last = 3 + random.nextInt(4); i < last; i++) {
            String number = columns.number(1).sql();
            String text = columns.text(1).sql();
            String item = switch (random.nextInt(9)) {
                case 0 -> "COUNT(" + number + ")";
                case 1 -> "SUM(" + number + ")";
                case 2 -> "MIN(" + text + ")";
                case 3 -> "MAX(" + number + ")";
                case 4 -> "COUNT(DISTINCT " + text + ")";
                case 5 -> "SUM(DISTINCT " + number + ")";
                case 6 ->
                    "SUM(" + number + ") FILTER (WHERE " + columns.condition(1).sql() + ")";
                case 7 -> "SUM(CASE WHEN " + columns.condition(1).sql() + " THEN 1 ELSE 0 END)";
                default -> "COUNT(*) FILTER (WHERE " + columns.condition(1).sql() + ")";
            };
            items.add(item + " AS c" + i);
        }
        return String.join(", ", items);
    }

    /** Aggregates of all rows, of which there may be none. */
    private String total() {
        boolean joined = random.nextInt(3) == 0;
        Expressions columns = joined ? ofBoth : ofT;
        String having = random.nextInt(4) == 0 ? " HAVING COUNT(*) > " + random.nextInt(20) : "";
        return "SELECT " + aggregates(columns) + " FROM t " + (joined ? join() + " " : "") + "WHERE "
                + columns.condition(2).sql() + having;
    }

    private String ofT(String columns) {
        return "SELECT " + columns + " FROM t WHERE " + ofT.condition(2).sql();
    }

    private String ofU(String columns) {
        return "SELECT " + columns + " FROM u WHERE " + ofU.condition(2).sql();
    }

    private String set() {
        return ofT("t.a AS c0, t.s AS c1") + " " + any(SETS) + " " + ofU("u.a, u.s");
    }

    /** Set operations in derived tables, ordered and cut. */
    private String sets() {
        String two = "(" + ofT("t.a AS c0, t.s AS c1") + " " + any(SETS) + " " + ofU("u.c, u.s") + ") x";
        String one = "SELECT * FROM " + two;
        return switch (random.nextInt(3)) {
            case 0 ->
                "SELECT x.c0 AS c0, COUNT(*) AS c1 FROM " + two + " WHERE x.c0 > " + (random.nextInt(10) - 8)
                        + " GROUP BY x.c0";
            case 1 ->
                "SELECT * FROM (" + one + " ORDER BY c0 NULLS LAST, c1 NULLS LAST LIMIT " + random.nextInt(8) + ") y "
                        + any(SETS) + " " + ofU("u.a, u.s");
            // INTERSECT binds as strongly as the others in SQLite, so one set stands in a derived table.
            default ->
                ofT("t.g AS c0, t.s AS c1") + " " + any(SETS) + " SELECT * FROM (" + ofU("u.g AS c0, u.s AS c1") + " "
                        + any(SETS) + " " + ofT("t.s, t.w") + ") x";
        };
    }

    private String ordered() {
        boolean grouped = random.nextInt(3) == 0;
        String limit = " LIMIT " + random.nextInt(10) + " OFFSET " + random.nextInt(5);
        String order = " ORDER BY " + any(List.of("t.a ASC", "t.a DESC", "t.s DESC", "t.b % 3 ASC")) + " NULLS LAST, ";
        return grouped
                ? "SELECT t.g AS c0, SUM(t.a) AS c1, COUNT(*) AS c2 FROM t WHERE "
                        + ofT.condition(1).sql() + " GROUP BY t.g ORDER BY c2, c0" + limit
                : "SELECT t.g AS c0, t.k AS c1, " + ofT.number(2).sql() + " AS c2 FROM t WHERE "
                        + ofT.condition(1).sql() + order + "t.g, t.k" + limit;
    }

    private String common() {
        return switch (random.nextInt(3)) {
            case 0 ->
                "WITH x AS (SELECT t.g AS g, SUM(t.a) AS n FROM t WHERE "
                        + ofT.condition(1).sql() + " GROUP BY t.g), y AS (SELECT u.g AS g, u.c AS c FROM u WHERE "
                        + ofU.condition(1).sql() + ") SELECT x.g AS c0, x.n AS c1, y.c AS c2 FROM x " + any(JOINS)
                        + " y ON x.g = y.g";
            case 1 ->
                "WITH x AS (" + ofT("t.g AS g, t.a AS a, t.s AS s") + ") SELECT p.a AS c0, q.s AS c1 FROM x p "
                        + any(JOINS) + " x q ON p.a = q.a AND p.g <> q.g";
            default ->
                "WITH RECURSIVE x(n, s) AS (SELECT 1, 'a' UNION ALL SELECT n + 1, s FROM x WHERE n < "
                        + (1 + random.nextInt(9)) + ") SELECT x.n AS c0, t.k AS c1 FROM x " + any(JOINS)
                        + " t ON x.n = t.a";
        };
    }
}
