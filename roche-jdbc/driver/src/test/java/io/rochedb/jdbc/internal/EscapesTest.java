package io.rochedb.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT {d '2026-01-01'} | SELECT DATE '2026-01-01'",
                "SELECT { t '10:00:00' } | SELECT TIME '10:00:00' ",
                "SELECT {ts '2026-01-01 10:00:00'} | SELECT TIMESTAMP '2026-01-01 10:00:00'",
                "{call IMPORT_JSONL('x')} | CALL IMPORT_JSONL('x')",
                "SELECT * FROM {oj a LEFT OUTER JOIN b ON a.x = b.x} | SELECT * FROM a LEFT OUTER JOIN b ON a.x = b.x",
                "WHERE a LIKE '5!%' {escape '!'} | WHERE a LIKE '5!%' ESCAPE '!'",
                "SELECT 1 {limit 3} | SELECT 1 LIMIT 3",
                "SELECT {fn UCASE({fn LCASE('x')})} | SELECT {fn UCASE({fn LCASE('x')})}",
                "SELECT '{d}' , \"{x}\" | SELECT '{d}' , \"{x}\"",
                "SELECT 'it''s {d' | SELECT 'it''s {d'",
                "SELECT 1 -- {d | SELECT 1 -- {d",
                "SELECT 1 /* {d */ | SELECT 1 /* {d */",
            })
    void rewrites(String escaped, String plain) throws SQLException {
        assertEquals(plain.trim(), Escapes.rewrite(escaped).trim());
    }

    @Test
    void refusesWhatIsNoEscape() {
        for (String sql : new String[] {"SELECT {d '2026-01-01'", "SELECT {nope 1}"}) {
            assertEquals(
                    "42601",
                    assertThrows(SQLException.class, () -> Escapes.rewrite(sql)).getSQLState(),
                    sql);
        }
        assertEquals(
                "0A000",
                assertThrows(SQLException.class, () -> Escapes.rewrite("{?= call f()}"))
                        .getSQLState());
        assertEquals(
                "54001",
                assertThrows(SQLException.class, () -> Escapes.rewrite("{oj ".repeat(100)))
                        .getSQLState());
    }
}
