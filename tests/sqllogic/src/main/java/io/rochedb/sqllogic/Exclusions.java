package io.rochedb.sqllogic;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Records that do not apply to this database, each with its reason: lines {@code script[:first-last] reason} of the resource {@code excluded.txt}.
 */
final class Exclusions {
    private record Exclusion(String script, int first, int last, String reason) {}

    private static final List<Exclusion> ALL = read();

    private Exclusions() {}

    static List<LogicRecord> apply(String script, List<LogicRecord> records) {
        List<LogicRecord> result = new ArrayList<>(records);
        for (Exclusion exclusion : ALL) {
            if (exclusion.script.equals(script)) {
                result.replaceAll(record ->
                        record.skip() == null && record.line() >= exclusion.first && record.line() <= exclusion.last
                                ? record.without(exclusion.reason)
                                : record);
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
                String[] parts = line.split(" ", 2);
                String[] where = parts[0].split("[:-]");
                boolean whole = where.length == 1;
                all.add(new Exclusion(
                        where[0],
                        whole ? 0 : Integer.parseInt(where[1]),
                        whole ? Integer.MAX_VALUE : Integer.parseInt(where[2]),
                        parts[1]));
            }
            return all;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
