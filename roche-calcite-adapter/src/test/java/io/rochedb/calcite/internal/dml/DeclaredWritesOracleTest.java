package io.rochedb.calcite.internal.dml;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random writes to a table over a family of rings leave what a map that is written the same way holds. */
class DeclaredWritesOracleTest {
    private static final int STEPS = Integer.getInteger("roche.oracle.steps", 150);

    private final long seed = Long.getLong("roche.oracle.seed", 20_261_202L);
    private final Random random = new Random(seed);
    private final Map<String, Long> model = new TreeMap<>();
    private int refused;

    @Test
    void theTableIsTheMap() {
        System.out.println("DeclaredWritesOracleTest seed " + seed);
        try (SqlSession db = new SqlSession(null)) {
            DeclaredWritesTest.keyed(db, "t", "t/{a}/{b}");
            int merged = 0;
            for (int i = 0; i < STEPS; i++) {
                int kind = random.nextInt(10);
                switch (kind) {
                    case 0, 1, 2 -> insert(db);
                    case 3 -> update(db);
                    case 4 -> delete(db);
                    case 5, 6, 7 -> merge(db, 1);
                    default -> merge(db, 2 + random.nextInt(3));
                }
                merged += kind > 4 ? 1 : 0;
                assertEquals(
                        expected(),
                        db.rows("SELECT a, b, k, v FROM t ORDER BY a, b, k"),
                        "seed " + seed + " step " + i);
            }
            assertTrue(merged > STEPS / 4 && refused > 0, "merges " + merged + ", refused " + refused);
        }
    }

    private String expected() {
        List<String> rows = new ArrayList<>();
        model.forEach((key, value) -> rows.add(key + "|" + value));
        return String.join("\n", rows);
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String[] key() {
        return new String[] {pick("a", "b", "c"), pick("x", "y"), pick("1", "2", "3")};
    }

    private void insert(SqlSession db) {
        String[] key = key();
        long value = random.nextInt(100);
        String sql = "INSERT INTO t (b, v, a, k) VALUES (?, ?, ?, ?)";
        if (model.containsKey(String.join("|", key))) {
            db.fails(ErrorCode.UNIQUE_VIOLATION, sql, key[1], value, key[0], key[2]);
            refused++;
        } else {
            assertEquals(1, db.count(sql, key[1], value, key[0], key[2]));
            model.put(String.join("|", key), value);
        }
    }

    private void update(SqlSession db) {
        String a = pick("a", "b", "c");
        int below = random.nextInt(100);
        long changed = 0;
        for (Map.Entry<String, Long> entry : model.entrySet()) {
            if (entry.getKey().startsWith(a) && entry.getValue() < below) {
                entry.setValue(entry.getValue() * 2 + 1);
                changed++;
            }
        }
        assertEquals(changed, db.count("UPDATE t SET v = v * 2 + 1 WHERE a = ? AND v < ?", a, (long) below));
    }

    private void delete(SqlSession db) {
        String b = pick("x", "y");
        String k = pick("1", "2", "3");
        int before = model.size();
        model.keySet().removeIf(key -> key.endsWith("|" + b + "|" + k));
        assertEquals(before - model.size(), db.count("DELETE FROM t WHERE b = '" + b + "' AND k = '" + k + "'"));
    }

    private void merge(SqlSession db, int rows) {
        Map<String, Long> source = new TreeMap<>();
        for (int i = 0; i < rows; i++) {
            source.put(String.join("|", key()), (long) random.nextInt(100));
        }
        List<String> values = new ArrayList<>();
        List<Object> parameters = new ArrayList<>();
        boolean bound = random.nextBoolean();
        source.forEach((key, value) -> {
            String[] parts = key.split("\\|");
            values.add(
                    bound
                            ? "(?, ?, ?, ?)"
                            : "('" + parts[0] + "', '" + parts[1] + "', '" + parts[2] + "', " + value + ")");
            if (bound) {
                parameters.addAll(List.of(parts[0], parts[1], parts[2], value));
            }
        });
        String sql = "MERGE INTO t USING (VALUES " + String.join(", ", values) + ") AS s(p, q, r, n)"
                + " ON t.a = s.p AND t.b = s.q AND t.k = s.r"
                + " WHEN MATCHED AND t.v > 60 THEN DELETE"
                + " WHEN MATCHED THEN UPDATE SET v = t.v + s.n"
                + " WHEN NOT MATCHED AND s.n < 10 THEN DO NOTHING"
                + " WHEN NOT MATCHED THEN INSERT VALUES (s.p, s.q, s.r, s.n)";
        long changed = 0;
        for (Map.Entry<String, Long> row : source.entrySet()) {
            Long old = model.get(row.getKey());
            if (old != null && old > 60) {
                model.remove(row.getKey());
            } else if (old != null) {
                model.put(row.getKey(), old + row.getValue());
            } else if (row.getValue() >= 10) {
                model.put(row.getKey(), row.getValue());
            } else {
                continue;
            }
            changed++;
        }
        assertEquals(changed, db.count(sql, parameters.toArray()), "seed " + seed + " " + sql + " " + parameters);
        assertTrue(db.monitor.ringsRouted() <= rows, sql);
        // in each ring the keys of all rows are looked up
        assertTrue(db.monitor.recordsScanned() <= (long) rows * rows, sql + " scanned " + db.monitor.recordsScanned());
    }
}
