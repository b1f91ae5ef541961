package io.rochedb.calcite.internal.plan;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Times as text, as JDBC's getString writes them: the library's casts drop the milliseconds.
 *
 * <p>Public for generated code.
 */
public final class TimeTexts {
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private TimeTexts() {}

    /** Returns the text of a timestamp given as milliseconds since the epoch; milliseconds only when there are some. */
    public static String timestamp(long millis) {
        return timestamp(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
    }

    /** Returns the text of a timestamp. */
    static String timestamp(LocalDateTime time) {
        return time.toLocalDate() + " " + text(time.toLocalTime());
    }

    /** Returns the text of a time given as milliseconds of the day; milliseconds only when there are some. */
    public static String time(int millisOfDay) {
        return text(LocalTime.ofNanoOfDay(millisOfDay * NANOS_PER_MILLI));
    }

    private static String text(LocalTime time) {
        return (time.getNano() == 0 ? SECONDS : MILLIS).format(time);
    }
}
