package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SecretTextsTest {
    private static final String SECRET = "hush";

    private final long seed = Long.getLong("roche.test.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String anyCase(String word) {
        StringBuilder text = new StringBuilder();
        word.chars().forEach(c -> text.append((char) (random.nextBoolean() ? c : Character.toUpperCase(c))));
        return text.toString();
    }

    private String blank() {
        return pick(" ", "  ", "\n", "\t", " /* it's */ ", " -- it's\n", " /* \" */ ", "/**/");
    }

    private String quoted() {
        return pick(
                "'hush'",
                "'x''hush'",
                "'hush''y'",
                "U&'hush'",
                "'a hush''",
                "'hush",
                "\"hush\"",
                "'-- hush'",
                "'/* hush'",
                "hush",
                "12hush",
                "$hush",
                "x!hush",
                "‘hush’",
                "“hush”",
                "«hush»",
                "`hush`",
                "= 'hush'",
                "'x' 'hush'",
                "'x'hush",
                "'x' role hush",
                "{hush}",
                "[hush]",
                "(hush)");
    }

    private String start() {
        return pick("", "", ";", " ; ;", "\uFEFF", "/* ; */", "-- a\n;")
                + pick(
                        "",
                        "explain ",
                        "explain plan for ",
                        "explain analyze ",
                        "EXPLAIN PLAN WITH TYPE FOR ",
                        "explain plan excluding attributes with implementation as json for ",
                        "explain (analyze, verbose) ");
    }

    @Test
    void noFormOfAPasswordIsShown() {
        System.out.println("SecretTextsTest: -Droche.test.seed=" + seed);
        for (int i = 0; i < 20_000; i++) {
            String statement = start()
                    + anyCase(pick("create", "alter", "drop", "create or replace", "create or/**/replace"))
                    + blank()
                    + anyCase("user")
                    + blank()
                    + pick("bob", "\"o'bob\"", "\"bob\"\"s\"", "if not exists bob", "'bob'", "‘bob’", "b$b", "")
                    + blank()
                    + pick("", "with ")
                    + pick("", "role reader ")
                    + anyCase(pick("password", "pasword", "identified by", "identified with x as", "="))
                    + blank()
                    + quoted()
                    + pick("", " role admin", ";", " 'more'", "\"", "'");
            String masked = SecretTexts.masked(statement);
            assertFalse(masked.contains(SECRET), statement + "\n" + masked);
        }
    }

    @Test
    void textsInQuotesAfterThePasswordAreMaskedAnywhere() {
        assertEquals(
                "SELECT id FROM t WHERE password = '***' AND name = 'bob'",
                SecretTexts.masked("SELECT id FROM t WHERE password = 'hush' AND name = 'bob'"));
        assertEquals(
                "SELECT id FROM t WHERE \"password\"='***'",
                SecretTexts.masked("SELECT id FROM t WHERE \"password\"='hush'"));
        assertEquals(
                "EXPLAIN SELECT id FROM t WHERE password = '***' LIMIT 3",
                SecretTexts.masked("EXPLAIN SELECT id FROM t WHERE password = 'hush' LIMIT 3"));
        assertEquals(
                "CREATE TABLE t (password VARCHAR DEFAULT 'none', n BIGINT)",
                SecretTexts.masked("CREATE TABLE t (password VARCHAR DEFAULT 'none', n BIGINT)"));
    }

    @Test
    void whatCannotBeReadEndsWithTheWord() {
        assertEquals("CREAT USER bob PASSWORD …", SecretTexts.masked("CREAT USER bob PASSWORD 'hush'"));
        assertEquals("CREATE USR bob PASSWORD …", SecretTexts.masked("CREATE USR bob PASSWORD 'hush' ROLE ADMIN"));
        assertEquals(
                "SELECT a FRM t WHERE password …",
                SecretTexts.masked("SELECT a FRM t WHERE password = x OR 'hush' = b"));
        System.out.println("SecretTextsTest: -Droche.test.seed=" + seed);
        for (int i = 0; i < 3_000; i++) {
            String statement = start()
                    + pick(
                            "creat",
                            "crate",
                            "creaet",
                            "alte",
                            "new",
                            "'create'",
                            "create usr",
                            "create uesr",
                            "create table",
                            "alter usre",
                            "",
                            "x")
                    + blank()
                    + pick("user", "usr", "")
                    + blank()
                    + pick("bob", "\"o'bob\"", "'bob", "if not exists bob", "")
                    + blank()
                    + pick("", "with ", "role reader ", "= ", "'", "\"")
                    + anyCase("password")
                    + pick(" ", " = ", " is ", " of bob ", "'", " 'x', ")
                    + quoted()
                    + pick("", " role admin", ";", "\"", "'");
            String masked = SecretTexts.masked(statement);
            assertFalse(masked.contains(SECRET), statement + "\n" + masked);
        }
    }

    @Test
    void statementsAboutAUserEndWithHisNameUnlessTheyAreClean() {
        String[][] cases = {
            {"CREATE USER bob PASSWORD 'hush' ROLE ADMIN;", "CREATE USER bob PASSWORD '***' ROLE ADMIN"},
            {
                "alter user \"o'bob\" with role reader password U&'hush'",
                "alter user \"o'bob\" role reader password '***'"
            },
            {"CREATE USER IF NOT EXISTS bob PASSWORD /* 'hush' */ 'x'", "CREATE USER IF NOT EXISTS bob PASSWORD '***'"},
            {"CREATE USER bob", "CREATE USER bob"},
            {"CREATE USER bob IDENTIFIED BY hush", "CREATE USER bob …"},
            {"CREATE USER bob PASSWORD hush!hush", "CREATE USER bob …"},
            {"CREATE USER bob PASWORD hush", "CREATE USER bob …"},
            {"CREATE USER 'hush'", "CREATE USER …"},
            {"CREATE USER \"bob PASSWORD 'hush' ROLE \"READER\"", "CREATE USER …"},
            {"CREATE USER \"bob pasword 'hush'\"", "CREATE USER …"},
            {"CREATE USER \"b-b\" PASSWORD hush", "CREATE USER \"b-b\" …"},
            {"; CREATE OR REPLACE USER bob PASSWORD 12", "; CREATE OR REPLACE USER bob …"},
            {"EXPLAIN PLAN WITH TYPE FOR CREATE USER bob PASSWORD $hush", "EXPLAIN PLAN WITH TYPE FOR CREATE USER bob …"
            },
            {"DROP USER bob, \"al\";", "DROP USER bob, \"al\";"},
            {"DROP USER bob PASSWORD hush", "DROP USER bob …"}
        };
        for (String[] each : cases) {
            assertEquals(each[1], SecretTexts.masked(each[0]));
        }
    }

    @Test
    void otherTextsStayAsTheyAre() {
        for (String sql : List.of(
                "SELECT 1",
                "",
                "INSERT INTO t VALUES ('it''s', 'x')",
                "CREATE TABLE t (a VARCHAR DEFAULT 'x')",
                "GRANT READ ON RING 'a/**' TO bob")) {
            assertSame(sql, SecretTexts.masked(sql));
        }
        for (String sql : List.of(
                "SELECT 'password', 'x'",
                "SELECT password, name FROM t WHERE name = 'x'",
                "/* password */ SELECT 'x'",
                "CREATE TABLE t (password VARCHAR)",
                "DROP USER bob -- password 'x'")) {
            assertEquals(sql, SecretTexts.masked(sql));
        }
    }
}
