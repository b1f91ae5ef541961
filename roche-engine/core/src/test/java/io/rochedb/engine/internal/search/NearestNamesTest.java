package io.rochedb.engine.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
    private static final List<String> NAMES = List.of("docs/japan", "docs/Jappan", "docs", "logs", "docs/korea");

    @Test
    void findsTypingErrors() {
        assertEquals(List.of("docs/Jappan", "docs/japan"), NearestNames.nearest("docs/jappan", NAMES, 2));
        assertEquals(List.of("docs"), NearestNames.nearest("dosc", NAMES, 3));
        assertEquals(List.of("logs"), NearestNames.nearest("LOGS", NAMES, 1));
    }

    @Test
    void findsNothingFarAway() {
        assertEquals(List.of(), NearestNames.nearest("weather/2026", NAMES, 3));
        assertEquals(List.of(), NearestNames.nearest("", List.of("abc"), 3));
    }
}
