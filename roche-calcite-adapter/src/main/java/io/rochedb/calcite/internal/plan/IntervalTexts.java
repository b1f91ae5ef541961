package io.rochedb.calcite.internal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's intervals, {@code INTERVAL '1 day 2 hours'}, as the standard's: {@code (INTERVAL '1' DAY + INTERVAL '2' HOUR)}. Stateless. */
final class IntervalTexts {
    private static final Pattern PART = Pattern.compile("\\s*([+-]?\\d{1,9}(?:\\.\\d{1,3})?)\\s*([a-z]+)\\s*");
    private static final int DAYS_PER_WEEK = 7;

    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("year", "YEAR(9)"),
            Map.entry("mon", "MONTH(9)"),
            Map.entry("month", "MONTH(9)"),
            Map.entry("week", "WEEK"),
            Map.entry("day", "DAY(9)"),
            Map.entry("hour", "HOUR(9)"),
            Map.entry("min", "MINUTE(9)"),
            Map.entry("minute", "MINUTE(9)"),
            Map.entry("sec", "SECOND(9, 3)"),
            Map.entry("second", "SECOND(9, 3)"));

    private IntervalTexts() {}

    /** Returns the statement with such intervals rewritten; the same text when there are none. */
    static String standard(String sql) {
        List<ReservedWords.Token> tokens = ReservedWords.tokens(sql);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            ReservedWords.Token text = tokens.get(i + 1);
            if (!tokens.get(i).text().equals("INTERVAL") || !text.text().equals("'")) {
                continue;
            }
            String interval = interval(sql.substring(text.start() + 1, text.end() - 1));
            if (interval != null) {
                out.append(sql, copied, tokens.get(i).start()).append(interval);
                copied = text.end();
            }
        }
        return copied == 0 ? sql : out.append(sql, copied, sql.length()).toString();
    }

    private static @Nullable String interval(String text) {
        List<String> parts = new ArrayList<>();
        Matcher part = PART.matcher(text.toLowerCase(Locale.ROOT));
        int end = 0;
        while (end < text.length() && part.find(end) && part.start() == end) {
            String name = part.group(2);
            String unit = UNITS.get(name.endsWith("s") ? name.substring(0, name.length() - 1) : name);
            boolean whole = part.group(1).indexOf('.') < 0;
            if (unit == null || !(whole || unit.startsWith("SECOND"))) {
                return null;
            }
            parts.add(
                    unit.equals("WEEK")
                            ? "INTERVAL '" + Integer.parseInt(part.group(1)) * DAYS_PER_WEEK + "' DAY(9)"
                            : "INTERVAL '" + part.group(1) + "' " + unit);
            end = part.end();
        }
        if (parts.isEmpty() || end < text.length()) {
            return null;
        }
        return parts.size() == 1 ? parts.get(0) : "(" + String.join(" + ", parts) + ")";
    }
}
