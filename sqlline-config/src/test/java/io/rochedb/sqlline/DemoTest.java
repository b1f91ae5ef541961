package io.rochedb.sqlline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo tells what its golden file says; {@code .ci/run} compares the launcher's output with the same file. */
final class DemoTest {
    @TempDir
    private Path directory;

    @Test
    void tellsTheSameOverAMemoryStore() throws IOException, SQLException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Connection connection = DriverManager.getConnection("jdbc:roche:mem:");
                PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            DemoCommand.tell(connection, directory, Optional.of(Path.of("..", "docs")), out);
        }
        assertEquals(golden(), bytes.toString(StandardCharsets.UTF_8));
    }

    private static String golden() throws IOException {
        try (InputStream golden =
                Objects.requireNonNull(DemoTest.class.getResourceAsStream("demo.golden"), "demo.golden")) {
            return new String(golden.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
