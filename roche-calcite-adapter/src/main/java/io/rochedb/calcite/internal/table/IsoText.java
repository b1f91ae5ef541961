package io.rochedb.calcite.internal.table;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Dates and times as documents hold them: ISO-8601, milliseconds, no zone. Texts of one type and of the years 0 to 9999 are ordered as
 * what they stand for. Stateless.
 *
 * <p>A document written past SQL may leave out zeros at the end of the fraction: of the texts of one time, ordered as texts, the shortest is the first and
 * the one of three digits the last, and texts of no other time lie between them.
 */
public final class IsoText {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private IsoText() {}

    /** Returns the text of a date given as days since the epoch. */
    public static String date(long days) {
        return LocalDate.ofEpochDay(days).toString();
    }

    /** Returns the text of a time given as milliseconds of the day. */
    public static String time(long millis) {
        return time(LocalTime.ofNanoOfDay(millis * NANOS_PER_MILLI));
    }

    /** Returns the text of a time. */
    public static String time(LocalTime time) {
        return TIME.format(time);
    }

    /** Returns the text of a timestamp given as milliseconds since the epoch. */
    public static String timestamp(long millis) {
        return timestamp(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
    }

    /** Returns the text of a timestamp. */
    public static String timestamp(LocalDateTime time) {
        return TIMESTAMP.format(time);
    }

    /** Returns the text of a time or timestamp without zeros at the end of its fraction. */
    public static String shortest(String text) {
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        return text.charAt(end - 1) == '.' ? text.substring(0, end - 1) : text.substring(0, end);
    }
}
