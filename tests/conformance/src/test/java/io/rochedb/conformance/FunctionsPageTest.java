package io.rochedb.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of functions names every function there is. */
class FunctionsPageTest {
    private static final Path FUNCTIONS_PAGE = Path.of("../../docs/reference/functions.md");

    @Test
    void everyFunctionIsOnItsPage() throws IOException, SQLException {
        String page = Files.readString(FUNCTIONS_PAGE);
        List<String> missing = new ArrayList<>();
        int seen = 0;
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT DISTINCT name FROM sys.functions")) {
            while (rows.next()) {
                seen++;
                if (!page.contains(rows.getString(1))) {
                    missing.add(rows.getString(1));
                }
            }
        }
        assertTrue(seen >= 15, "functions seen: " + seen);
        assertEquals(List.of(), missing);
    }
}
