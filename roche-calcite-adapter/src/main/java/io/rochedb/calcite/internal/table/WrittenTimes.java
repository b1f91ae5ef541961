package io.rochedb.calcite.internal.table;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of times as people and other programs write them, as SQL's own: {@code 2026-01-02T03:04:05Z} is {@code 2026-01-02 03:04:05}. A time with
 * an offset is the time in UTC. A text of another form is left to those who read it. Stateless.
 *
 * <p>Public for generated code.
 */
public final class WrittenTimes {
    private static final Pattern TIMESTAMP = Pattern.compile(
            "\\s*(\\d{4}-\\d{1,2}-\\d{1,2})(?:[ T](\\d{1,2}:\\d{2})(:\\d{2}(?:\\.\\d*)?)?\\s*(Z|[+-]\\d{2}(?::?\\d{2})?)?)\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern MINUTES = Pattern.compile("\\s*(\\d{1,2}:\\d{2})\\s*");
    private static final DateTimeFormatter READ = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-M-d H:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-M-d", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter SHOWN = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);
    private static final int DATE = 1;
    private static final int HOUR_AND_MINUTE = 2;
    private static final int SECONDS = 3;
    private static final int OFFSET = 4;
    private static final int FRACTION_DIGITS_MAX = 9;

    private WrittenTimes() {}

    /** Returns the text of a timestamp with a blank, seconds and no offset. */
    public static String timestamp(String text) {
        Matcher written = TIMESTAMP.matcher(text);
        if (!written.matches()) {
            return text;
        }
        String plain = written.group(DATE) + " " + time(written);
        String offset = written.group(OFFSET);
        if (offset == null || offset.equalsIgnoreCase("Z")) {
            return plain;
        }
        try {
            LocalDateTime local = LocalDateTime.parse(cut(plain), READ);
            LocalDateTime utc = OffsetDateTime.of(local, ZoneOffset.of(offset))
                    .withOffsetSameInstant(ZoneOffset.UTC)
                    .toLocalDateTime();
            return SHOWN.format(utc);
        } catch (DateTimeException wrong) {
            return plain;
        }
    }

    /** Returns the text of a date: of a timestamp, its date. */
    public static String date(String text) {
        Matcher written = TIMESTAMP.matcher(text);
        return written.matches() ? timestamp(text).substring(0, timestamp(text).indexOf(' ')) : text;
    }

    /** Returns the text of a time of day with seconds: of a timestamp, its time. */
    public static String time(String text) {
        Matcher minutes = MINUTES.matcher(text);
        if (minutes.matches()) {
            return minutes.group(1) + ":00";
        }
        Matcher written = TIMESTAMP.matcher(text);
        return written.matches() ? timestamp(text).substring(timestamp(text).indexOf(' ') + 1) : text;
    }

    /** Reads a timestamp, or a date as its first moment. */
    public static LocalDateTime readTimestamp(String text) {
        String plain = timestamp(text.strip());
        return plain.indexOf(' ') < 0 ? readDate(plain).atStartOfDay() : LocalDateTime.parse(cut(plain), READ);
    }

    /** Reads a date; of a timestamp, its date. */
    public static LocalDate readDate(String text) {
        return LocalDate.parse(date(text.strip()), DAY);
    }

    /** Reads a time of day. */
    public static LocalTime readTime(String text) {
        return LocalTime.parse(time(text.strip()));
    }

    private static String time(Matcher written) {
        String seconds = written.group(SECONDS);
        return written.group(HOUR_AND_MINUTE) + (seconds == null ? ":00" : seconds);
    }

    /** Leaves no more digits of a fraction than can be read. */
    private static String cut(String text) {
        int point = text.indexOf('.');
        return point < 0 ? text : text.substring(0, Math.min(text.length(), point + 1 + FRACTION_DIGITS_MAX));
    }
}
