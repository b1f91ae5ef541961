package io.rochedb.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A script of statements with the answers expected of them.
 *
 * <p>Format, line by line: {@code # comment}; {@code sql> } begins a statement, {@code ...> } continues it; then the expected answer up to a blank
 * line: a header and rows with cells separated by {@code |} ({@code NULL} for null), {@code = n} for an update count, {@code ! SQLSTATE message} for an error; after
 * either, {@code ~ counters} such as {@code ~ rings 1/3 scanned 2} asks for the counters to be compared too.
 */
final class Script {
    /** One statement and what is expected of it. */
    record Step(int line, String sql, List<String> expected, boolean counters) {}

    /** A step, or text between steps that is kept as it is when a script is rewritten. */
    sealed interface Part {
        record Text(String line) implements Part {}

        record Statement(Step step) implements Part {}
    }

    private Script() {}

    static List<Part> parse(List<String> lines) {
        List<Part> parts = new ArrayList<>();
        int i = 0;
        while (i < lines.size()) {
            if (!lines.get(i).startsWith("sql> ")) {
                parts.add(new Part.Text(lines.get(i++)));
                continue;
            }
            int start = i;
            StringBuilder sql = new StringBuilder(lines.get(i++).substring(5));
            while (i < lines.size() && lines.get(i).startsWith("...> ")) {
                sql.append('\n').append(lines.get(i++).substring(5));
            }
            List<String> expected = new ArrayList<>();
            while (i < lines.size() && !lines.get(i).isBlank()) {
                expected.add(lines.get(i++));
            }
            boolean counters = expected.stream().anyMatch(line -> line.startsWith("~"));
            parts.add(new Part.Statement(new Step(start + 1, sql.toString(), expected, counters)));
        }
        return parts;
    }

    static List<String> render(Step step, List<String> actual) {
        List<String> lines = new ArrayList<>();
        String prefix = "sql> ";
        for (String line : step.sql().split("\n", -1)) {
            lines.add(prefix + line);
            prefix = "...> ";
        }
        lines.addAll(actual);
        return lines;
    }
}
