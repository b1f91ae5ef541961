package io.rochedb.calcite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlErrorsTest {
    private static SqlFixture db;

    @BeforeAll
    static void open() {
        db = new SqlFixture();
        db.putSamples();
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            selec 1                                              | 42601 | line 1, column 1
            SELECT 1 FROM                                        | 42601 | unexpected keyword 'FROM'
            SELECT 1; SELECT 2                                   | 42601 | more than one statement
            SELECT 'open                                         | 42601 | unexpected
            SELECT title FROM "docs/jappan"                      | 42P01 | ring 'docs/jappan' does not exist (nearest: 'docs/japan'
            SELECT 1 FROM sys.nothing                            | 42P01 | table 'sys.nothing' does not exist
            SELECT 1 FROM nowhere.nothing                        | 42P01 | schema 'nowhere' does not exist
            SELECT titel FROM "docs/japan"                       | 42703 | column 'titel' does not exist
            SELECT t.titel FROM "docs/japan" t                   | 42703 | titel
            SELECT seq FROM records a, records b                 | 42702 | ambiguous
            SELECT nofunction(1)                                 | 42883 | nofunction
            SELECT title FROM "docs/japan" WHERE year            | 42804 |
            SELECT title FROM "docs/japan" WHERE open > 1        | 42804 |
            SELECT ?                                             | 07002 | parameter 1
            SELECT CAST('x' AS INT)                              | 22018 |
            SELECT CAST(title AS INT) FROM "docs/japan"          | 22018 |
            SELECT 1 / 0                                         | 22012 |
            SELECT year / (year - year) FROM "docs/japan"        | 22012 |
            SELECT 2147483647 + 1                                | 22003 |
            SELECT 9223372036854775807 + year FROM "docs/japan"  | 22003 |
            SELECT DATE '2023-13-01'                             | 22007 |
            SELECT (SELECT seq FROM records)                     | 21000 |
            SELECT 1 FROM "a//b*"                                | 42602 |
            CREATE SEQUENCE x                                    | 0A000 | CREATE SEQUENCE
            EXPLAIN ANALYZE EXPLAIN ANALYZE SELECT 1             | 0A000 | queries only
            SELECT title FROM "docs/japan" LIMIT -1              | 42601 |
            """)
    void errorsHaveAStateAndNameTheCause(String sql, String state, String text) {
        String failure = db.failure(sql);
        assertEquals(state, failure.substring(0, 5), failure);
        assertTrue(text == null || failure.contains(text), failure);
        assertFalse(failure.contains("org.apache") || failure.contains("java.lang"), failure);
    }
}
