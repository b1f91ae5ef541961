package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.internal.plan.ParsedStatement;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random words are a statement or a syntax error, nothing else. */
class GarbageTest {
    private static final int TEXTS = 4_000;
    private static final String[] WORDS = {
        "SELECT",
        "FROM",
        "WHERE",
        "CREATE",
        "TABLE",
        "VIEW",
        "INDEX",
        "UNIQUE",
        "DROP",
        "RING",
        "ALTER",
        "ADD",
        "COLUMN",
        "COMMENT",
        "ON",
        "IS",
        "TRUNCATE",
        "INSERT",
        "INTO",
        "VALUES",
        "UPDATE",
        "SET",
        "DELETE",
        "MERGE",
        "USING",
        "WHEN",
        "MATCHED",
        "THEN",
        "CALL",
        "WITH",
        "AS",
        "IF",
        "NOT",
        "EXISTS",
        "NULL",
        "DEFAULT",
        "PRIMARY",
        "KEY",
        "CHECK",
        "CONSTRAINT",
        "REFERENCES",
        "FOREIGN",
        "GENERATED",
        "INT",
        "VARCHAR",
        "DATE",
        "TIMESTAMP",
        "UUID",
        "JSON",
        "TEXT",
        "GROUP",
        "BY",
        "ORDER",
        "LIMIT",
        "JOIN",
        "LEFT",
        "SEMI",
        "CASE",
        "END",
        "AND",
        "OR",
        "IN",
        "LIKE",
        "BETWEEN",
        "CAST",
        "ROW",
        "ARRAY",
        "INTERVAL",
        "CASCADE",
        "TYPE",
        "TO",
        "RENAME",
        "EXPLAIN",
        "PLAN",
        "FOR",
        "DESCRIBE",
        "RESET",
        "ALL",
        "(",
        ")",
        ",",
        ".",
        ";",
        "*",
        "+",
        "-",
        "=",
        "<",
        "::",
        "<=>",
        "!",
        "~",
        "?",
        "[",
        "]",
        "{",
        "}",
        "'",
        "\"",
        "'a'",
        "\"b\"",
        "a",
        "b",
        "c",
        "1",
        "2.5",
        "1e9",
        "x'ff'",
        "--",
        "/*",
        "*/",
        "/*+",
        "\n",
        "\t",
        "\u00a0",
        "日本",
        "\ud83d\ude80",
        "\\",
        "@",
        "#",
        "$",
        "%",
        "^",
        "&",
        "|",
        "`"
    };

    /** What the grammar knows it does not support is no garbage. */
    private static final Set<ErrorCode> EXPECTED = Set.of(ErrorCode.SYNTAX_ERROR, ErrorCode.FEATURE_NOT_SUPPORTED);

    @Test
    void randomWordsAreSyntaxErrors() {
        long seed = Long.getLong("roche.garbage.seed", 20_261_130L);
        System.out.println("GarbageTest seed " + seed);
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int words = 1 + random.nextInt(12); words > 0; words--) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(5) == 0 ? "" : " ");
            }
            refused += refuses(text.toString()) ? 1 : 0;
        }
        assertTrue(refused > TEXTS * 9 / 10, "refused only " + refused);
    }

    @Test
    void mutilatedStatementsAreSyntaxErrorsOrStatements() {
        long seed = Long.getLong("roche.garbage.seed", 20_261_130L);
        Random random = new Random(seed);
        String[] whole = {
            "CREATE TABLE IF NOT EXISTS t (a INT NOT NULL DEFAULT 1, b VARCHAR(5) CHECK (b LIKE 'x%'), PRIMARY KEY (a, b)) RING 'x/{b}'",
            "CREATE OR REPLACE VIEW v (a, b) AS SELECT x, y FROM \"docs/*\" WHERE x IN (1, 2) ORDER BY y LIMIT 5",
            "CREATE UNIQUE INDEX i ON \"users/*/orders\" (a.b DOUBLE DESC, \"c.d\" ASC)",
            "ALTER TABLE t ADD COLUMN c BIGINT, DROP CONSTRAINT IF EXISTS k, ALTER COLUMN d SET DEFAULT 'x'",
            "SELECT a, CASE WHEN b > 1 THEN 'x' ELSE 'y' END FROM t LEFT JOIN u USING (id) GROUP BY a, b HAVING COUNT(*) > 1",
            "COMMENT ON RING 'docs/japan' IS 'it''s'"
        };
        int refused = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder(whole[random.nextInt(whole.length)]);
            for (int cuts = 1 + random.nextInt(3); cuts > 0; cuts--) {
                int at = random.nextInt(text.length());
                text.delete(at, Math.min(text.length() - 1, at + 1 + random.nextInt(6)));
            }
            refused += refuses(text.toString()) ? 1 : 0;
        }
        assertTrue(refused > TEXTS / 4, "refused only " + refused);
    }

    private static boolean refuses(String text) {
        try {
            ParsedStatement.parse(text);
            return false;
        } catch (RocheException e) {
            String context = "<" + text + "> " + e.getMessage();
            assertTrue(EXPECTED.contains(e.code()), context);
            assertFalse(context.contains("org.apache") || context.contains("java.lang"), context);
            return true;
        } catch (RuntimeException | Error e) {
            throw new AssertionError("<" + text + ">", e);
        }
    }

    @Test
    void oneStatementIsTaken() {
        for (String text : new String[] {
            "", " ", ";", "-- nothing", "SELECT 1; SELECT 2", "CREATE TABLE a (b INT); DROP TABLE a", "SELECT 1;;x"
        }) {
            assertTrue(refuses(text), text);
        }
        assertEquals(
                ParsedStatement.parse("SELECT 1").toString(),
                ParsedStatement.parse("SELECT 1 ; -- end").toString());
    }
}
