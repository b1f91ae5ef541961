package io.rochedb.jdbc.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.query.RingSelector;
import io.rochedb.engine.query.RingSelectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For random grants and random queries a user is told what anybody is told over a store that holds only the rings he sees. */
class GrantsOracleTest {
    private static final int ROUNDS = 6;
    private static final int QUERIES = 60;
    private static final List<String> SEGMENTS = List.of("a", "b", "c");
    private static final Pattern RING = Pattern.compile("\"(?:ring|name)\":\"([^\"]*)\"");

    @TempDir
    Path directory;

    private final Random random;

    GrantsOracleTest() {
        long seed = Long.getLong("roche.test.seed", System.nanoTime());
        System.out.println("GrantsOracleTest: -Droche.test.seed=" + seed);
        random = new Random(seed);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String ring() {
        StringBuilder ring = new StringBuilder(pick(SEGMENTS));
        for (int i = random.nextInt(3); i > 0; i--) {
            ring.append('/').append(pick(SEGMENTS));
        }
        return ring.toString();
    }

    private String glob() {
        StringBuilder glob = new StringBuilder();
        for (String segment : ring().split("/")) {
            glob.append(glob.isEmpty() ? "" : "/").append(random.nextInt(4) == 0 ? "*" : segment);
        }
        return random.nextInt(3) == 0 ? glob + "/**" : glob.toString();
    }

    private String condition() {
        return switch (random.nextInt(8)) {
            case 0 -> "ring = '" + ring() + "'";
            case 1 -> "ring IN ('" + ring() + "', '" + ring() + "', '" + ring() + "')";
            case 2 -> "ring LIKE '" + ring() + "/%'";
            case 3 -> "ring BETWEEN '" + ring() + "' AND '" + ring() + "'";
            case 4 -> "NOT (ring = '" + ring() + "' OR ring LIKE '%/" + pick(SEGMENTS) + "')";
            case 5 -> "CAST(JSON_VALUE(payload, '$.n') AS INTEGER) > " + random.nextInt(10);
            case 6 -> "seq < " + random.nextInt(5);
            default -> "TRUE";
        };
    }

    private String query() {
        return switch (random.nextInt(9)) {
            case 0 -> "SELECT * FROM records WHERE " + condition() + " ORDER BY id";
            case 1 -> "SELECT COUNT(*) FROM records WHERE " + condition();
            case 2 ->
                "SELECT ring, COUNT(*), MAX(seq) FROM records WHERE " + condition() + " GROUP BY ring ORDER BY ring";
            case 3 ->
                "SELECT ring, seq FROM records WHERE " + condition() + " AND " + condition()
                        + " ORDER BY written_at DESC, id LIMIT " + (1 + random.nextInt(4));
            case 4 -> "SELECT * FROM \"" + glob() + "\" ORDER BY _id";
            case 5 ->
                "SELECT x.ring, y.seq FROM records AS x JOIN records AS y ON x.ring = y.ring WHERE x."
                        + condition().replaceFirst("^(NOT|CAST|TRUE).*", "seq < 3") + " ORDER BY 1, 2";
            case 6 ->
                "SELECT id, score FROM TABLE(RETRIEVE(VECTOR('[" + random.nextInt(9) + ", 1]'), budget => "
                        + (1 + random.nextInt(5)) + "))";
            case 7 ->
                "SELECT _id FROM \"**\" ORDER BY COSINE_DISTANCE(_vector, VECTOR('[1, " + random.nextInt(9)
                        + "]')), _id LIMIT 4";
            default ->
                "SELECT name, records, vector_records, payload_bytes, dimension, last_write FROM sys.rings WHERE records > 0";
        };
    }

    @Test
    void aUserIsToldWhatIsTrueOfWhatHeSees() throws SQLException, IOException {
        Path dump = directory.resolve("all.jsonl");
        try (UserStore full = UserStore.memory()) {
            fill(full);
            full.run("CALL DUMP('" + dump + "')");
            for (int round = 0; round < ROUNDS; round++) {
                String user = "user" + round;
                List<String> globs = new ArrayList<>();
                full.run("CREATE USER " + user + " PASSWORD 'x'");
                for (int i = random.nextInt(4); i >= 0; i--) {
                    String glob = glob();
                    globs.add(glob);
                    full.run("GRANT " + pick(List.of("READ", "WRITE")) + " ON RING '" + glob + "' TO " + user);
                }
                compare(full, user, globs, dump);
            }
        }
    }

    private void fill(UserStore full) throws SQLException {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            String vector =
                    random.nextInt(3) == 0 ? "NULL" : "'[" + random.nextInt(9) + ", " + (1 + random.nextInt(9)) + "]'";
            statements.add("INSERT INTO records (ring, payload, vector) VALUES ('" + ring() + "', '{\"n\":"
                    + random.nextInt(10) + ",\"" + pick(SEGMENTS) + "\":" + random.nextInt(3) + "}', " + vector + ")");
        }
        full.run(statements.toArray(String[]::new));
    }

