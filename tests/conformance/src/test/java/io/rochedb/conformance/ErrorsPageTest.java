package io.rochedb.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rochedb.engine.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The page of errors lists every error with its state, and each of its statements is refused so. */
class ErrorsPageTest {
    private static final Path PAGE = Path.of("../../docs/reference/errors.md");

    private record Row(String code, String state, String example) {}

    private static List<Row> rows() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split("\\|");
            if (cells.length >= 4 && cells[1].strip().matches("[A-Z_]+")) {
                String example = cells.length > 4 && cells[4].strip().startsWith("`") ? cells[4].strip() : "";
                rows.add(new Row(cells[1].strip(), cells[2].strip(), example.replace("`", "")));
            }
        }
        return rows;
    }

    @Test
    void everyErrorIsListedWithItsState() throws IOException {
        Map<String, String> listed = new HashMap<>();
        rows().forEach(row -> listed.put(row.code, row.state));
        Map<String, String> expected = new HashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            expected.put(code.name(), code.sqlState());
        }
        assertEquals(expected, listed);
    }

    /** States that the JDBC modules give of their own are literals in their sources. */
    @Test
    void everyStateOfTheDriverIsListed() throws IOException {
        String page = Files.readString(PAGE);
        Pattern state = Pattern.compile("\"([0-9][0-9A-Z]{4}|HY[0-9]{3})\"");
        Set<String> seen = new TreeSet<>();
        for (String module : new String[] {"driver", "embedded"}) {
            try (Stream<Path> files = Files.walk(Path.of("../../roche-jdbc", module, "src/main/java"))) {
                for (Path file : files.filter(
                                name -> name.toString().endsWith(".java") && !name.endsWith("RocheProperty.java"))
                        .toList()) {
                    state.matcher(Files.readString(file)).results().forEach(match -> seen.add(match.group(1)));
                }
            }
        }
        assertTrue(seen.size() >= 10, "states seen: " + seen);
        assertEquals(
                List.of(), seen.stream().filter(known -> !page.contains(known)).toList());
    }

    @TestFactory
    Stream<DynamicTest> statements() throws IOException {
        List<Row> examples =
                rows().stream().filter(row -> !row.example.isEmpty()).toList();
        assertTrue(examples.size() >= 18, "examples found: " + examples);
        return examples.stream().map(row -> DynamicTest.dynamicTest(row.code, () -> refused(row)));
    }

    private static void refused(Row row) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement statement = connection.createStatement()) {
            Sample.load(connection);
            SQLException error = assertThrows(SQLException.class, () -> {
                if (statement.execute(row.example)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            rows.getObject(1);
                        }
                    }
                }
            });
            assertEquals(row.state, error.getSQLState(), error.getMessage());
        }
    }
}
