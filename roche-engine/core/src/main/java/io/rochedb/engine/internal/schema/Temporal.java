package io.rochedb.engine.internal.schema;

import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates and times as declared columns hold them: ISO-8601, up to milliseconds, no zone. Stateless. */
final class Temporal {
    private static final long MILLIS = 1_000;
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int DATE_LENGTH = 10;
    private static final int TIME_LENGTH = 8;
    private static final int FRACTION_MAX = 3;
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS", Locale.ROOT);

    private Temporal() {}

    static boolean isDate(String text) {
        if (text.length() != DATE_LENGTH || text.charAt(4) != '-' || text.charAt(7) != '-') {
            return false;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        return year >= 1
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= YearMonth.of(year, month).lengthOfMonth();
    }

    static boolean isTime(String text) {
        if (text.length() < TIME_LENGTH || text.charAt(2) != ':' || text.charAt(5) != ':') {
            return false;
        }
        int hour = number(text, 0, 2);
        int minute = number(text, 3, 5);
        int second = number(text, 6, 8);
        boolean fraction = text.length() == TIME_LENGTH
                || (text.charAt(TIME_LENGTH) == '.'
                        && text.length() <= TIME_LENGTH + 1 + FRACTION_MAX
                        && number(text, TIME_LENGTH + 1, text.length()) >= 0);
        return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60 && fraction;
    }

    static boolean isTimestamp(String text) {
        return text.length() > DATE_LENGTH
                && text.charAt(DATE_LENGTH) == 'T'
                && isDate(text.substring(0, DATE_LENGTH))
                && isTime(text.substring(DATE_LENGTH + 1));
    }

    /** Returns the number that some digits are, -1 when they are none. */
    private static int number(String text, int start, int end) {
        int number = start < end ? 0 : -1;
        for (int i = start; i < end && number >= 0; i++) {
            char c = text.charAt(i);
            number = c < '0' || c > '9' ? -1 : number * 10 + (c - '0');
        }
        return number;
    }

    static String date(long millis) {
        return DATE.format(utc(millis));
    }

    static String time(long millis) {
        return TIME.format(utc(millis));
    }

    static String timestamp(long millis) {
        return TIMESTAMP.format(utc(millis));
    }

    private static LocalDateTime utc(long millis) {
        int nanos = (int) Math.floorMod(millis, MILLIS) * NANOS_PER_MILLI;
        return LocalDateTime.ofEpochSecond(Math.floorDiv(millis, MILLIS), nanos, ZoneOffset.UTC);
    }
}
