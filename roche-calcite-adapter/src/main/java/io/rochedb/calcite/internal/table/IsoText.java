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
}
