package io.rochedb.conformance.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Two small tables with random rows: {@code t(k, g, a, b, s, w)} and {@code u(k, g, a, c, s)}, where k is a key, g one of a few texts, a, b and c
 * numbers, s and w texts. Here t is over one ring for each g and u over one ring.
 */
final class Tables {
    static final List<String> T = List.of("k", "g", "a", "b", "s", "w");
    static final List<String> U = List.of("k", "g", "a", "c", "s");
    private static final String[] GROUPS = {"g1", "g2", "g3", "g4"};
    private static final String[] WORDS = {"", "a", "ab", "b", "Ab", "x y", "zz", "it's", "%", "a_b", "ü"};

    final List<Map<String, @Nullable Object>> t = new ArrayList<>();
    final List<Map<String, @Nullable Object>> u = new ArrayList<>();

    static Expressions ofT(Random random) {
        return new Expressions(random, List.of("t.k", "t.a", "t.b"), List.of("t.g", "t.s", "t.w"));
    }

    static Expressions ofU(Random random) {
        return new Expressions(random, List.of("u.k", "u.a", "u.c"), List.of("u.g", "u.s"));
    }

    static Expressions ofBoth(Random random) {
        return new Expressions(
                random, List.of("t.k", "t.a", "t.b", "u.k", "u.a", "u.c"), List.of("t.g", "t.s", "t.w", "u.g", "u.s"));
    }

    Tables(Random random) {
        for (long k = 0; k < 40; k++) {
            t.add(row(random, T, k));
        }
        for (long k = 0; k < 15; k++) {
            u.add(row(random, U, k));
        }
    }

    private static Map<String, @Nullable Object> row(Random random, List<String> columns, long k) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (String column : columns) {
            row.put(
                    column,
                    switch (column) {
                        case "k" -> k;
                        case "g" -> GROUPS[random.nextInt(GROUPS.length)];
                        case "s", "w" -> random.nextInt(6) == 0 ? null : WORDS[random.nextInt(WORDS.length)];
                        default -> random.nextInt(6) == 0 ? null : (Object) (long) (random.nextInt(21) - 10);
                    });
        }
        return row;
    }

    /** Creates and fills the tables; {@code ring} is the clause that follows the columns of a table, with its name for {@code %s}. */
    void create(Connection connection, String ringOfT, String ringOfU) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t (k INTEGER NOT NULL, g VARCHAR(10) NOT NULL, a INTEGER, b BIGINT, s VARCHAR(20),"
                            + " w VARCHAR(20), PRIMARY KEY (g, k))" + ringOfT);
            statement.execute(
                    "CREATE TABLE u (k INTEGER NOT NULL, g VARCHAR(10) NOT NULL, a INTEGER, c SMALLINT, s VARCHAR(20),"
                            + " PRIMARY KEY (k))" + ringOfU);
        }
        insert(connection, "t", T, t);
        insert(connection, "u", U, u);
    }

    /** Declares indexes on some columns. */
    void index(Connection connection, Random random) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String column : List.of("t (a)", "t (s)", "t (b, w)", "u (a)", "u (s)", "u (c)")) {
                if (random.nextInt(3) == 0) {
                    statement.execute("CREATE INDEX i_" + column.replaceAll("[^a-z]", "") + " ON " + column);
                }
            }
        }
    }

    private static void insert(
            Connection connection, String table, List<String> columns, List<Map<String, @Nullable Object>> rows)
            throws SQLException {
        String sql = "INSERT INTO " + table + " (" + String.join(", ", columns) + ") VALUES (?"
                + ", ?".repeat(columns.size() - 1) + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (Map<String, @Nullable Object> row : rows) {
                for (int i = 0; i < columns.size(); i++) {
                    insert.setObject(i + 1, row.get(columns.get(i)));
                }
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
