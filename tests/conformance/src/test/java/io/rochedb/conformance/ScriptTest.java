package io.rochedb.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every script under {@code scripts/} over a memory store, a durable one, and a store behind a server.
 *
 * <p>{@code -Drochedb.scripts.rewrite=true} writes what was answered into the scripts instead, for a reviewer to read.
 */
class ScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");

    @TempDir
    Path directory;

    @TestFactory
    Stream<DynamicTest> scripts() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(SCRIPTS)) {
            files = list.filter(file -> file.toString().endsWith(".script"))
                    .sorted()
                    .toList();
        }
        assertTrue(files.size() >= 5, "scripts found: " + files);
        return files.stream().flatMap(file -> {
            String name = file.getFileName().toString().replace(".script", "");
            Path store = directory.resolve(name);
            return Stream.of(
                    DynamicTest.dynamicTest(name + " mem", () -> run(file, "jdbc:roche:mem:")),
                    DynamicTest.dynamicTest(name + " file", () -> run(file, "jdbc:roche:" + store + "?closeDelay=0")),
                    DynamicTest.dynamicTest(name + " tcp", () -> {
                        try (Door door = Door.open()) {
                            run(file, door.url());
                        }
                    }),
                    DynamicTest.dynamicTest(name + " http", () -> {
                        try (Door door = Door.open()) {
                            run(file, door.httpUrl());
                        }
                    }));
        });
    }

    private static void run(Path file, String url) throws Exception {
        List<String> lines = Files.readAllLines(file);
        List<String> actual = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url)) {
            ScriptRunner runner = new ScriptRunner(connection);
            for (Script.Part part : Script.parse(lines)) {
                if (part instanceof Script.Part.Text text) {
                    actual.add(text.line());
                } else if (part instanceof Script.Part.Statement statement) {
                    Script.Step step = statement.step();
                    actual.addAll(Script.render(step, runner.run(step.sql(), step.counters())));
                }
            }
        }
        // a defect that was recorded is no better for it
        assertTrue(actual.stream().noneMatch(line -> line.startsWith("! XX")), file + " meets an internal error");
        if (Boolean.getBoolean("rochedb.scripts.rewrite")) {
            Files.write(file, actual);
            return;
        }
        assertEquals(String.join("\n", lines), String.join("\n", actual), file.toString());
    }
}