    private void compare(UserStore full, String user, List<String> globs, Path dump) throws SQLException, IOException {
        Path visible = directory.resolve(user + ".jsonl");
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(dump)) {
            Matcher ring = RING.matcher(line);
            boolean about = !line.startsWith("{\"type\":\"meta\"") && ring.find();
            if (!about || globs.stream().anyMatch(glob -> matches(glob, ring.group(1)))) {
                lines.add(line);
            }
        }
        Files.write(visible, lines);
        try (UserStore part = UserStore.memory()) {
            part.run("CALL IMPORT_JSONL('" + visible + "')");
            try (Connection restricted = full.as(user);
                    Connection whole = part.operator()) {
                assertTrue(lines.size() > 1 || Stores.count(restricted, "records") == 0);
                for (int i = 0; i < QUERIES; i++) {
                    String sql = query();
                    String expected = UserStore.told(whole, sql);
                    String told = UserStore.told(restricted, sql);
                    if (told.startsWith("! 42P01")) {
                        // the other store has the rings above, which hold nothing
                        boolean nothing = expected.startsWith("! 42P01")
                                || expected.lines()
                                        .skip(1)
                                        .findFirst()
                                        .orElseThrow()
                                        .isEmpty();
                        assertTrue(nothing, globs + " " + sql + "\n" + expected);
                    } else {
                        assertEquals(expected, told, globs + " " + sql);
                    }
                }
            }
        }
    }

    /** Whatever a writer tries, what he was not granted stays as it is; what he does changes his rings as it does without anybody else's. */
    @Test
    void aWriterChangesHisRingsOnly() throws SQLException {
        try (UserStore full = UserStore.memory()) {
            fill(full);
            full.run("CREATE USER wendy PASSWORD 'x' ROLE WRITER", "CREATE UNIQUE INDEX by_n ON \"a/b\" (u)");
            int changed = 0;
            for (int round = 0; round < ROUNDS; round++) {
                String written = glob();
                String readable = glob();
                full.run(
                        "GRANT WRITE ON RING '" + written + "' TO wendy",
                        "GRANT READ ON RING '" + readable + "' TO wendy");
                try (Connection wendy = full.as("wendy");
                        Connection operator = full.operator()) {
                    wendy.setAutoCommit(random.nextBoolean());
                    for (int i = 0; i < QUERIES; i++) {
                        String sql = change();
                        List<String> before = others(operator, written);
                        String told = UserStore.told(wendy, sql);
                        if (!wendy.getAutoCommit()) {
                            wendy.commit();
                        }
                        assertEquals(before, others(operator, written), written + " " + sql + "\n" + told);
                        changed += told.startsWith("= ") && !told.startsWith("= 0") ? 1 : 0;
                    }
                }
                full.run("REVOKE ALL ON RING '" + written + "' FROM wendy");
                if (!readable.equals(written)) {
                    full.run("REVOKE ALL ON RING '" + readable + "' FROM wendy");
                }
            }
            assertTrue(changed > 0, "statements that changed something: " + changed);
        }
    }

    private String change() {
        return switch (random.nextInt(8)) {
            case 0 -> "UPDATE records SET payload = '{\"n\":1}' WHERE " + condition();
            case 1 -> "DELETE FROM records WHERE " + condition() + " AND seq > 3";
            case 2 -> "INSERT INTO records (ring, payload) VALUES ('" + ring() + "', '{\"n\":2}')";
            case 3 -> "UPDATE \"" + glob() + "\" SET n = 3";
            case 4 -> "DELETE FROM \"" + glob() + "\" WHERE n = 2";
            case 5 -> "INSERT INTO \"" + ring() + "\" (n, u) VALUES (1, " + random.nextInt(3) + ")";
            case 6 -> "INSERT INTO \"" + ring() + "\" (n) SELECT seq FROM records WHERE " + condition();
            default ->
                "MERGE INTO \"" + ring() + "\" AS t USING (VALUES (1)) AS s (n) ON t.n = s.n"
                        + " WHEN MATCHED THEN UPDATE SET n = 4 WHEN NOT MATCHED THEN INSERT (n) VALUES (s.n)";
        };
    }

    private static List<String> others(Connection operator, String glob) throws SQLException {
        List<String> rows = Stores.list(
                operator,
                "SELECT ring || ' ' || id || ' ' || payload || ' ' || CAST(written_at AS VARCHAR) FROM records ORDER BY id");
        rows.removeIf(row -> matches(glob, row.substring(0, row.indexOf(' '))));
        return rows;
    }

    private static boolean matches(String glob, String ring) {
        return RingSelectors.matches(new RingSelector.Glob(glob), ring);
    }
}
