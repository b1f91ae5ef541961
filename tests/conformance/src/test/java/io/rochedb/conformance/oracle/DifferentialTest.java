package io.rochedb.conformance.oracle;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random queries answered as H2 and SQLite answer them: some with every build, many in the long checks, any number by command with {@code
 * -Drochedb.oracle.queries=N} and {@code -Drochedb.oracle.seed=N}.
 */
class DifferentialTest {
    /** Of a hundred queries at least so many must be answered by H2 or SQLite too: H2 has no FULL JOIN. */
    private static final int COMPARED_PERCENT_MIN = 99;

    private static final Stores STORES = new Stores("differential", 250, DifferentialTest::store);

    @Test
    void answersAsOtherDatabases() throws Exception {
        STORES.few(250);
    }

    @Tag("long")
    @Test
    void manyAnswersAsOtherDatabases() throws Exception {
        STORES.many(8_000);
    }

    private static void store(long seed, int count, List<String> failures) throws SQLException {
        Random random = new Random(seed);
        Tables tables = new Tables(random);
        Queries queries = new Queries(random);
        int compared = 0;
        try (Connection ours = DriverManager.getConnection("jdbc:roche:mem:");
                Connection h2 = DriverManager.getConnection("jdbc:h2:mem:");
                Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            try (Statement statement = sqlite.createStatement()) {
                statement.execute("PRAGMA case_sensitive_like = ON");
            }
            tables.create(ours, " RING 't/{g}'", "");
            tables.create(h2, "", "");
            tables.create(sqlite, "", "");
            tables.index(ours, random);
            for (int i = 0; i < count; i++) {
                String sql = queries.query();
                String where = "seed " + seed + " query " + i + ": " + sql;
                List<String> answer;
                try {
                    answer = Rows.of(ours, sql);
                } catch (SQLException e) {
                    failures.add(where + "\n    " + e.getSQLState() + " " + e.getMessage());
                    continue;
                }
                boolean byH2 = compare(h2, sql, answer, "H2, " + where, failures);
                boolean bySqlite = compare(sqlite, sql, answer, "SQLite, " + where, failures);
                compared += byH2 || bySqlite ? 1 : 0;
            }
        }
        if (compared * 100L < (long) count * COMPARED_PERCENT_MIN) {
            failures.add("seed " + seed + ": " + compared + " of " + count + " compared");
        }
    }

    private static boolean compare(
            Connection other, String sql, List<String> answer, String where, List<String> failures) {
        try {
            List<String> theirs = Rows.of(other, sql);
            if (!theirs.equals(answer)) {
                failures.add(where + "\n    ours   " + answer + "\n    theirs " + theirs);
            }
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }
}
