package io.rochedb.sqllogic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Records that do not apply to this database, each with its reason: lines {@code script[:first-last] reason} of the resource {@code excluded.txt},
 * or {@code folder/ | regular expression | reason} for the statements of a folder in which it is found.
 */
final class Exclusions {
    private record Exclusion(String script, int first, int last, Pattern sql, String reason) {
        boolean covers(String name) {
            return script.endsWith("/") ? name.startsWith(script) : name.equals(script);
        }

        boolean covers(LogicRecord record) {
            return record.line() >= first
                    && record.line() <= last
                    && sql.matcher(record.sql()).find();
        }
    }

    private static final Pattern ANY = Pattern.compile("");

    private static final List<Exclusion> ALL = read();

    private Exclusions() {}

    static List<LogicRecord> apply(String script, List<LogicRecord> records) {
        List<LogicRecord> result = new ArrayList<>(records);
        for (Exclusion exclusion : ALL) {
            if (exclusion.covers(script)) {
                result.replaceAll(record ->
                        record.skip() == null && exclusion.covers(record) ? record.without(exclusion.reason) : record);
            }
        }
        return result;
    }

    private static List<Exclusion> read() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Exclusions.class.getResourceAsStream("excluded.txt")),
                StandardCharsets.UTF_8))) {
            List<Exclusion> all = new ArrayList<>();
            for (String line : in.lines().toList()) {
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                all.add(line.contains(" | ") ? ofFolder(line.split(" \\| ", 3)) : ofScript(line.split(" ", 2)));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Exclusion ofFolder(String[] parts) {
        return new Exclusion(parts[0], 0, Integer.MAX_VALUE, Pattern.compile(parts[1]), parts[2]);
    }

    private static Exclusion ofScript(String[] parts) {
        String[] where = parts[0].split("[:-]");
        boolean whole = where.length == 1;
        return new Exclusion(
                where[0],
                whole ? 0 : Integer.parseInt(where[1]),
                whole ? Integer.MAX_VALUE : Integer.parseInt(where[2]),
                ANY,
                parts[1]);
    }
}
