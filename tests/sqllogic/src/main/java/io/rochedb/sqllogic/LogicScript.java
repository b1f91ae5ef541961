package io.rochedb.sqllogic;

import io.rochedb.sqllogic.LogicRecord.Sort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reader of the script format of sqllogictest (sqlite.org/sqllogictest/doc/trunk/about.wiki). */
final class LogicScript {
    /** The database the conditions of records are read for. */
    static final String LABEL = "postgresql";

    private static final Pattern EXCLUDED = Pattern.compile(
            "(?is)\\s*(?:(?:create|drop)\\s+(?:temp\\s+)?(trigger)|(reindex)|(replace)|insert\\s+or\\s+(replace))\\b.*");

    private final BufferedReader in;
    private int lineNumber;

    private LogicScript(BufferedReader in) {
        this.in = in;
    }

    /** Reads all records of a script. */
    static List<LogicRecord> read(InputStream stream) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return new LogicScript(in).records();
        }
    }

    private @Nullable String line() throws IOException {
        lineNumber++;
        return in.readLine();
    }

    private List<LogicRecord> records() throws IOException {
        List<LogicRecord> records = new ArrayList<>();
        String skip = null;
        for (String line = line(); line != null; line = line()) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
            switch (words[0]) {
                case "", "hash-threshold" -> {}
                case "skipif" -> skip = words[1].equals(LABEL) ? "skipif " + LABEL : skip;
                case "onlyif" -> skip = words[1].equals(LABEL) ? skip : "onlyif " + words[1];
                case "halt" -> {
                    records.add(new LogicRecord.Halt(lineNumber, skip));
                    skip = null;
                }
                case "statement" -> {
                    int start = lineNumber;
                    String sql = sql(null);
                    records.add(new LogicRecord.Statement(start, reason(skip, sql), words[1].equals("ok"), sql));
                    skip = null;
                }
                case "query" -> {
                    records.add(query(words, skip));
                    skip = null;
                }
                default -> throw new IOException("line " + lineNumber + ": unknown record '" + line + "'");
            }
        }
        return records;
    }

    private static @Nullable String reason(@Nullable String skip, String sql) {
        if (skip != null) {
            return skip;
        }
        var excluded = EXCLUDED.matcher(sql);
        if (!excluded.matches()) {
            return null;
        }
        for (int i = 1; i <= excluded.groupCount(); i++) {
            if (excluded.group(i) != null) {
                return excluded.group(i).toUpperCase(Locale.ROOT);
            }
        }
        return null;
    }

    private LogicRecord query(String[] words, @Nullable String skip) throws IOException {
        int start = lineNumber;
        Sort sort = words.length > 2 ? Sort.valueOf(words[2].toUpperCase(Locale.ROOT)) : Sort.NOSORT;
        boolean[] answered = {false};
        String sql = sql(answered);
        List<String> expected = answered[0] ? new ArrayList<>() : null;
        if (expected != null) {
            for (String line = line(); line != null && !line.isEmpty(); line = line()) {
                expected.add(line);
            }
        }
        return new LogicRecord.Query(
                start, reason(skip, sql), words[1], sort, words.length > 3 ? words[3] : null, sql, expected);
    }

    /** Reads SQL up to an empty line or, where {@code answered} is given, the line before an answer, which it then tells. */
    private String sql(boolean @Nullable [] answered) throws IOException {
        StringBuilder sql = new StringBuilder();
        for (String line = line(); line != null && !line.isEmpty(); line = line()) {
            if (answered != null && line.equals("----")) {
                answered[0] = true;
                break;
            }
            sql.append(sql.length() == 0 ? "" : "\n").append(line);
        }
        return sql.toString();
    }
}
