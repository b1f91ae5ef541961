package io.rochedb.calcite.internal.function;

import static io.rochedb.calcite.internal.function.ArgumentType.NUMBER;
import static io.rochedb.calcite.internal.function.ArgumentType.TEXT;
import static io.rochedb.calcite.internal.function.ArgumentType.TIME;
import static io.rochedb.calcite.internal.function.ColumnType.DOUBLE;
import static io.rochedb.calcite.internal.function.ColumnType.INTEGER;
import static io.rochedb.calcite.internal.function.ColumnType.TIMESTAMP;
import static io.rochedb.calcite.internal.function.ColumnType.VARCHAR;
import static io.rochedb.calcite.internal.function.FunctionDeclaration.scalar;

import io.rochedb.calcite.internal.plan.RocheDataContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Functions PostgreSQL users write every day and the library lacks or means otherwise. */
final class DailyFunctions {
    private static final int YEARS_PER_DECADE = 10;
    private static final int YEARS_PER_CENTURY = 100;
    private static final int YEARS_PER_MILLENNIUM = 1_000;
    private static final int MONTHS_PER_QUARTER = 3;
    private static final double MILLIS_PER_SECOND = 1000.0;

    /** A pattern as it was compiled last: most statements have one, and all their rows. */
    private static volatile Compiled last = new Compiled("", 0, Pattern.compile(""));

    private record Compiled(String text, int flags, Pattern pattern) {}

    private DailyFunctions() {}

    static void declare(ScalarFunctions functions) {
        times(functions);
        texts(functions);
        numbers(functions);
    }

    private static void numbers(ScalarFunctions functions) {
        functions.pure(
                scalar("LOG10", DOUBLE)
                        .argument("x", NUMBER)
                        .describedAs("The logarithm to base 10, exact for powers of it."),
                (root, a) -> Math.log10(positive("LOG10", a[0])));
        functions.pure(
                scalar("LOG", DOUBLE)
                        .argument("x", NUMBER)
                        .optional("y", NUMBER, "NULL")
                        .describedAs("LOG(x): the logarithm of x to base 10; LOG(x, y): that of y to base x."),
                (root, a) -> a[1] == null
                        ? Math.log10(positive("LOG", a[0]))
                        : Math.log10(positive("LOG", a[1])) / Math.log10(positive("LOG", a[0])));
    }

