package io.rochedb.jdbc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamePatternTest {
    @ParameterizedTest
    @CsvSource({
        "%, records, true",
        "rec%, records, true",
        "%cord_, records, true",
        "REC%, records, true",
        "r_cords, records, true",
        "record, records, false",
        "%x%, records, false",
        "REC^, records, false",
        "a\\_b, a_b, true",
        "a\\_b, axb, false",
        "a\\%, a%, true",
        "a\\%, ab, false",
        "%%s, records, true",
        "a%b%c, a-b-b-c, true",
        "[a-z]*, records, false"
    })
    void matches(String pattern, String name, boolean expected) {
        assertEquals(expected, new NamePattern(pattern, true).matches(name));
    }
}
