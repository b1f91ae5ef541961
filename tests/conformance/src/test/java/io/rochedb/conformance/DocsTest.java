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

/**
 * Every SQL block of the documentation runs, and answers what the page says.
 *
 * <p>The {@code sql} blocks of a page run in order in one memory store that holds the city sample; a {@code text} block right after one is the answer
 * expected of its last statement, in the notation of {@link Script}. A statement whose answer is not shown must not fail. {@code -Drochedb.scripts.rewrite=true}
 * writes the answers into the pages.
 */
class DocsTest {
    private static final Path DOCS = Path.of("../../docs");

    @TestFactory
    Stream<DynamicTest> pages() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.walk(DOCS)) {
            pages = files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
        assertTrue(pages.size() >= 6, "pages found: " + pages);
        return pages.stream().flatMap(page -> {
            String name = DOCS.relativize(page).toString();
            return Stream.of(
                    DynamicTest.dynamicTest(name, () -> run(page, "jdbc:roche:mem:")),
                    DynamicTest.dynamicTest(name + " tcp", () -> {
                        try (Door door = Door.open()) {
                            run(page, door.url());
                        }
                    }));
        });
    }

    private static void run(Path page, String url) throws Exception {
        List<String> lines = Files.readAllLines(page);
        if (lines.stream().noneMatch("```sql"::equals)) {
            return;
        }
        List<String> actual = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url)) {
            Sample.load(connection);
            runBlocks(lines, actual, new ScriptRunner(connection), page);
        }
        if (Boolean.getBoolean("rochedb.scripts.rewrite")) {
            Files.write(page, actual);
            return;
        }
        assertEquals(String.join("\n", lines), String.join("\n", actual), page.toString());
    }

    private static void runBlocks(List<String> lines, List<String> actual, ScriptRunner runner, Path page) {
        int i = 0;
        while (i < lines.size()) {
            String line = lines.get(i++);
            actual.add(line);
            if (!line.equals("```sql")) {
                continue;
            }
            int start = i;
            while (!lines.get(i).equals("```")) {
                actual.add(lines.get(i++));
            }
            List<String> statements = statements(lines.subList(start, i));
            actual.add(lines.get(i++));
            boolean blank = i + 1 < lines.size()
                    && lines.get(i).isEmpty()
                    && lines.get(i + 1).equals("```text");
            if (blank) {
                actual.add(lines.get(i++));
            }
            boolean shown = i < lines.size() && lines.get(i).equals("```text");
            int end = i;
            while (shown && !lines.get(end).equals("```")) {
                end++;
            }
            boolean counters = shown && lines.subList(i, end).stream().anyMatch(text -> text.startsWith("~"));
            List<String> answer = List.of();
            for (int s = 0; s < statements.size(); s++) {
                answer = runner.run(statements.get(s), counters && s == statements.size() - 1);
                if (!shown || s < statements.size() - 1) {
                    assertTrue(!answer.get(0).startsWith("!"), page + ": " + statements.get(s) + "\n" + answer);
                }
            }
            if (shown) {
                actual.add("```text");
                actual.addAll(answer);
                actual.add("```");
                i = end + 1;
            }
        }
    }

    private static List<String> statements(List<String> block) {
        List<String> statements = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        for (String line : block) {
            current.append(line).append('\n');
            if (line.stripTrailing().endsWith(";")) {
                statements.add(current.toString().strip());
                current.setLength(0);
            }
        }
        assertTrue(current.toString().isBlank(), "statement without ';' in " + block);
        return statements;
    }
}