    private static double positive(String name, @Nullable Object value) {
        double number = value instanceof Number given ? given.doubleValue() : Double.NaN;
        if (number <= 0) {
            throw new RocheException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE, name + " takes numbers greater than 0, not " + value);
        }
        return number;
    }

    private static void times(ScalarFunctions functions) {
        functions.ofStatement(
                scalar("NOW", TIMESTAMP).describedAs("The time of the statement, as CURRENT_TIMESTAMP."),
                (root, a) -> RocheDataContext.statement(root).statementMillis());
        functions.pure(
                scalar("DATE_TRUNC", TIMESTAMP)
                        .argument("unit", TEXT)
                        .argument("source", TIME)
                        .describedAs("The start of the unit a time lies in: millisecond, second, minute, hour, day,"
                                + " week (from Monday), month, quarter, year, decade, century, millennium."),
                (root, a) -> truncated(Arguments.text(a[0]), a[1]));
        functions.random(
                scalar("RANDOM_UUID", VARCHAR).describedAs("A random UUID of version 4, another one for each row."),
                (root, a) -> UUID.randomUUID().toString());
        functions.random(
                scalar("GEN_RANDOM_UUID", VARCHAR).describedAs("As RANDOM_UUID, by PostgreSQL's name."),
                (root, a) -> UUID.randomUUID().toString());
    }

    private static void texts(ScalarFunctions functions) {
        functions.pure(
                scalar("BTRIM", VARCHAR)
                        .argument("text", TEXT)
                        .optional("characters", TEXT, "' '")
                        .describedAs("A text without any of the characters at its start and end."),
                (root, a) -> trimmed(Arguments.text(a[0]), a[1] == null ? " " : Arguments.text(a[1])));
        functions.pure(
                scalar("REGEXP_COUNT", INTEGER)
                        .argument("text", TEXT)
                        .argument("pattern", TEXT)
                        .describedAs("How many parts of a text a regular expression matches."),
                (root, a) -> count(pattern(Arguments.text(a[1]), 0).matcher(Arguments.text(a[0]))));
        functions.pure(
                scalar("REGEXP_REPLACE", VARCHAR)
                        .argument("text", TEXT)
                        .argument("pattern", TEXT)
                        .argument("replacement", TEXT)
                        .optional("flags", TEXT, "''")
                        .describedAs("A text with the first part a regular expression matches, or with flag g all,"
                                + " replaced; \\1 to \\9 are its groups, \\& is the part; flag i ignores case."),
                (root, a) -> replaced(
                        Arguments.text(a[0]),
                        Arguments.text(a[1]),
                        Arguments.text(a[2]),
                        a[3] == null ? "" : Arguments.text(a[3])));
    }

    private static long truncated(String unit, @Nullable Object source) {
        double seconds = source instanceof Number number ? number.doubleValue() : 0;
        LocalDateTime time = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC)
                .plus(Math.round(seconds * MILLIS_PER_SECOND), ChronoUnit.MILLIS);
        return truncated(unit.strip().toLowerCase(Locale.ROOT), time)
                .toInstant(ZoneOffset.UTC)
                .toEpochMilli();
    }

    private static LocalDateTime truncated(String unit, LocalDateTime time) {
        LocalDateTime day = time.truncatedTo(ChronoUnit.DAYS);
        return switch (unit) {
            case "millisecond", "milliseconds" -> time.truncatedTo(ChronoUnit.MILLIS);
            case "second" -> time.truncatedTo(ChronoUnit.SECONDS);
            case "minute" -> time.truncatedTo(ChronoUnit.MINUTES);
            case "hour" -> time.truncatedTo(ChronoUnit.HOURS);
            case "day" -> day;
            case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case "month" -> day.withDayOfMonth(1);
            case "quarter" ->
                day.withDayOfMonth(1)
                        .withMonth((day.getMonthValue() - 1) / MONTHS_PER_QUARTER * MONTHS_PER_QUARTER + 1);
            case "year" -> day.withDayOfYear(1);
            case "decade" -> firstOf(day, Math.floorDiv(day.getYear(), YEARS_PER_DECADE) * YEARS_PER_DECADE);
            // a century begins with the year 1, 101, …
            case "century" -> firstOf(day, Math.floorDiv(day.getYear() - 1, YEARS_PER_CENTURY) * YEARS_PER_CENTURY + 1);
            case "millennium" ->
                firstOf(day, Math.floorDiv(day.getYear() - 1, YEARS_PER_MILLENNIUM) * YEARS_PER_MILLENNIUM + 1);
            default ->
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "DATE_TRUNC knows no unit '" + unit + "'; use second, minute, hour, day, week, month, quarter,"
                                + " year, decade, century or millennium");
        };
    }

    private static LocalDateTime firstOf(LocalDateTime day, int year) {
        return day.withDayOfYear(1).withYear(year);
    }

    private static String trimmed(String text, String characters) {
        int start = 0;
        int end = text.length();
        while (start < end && characters.indexOf(text.charAt(start)) >= 0) {
            start++;
        }
        while (end > start && characters.indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return text.substring(start, end);
    }

    private static Pattern pattern(String text, int flags) {
        Compiled compiled = last;
        if (compiled.flags != flags || !compiled.text.equals(text)) {
            try {
                compiled = new Compiled(text, flags, Pattern.compile(text, flags));
            } catch (PatternSyntaxException e) {
                throw new RocheException(
                        ErrorCode.INVALID_PARAMETER,
                        "'" + text + "' is no regular expression: " + e.getDescription(),
                        e);
            }
            last = compiled;
        }
        return compiled.pattern;
    }

    private static int count(Matcher matcher) {
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        return count;
    }

    private static String replaced(String text, String pattern, String replacement, String flags) {
        int options = 0;
        boolean all = false;
        for (int i = 0; i < flags.length(); i++) {
            switch (flags.charAt(i)) {
                case 'g' -> all = true;
                case 'i' -> options |= Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
                case 'c' -> options &= ~Pattern.CASE_INSENSITIVE;
                case 's' -> options |= Pattern.DOTALL;
                case 'm', 'n' -> options |= Pattern.MULTILINE;
                case 'x' -> options |= Pattern.COMMENTS;
                default ->
                    throw new RocheException(
                            ErrorCode.INVALID_PARAMETER,
                            "REGEXP_REPLACE knows no flag '" + flags.charAt(i) + "'; use g, i, c, s, m, n or x");
            }
        }
        Matcher matcher = pattern(pattern, options).matcher(text);
        StringBuilder out = new StringBuilder();
        int copied = 0;
        while (matcher.find()) {
            out.append(text, copied, matcher.start());
            expand(replacement, matcher, out);
            copied = matcher.end();
            if (!all) {
                break;
            }
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static void expand(String replacement, Matcher matcher, StringBuilder out) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            if (c != '\\' || i + 1 == replacement.length()) {
                out.append(c);
                continue;
            }
            char next = replacement.charAt(++i);
            int group = next == '&' ? 0 : next - '0';
            if (next == '&' || (next >= '1' && next <= '9')) {
                String part = group <= matcher.groupCount() ? matcher.group(group) : null;
                out.append(part == null ? "" : part);
            } else {
                out.append(next);
            }
        }
    }
}
