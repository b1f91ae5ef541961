package io.rochedb.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page about URLs says of every option what the driver does. */
class UrlPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/url.md");

    @ParameterizedTest
    @EnumSource(RocheProperty.class)
    void describesTheOption(RocheProperty property) throws IOException {
        List<String> rows = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("| `" + property.key() + "` |"))
                .toList();
        assertTrue(rows.size() == 1, property.key() + " has " + rows.size() + " rows");
        String row = rows.get(0);
        assertTrue(row.endsWith("| " + property.description() + " |"), row);
        String defaultValue = property.defaultValue();
        assertTrue(defaultValue == null ? row.contains("|  |") : row.contains("| `" + defaultValue + "` |"), row);
    }
}
