package io.rochedb.jdbc.internal;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Calendar;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Days, milliseconds of the day and milliseconds since the epoch (UTC), to and from the classes and texts of callers.
 *
 * <p>A time without a zone is a time of UTC. {@code Timestamp} and {@code Instant} name instants; {@code java.sql.Date} and {@code Time}
 * name the fields they show in the JVM's zone. Digits below the millisecond are rounded half up.
 */
final class Temporals {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int HALF_MILLI = 500_000;
    private static final long MILLIS_PER_DAY = 86_400_000L;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm[:ss]")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendPattern("['T'][' ']")
            .append(TIME)
            .appendPattern("[XXX][X]")
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private Temporals() {}

    static LocalDate date(int days) {
        return LocalDate.ofEpochDay(days);
    }

    static LocalTime time(int millisOfDay) {
        return LocalTime.ofNanoOfDay((long) millisOfDay * NANOS_PER_MILLI);
    }

    static LocalDateTime dateTime(long millis) {
        long day = Math.floorDiv(millis, MILLIS_PER_DAY);
        return LocalDateTime.of(
                LocalDate.ofEpochDay(day),
                LocalTime.ofNanoOfDay(Math.floorMod(millis, MILLIS_PER_DAY) * NANOS_PER_MILLI));
    }

    static int days(LocalDate date) {
        try {
            return Math.toIntExact(date.toEpochDay());
        } catch (ArithmeticException e) {
            throw outside(date);
        }
    }

    /** Returns the millisecond of the day; a time that rounds up to midnight stays in its day. */
    static int millisOfDay(LocalTime time) {
        long millis = (time.toNanoOfDay() + HALF_MILLI) / NANOS_PER_MILLI;
        return (int) Math.min(millis, MILLIS_PER_DAY - 1);
    }

    static long millis(LocalDateTime dateTime) {
        return millis(dateTime.toInstant(ZoneOffset.UTC));
    }

    static long millis(Instant instant) {
        try {
            return Math.addExact(
                    Math.multiplyExact(instant.getEpochSecond(), 1_000L),
                    (instant.getNano() + HALF_MILLI) / NANOS_PER_MILLI);
        } catch (ArithmeticException e) {
            throw outside(instant);
        }
    }

    static long millis(Timestamp timestamp) {
        return Math.floorDiv(timestamp.getTime(), 1_000L) * 1_000L
                + (timestamp.getNanos() + HALF_MILLI) / NANOS_PER_MILLI;
    }

    /** Returns the fields an instant shows on a wall clock of the calendar's zone, as time of UTC. */
    static LocalDateTime wallClock(java.util.Date instant, Calendar zone) {
        Instant exact = instant instanceof Timestamp timestamp
                ? timestamp.toInstant()
                : Instant.ofEpochMilli(instant.getTime());
        return LocalDateTime.ofInstant(exact, zone.getTimeZone().toZoneId());
    }

    /** Returns the instant at which a wall clock of the calendar's zone shows these fields. */
    static Timestamp instant(LocalDateTime fields, Calendar zone) {
        Instant instant = fields.atZone(zone.getTimeZone().toZoneId()).toInstant();
        try {
            return Timestamp.from(instant);
        } catch (IllegalArgumentException e) {
            throw outside(instant);
        }
    }

    private static SqlErrors.ConversionException outside(Object time) {
        return new SqlErrors.ConversionException(
                SqlErrors.DATETIME_OVERFLOW, time + " is outside the range of dates and timestamps");
    }

    static Date sqlDate(LocalDate date) {
        return Date.valueOf(date);
    }

    static Time sqlTime(LocalTime time) {
        // Time.valueOf drops the milliseconds.
        return new Time(Time.valueOf(time).getTime() + time.getNano() / NANOS_PER_MILLI);
    }

    static LocalTime localTime(Time time) {
        return time.toLocalTime().plusNanos(Math.floorMod(time.getTime(), 1_000L) * NANOS_PER_MILLI);
    }

    static String text(LocalTime time) {
        String text = String.format(Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond());
        int millis = time.getNano() / NANOS_PER_MILLI;
        return millis == 0 ? text : text + String.format(Locale.ROOT, ".%03d", millis);
    }

    static String timestampText(long millis) {
        LocalDateTime dateTime = dateTime(millis);
        return dateTime.toLocalDate() + " " + text(dateTime.toLocalTime());
    }

    static LocalDate parseDate(String text) {
        TemporalAccessor parsed = parse(TIMESTAMP, text, "a date such as 2026-07-04");
        return LocalDate.from(parsed);
    }

    static LocalTime parseTime(String text) {
        return LocalTime.from(parse(TIME, text, "a time such as 10:00:00"));
    }

    /** Reads a date, or date and time, with or without an offset. */
    static long parseTimestamp(String text) {
        TemporalAccessor parsed = parse(TIMESTAMP, text, "a timestamp such as 2026-07-04 10:00:00");
        LocalTime time = parsed.query(TemporalQueries.localTime());
        LocalDateTime local = LocalDateTime.of(LocalDate.from(parsed), time == null ? LocalTime.MIDNIGHT : time);
        @Nullable ZoneOffset offset = parsed.query(TemporalQueries.offset());
        return offset == null
                ? millis(local)
                : millis(OffsetDateTime.of(local, offset).toInstant());
    }

    private static TemporalAccessor parse(DateTimeFormatter format, String text, String expected) {
        try {
            return format.parse(text.trim());
        } catch (DateTimeException e) {
            throw new SqlErrors.ConversionException(
                    SqlErrors.BAD_DATETIME, "'" + Values.shown(text) + "' is not " + expected);
        }
    }
}
