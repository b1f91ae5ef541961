package io.rochedb.calcite.internal.dml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rochedb.calcite.SqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random INSERT, UPDATE and DELETE against lists in memory that do the same. */
class DmlOracleTest {
    private static final int STATEMENTS = 150;
    private static final int RINGS = 3;
    private static final int VALUES = 6;

    private final long seed = Long.getLong("roche.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /** A record of the model. */
    private static final class Row {
        final int ring;

        @Nullable
        Integer a;

        @Nullable
        String b;

        Row(int ring, @Nullable Integer a, @Nullable String b) {
            this.ring = ring;
            this.a = a;
            this.b = b;
        }

        @Override
        public String toString() {
            return ring + "|" + a + "|" + b;
        }
    }

    private final List<Row> model = new ArrayList<>();

    @Test
    void statementsDoWhatTheModelDoes() {
        System.out.println("DmlOracleTest: -Droche.test.seed=" + seed);
        try (SqlSession db = new SqlSession(null)) {
            for (int ring = 0; ring < RINGS; ring++) {
                db.count("INSERT INTO \"x/" + ring + "\" (a, b) VALUES (0, 's0')");
                model.add(new Row(ring, 0, "s0"));
            }
            for (int i = 0; i < STATEMENTS; i++) {
                switch (random.nextInt(4)) {
                    case 0, 1 -> insert(db);
                    case 2 -> update(db);
                    default -> delete(db);
                }
                assertEquals(expected(), actual(db), "after statement " + i + ", seed " + seed);
            }
        }
    }

    private void insert(SqlSession db) {
        int ring = random.nextInt(RINGS);
        Integer a = random.nextInt(8) == 0 ? null : random.nextInt(VALUES);
        String b = random.nextInt(8) == 0 ? null : "s" + random.nextInt(VALUES);
        String target = "INSERT INTO \"x/" + ring + "\" (b, a) VALUES ";
        long count = switch (random.nextInt(3)) {
            case 0 -> db.count(target + "(?, ?)", b, a);
            case 1 -> db.count(target + "(" + literal(b) + ", " + a + ")");
            default -> db.count(target + "(CAST(? AS VARCHAR) || '', CAST(? AS INTEGER) + 0)", b, a);
        };
        assertEquals(1, count);
        model.add(new Row(ring, a, b));
    }

    private static String literal(@Nullable String text) {
        return text == null ? "NULL" : "'" + text + "'";
    }

    private void update(SqlSession db) {
        int limit = random.nextInt(VALUES);
        if (random.nextBoolean()) {
            int ring = random.nextInt(RINGS);
            long expected = 0;
            for (Row row : model) {
                if (row.ring == ring && row.a != null && row.a >= limit) {
                    row.a = row.a - limit;
                    row.b = "u" + limit;
                    expected++;
                }
            }
            assertEquals(
                    expected,
                    db.count(
                            "UPDATE \"x/" + ring + "\" SET a = a - " + limit + ", b = ? WHERE a >= ?",
                            "u" + limit,
                            limit));
        } else {
            long expected = 0;
            for (Row row : model) {
                if (row.b != null && row.b.endsWith(Integer.toString(limit))) {
                    row.b = null;
                    expected++;
                }
            }
            assertEquals(expected, db.count("UPDATE \"x/*\" SET b = NULL WHERE b LIKE ?", "%" + limit));
        }
    }

    private void delete(SqlSession db) {
        int ring = random.nextInt(RINGS);
        int value = random.nextInt(VALUES);
        boolean nulls = random.nextInt(3) == 0;
        int before = model.size();
        model.removeIf(row -> row.ring == ring && (nulls ? row.b == null : row.a != null && row.a == value));
        long count = nulls
                ? db.count("DELETE FROM \"x/**\" WHERE _ring = ? AND b IS NULL", "x/" + ring)
                : db.count("DELETE FROM \"x/" + ring + "\" WHERE a = ?", value);
        assertEquals(before - model.size(), count);
    }

    private String expected() {
        return model.stream().map(Row::toString).sorted().collect(Collectors.joining("\n"));
    }

    private static String actual(SqlSession db) {
        return db.run("SELECT RING_LEAF(_ring), a, b FROM \"x/*\"").rows().stream()
                .sorted()
                .collect(Collectors.joining("\n"));
    }
}
