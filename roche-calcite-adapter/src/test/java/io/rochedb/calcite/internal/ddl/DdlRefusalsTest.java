package io.rochedb.calcite.internal.ddl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.calcite.SqlSession;
import io.rochedb.engine.RocheException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DdlRefusalsTest {
    private static SqlSession db;

    @BeforeAll
    static void open() {
        db = new SqlSession("main");
        db.run("CREATE TABLE t (a INT, k VARCHAR) RING 'k/{k}'");
    }

    @AfterAll
    static void close() {
        db.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            CREATE TABLE x (a INT REFERENCES t (a))                    | 0A000 | REFERENCES is not supported
            CREATE TABLE x (a INT, FOREIGN KEY (a) REFERENCES t (a))   | 0A000 | FOREIGN KEY is not supported
            CREATE TABLE x (a INT GENERATED ALWAYS AS IDENTITY)        | 0A000 | RANDOM_UUID()
            CREATE TABLE x (a SERIAL)                                  | 0A000 | SERIAL; use BIGINT
            CREATE TABLE x (a TIMESTAMP WITH TIME ZONE)                | 0A000 | kept in UTC
            CREATE TABLE x (a INT ARRAY)                               | 0A000 | use JSON
            CREATE TABLE x (a POINT)                                   | 0A000 | types: BOOLEAN
            CREATE TABLE x (a VARCHAR COLLATE "de")                    | 0A000 | COLLATE
            CREATE TEMPORARY TABLE x (a INT)                           | 0A000 | CREATE TEMPORARY
            CREATE SEQUENCE x                                          | 0A000 | CREATE SEQUENCE is not supported
            CREATE SCHEMA x                                            | 0A000 | levels of its own
            DROP SCHEMA x                                              | 0A000 | DROP SCHEMA
            CREATE OR REPLACE TABLE x (a INT)                          | 0A000 | DROP TABLE IF EXISTS
            ALTER VIEW x RENAME TO y                                   | 0A000 | ALTER VIEW
            CREATE TABLE x (a INT CHECK (a + 1 > 2))                   | 0A000 | CHECK (a + 1 > 2)
            CREATE TABLE x (a INT, b INT, CHECK (a < b))               | 0A000 | CHECK (a < b)
            CREATE TABLE x (a VARCHAR CHECK (CHAR_LENGTH(a) > 2))      | 0A000 | CHAR_LENGTH
            CREATE TABLE x (a DECIMAL(30,2) CHECK (a > 1.01))          | 0A000 | CHECK (a > 1.01)
            CREATE TABLE x (a INT CHECK (a IN (SELECT a FROM t)))      | 0A000 | CHECK
            CREATE TABLE x (k VARCHAR CHECK (k > 'a')) RING 'x/{k}'    | 0A000 | segments
            CREATE TABLE x (a INT CHECK (zz > 2))                      | 42703 | 'zz'
            CREATE TABLE x (a INT CHECK (a))                           | 42804 | takes a condition
            CREATE TABLE x (a INT DEFAULT 'zz')                        | 22018 | 'zz'
            CREATE TABLE x (a INT DEFAULT RAND())                      | 0A000 | DEFAULT RAND()
            CREATE TABLE x (a INT DEFAULT a)                           | 0A000 | DEFAULT a
            CREATE TABLE x (a VARCHAR DEFAULT CURRENT_DATE)            | 42804 | CURRENT_DATE
            CREATE TABLE x (a VARCHAR DEFAULT 5)                       | 42804 | DEFAULT 5
            CREATE TABLE x (a INT DEFAULT UUID())                      | 42804 | UUID()
            CREATE TABLE x (a INT, A BIGINT)                           | 42701 | 'A'
            CREATE TABLE x (a INT, PRIMARY KEY (b))                    | 42703 | 'b'
            CREATE TABLE x (a INT PRIMARY KEY, b INT PRIMARY KEY)      | 42611 | primary keys
            CREATE TABLE x (a INT) RING 'x/{b}'                        | 42611 | {b}
            CREATE TABLE x (a INT, b INT) RING 'x/{b}'                 | 42611 | must be VARCHAR
            CREATE TABLE x (a INT, b VARCHAR, UNIQUE (a)) RING 'x/{b}' | 42611 | must name column 'b'
            CREATE TABLE x (a INT) RING 'k/zz'                         | 42P07 | overlap
            CREATE TABLE "x/{b}" (b VARCHAR)                           | 42611 | RING
            CREATE TABLE x (a, b)                                      | 42601 | 'a' has no type
            CREATE TABLE x                                             | 42601 | the end
            CREATE TABLE x (a INT,)                                    | 42601 | , )
            CREATE TABLE x (a INT) garbage                             | 42601 | 'garbage'
            CREATE FOO x                                               | 42601 | 'FOO'
            DROP TABLE x                                               | 42P01 | table 'x' does not exist
            DROP VIEW t                                                | 0A000 | DROP TABLE
            DROP VIEW x                                                | 42P01 | view 'x' does not exist
            DROP RING 'x'                                              | 42P01 | ring 'x' does not exist
            DROP RING 'x/**'                                           | 42P01 | no ring matches
            TRUNCATE x                                                 | 42P01 | ring 'x' does not exist
            """)
    void aRefusalNamesItsCause(String sql, String state, String text) {
        RocheException e = assertThrows(RocheException.class, () -> db.run(sql), sql);
        assertEquals(state, e.code().sqlState(), e.getMessage());
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains(text), message);
        assertTrue(!message.contains("org.apache") && !message.contains("io.rochedb"), message);
        assertEquals("T", db.rows("SELECT 'T'"));
    }
}
