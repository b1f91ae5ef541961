package io.rochedb.jdbc.spi;

import java.util.Locale;
import java.util.OptionalLong;

/** The values of settings as they are written: whole numbers that are not negative, sizes and durations. What is none of them is empty. Stateless. */
public final class SettingText {
    private SettingText() {}

    public static OptionalLong number(String text) {
        return number(text, 1);
    }

    /** Reads a number of bytes with an optional unit k, m or g, 1024-based, also written kb, mb or gb. */
    public static OptionalLong bytes(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.length() > 1 && lower.endsWith("b") && !Character.isDigit(lower.charAt(lower.length() - 2))) {
            lower = lower.substring(0, lower.length() - 1);
        }
        char unit = lower.isEmpty() ? '?' : lower.charAt(lower.length() - 1);
        return switch (unit) {
            case 'k' -> number(withoutUnit(lower, 1), 1L << 10);
            case 'm' -> number(withoutUnit(lower, 1), 1L << 20);
            case 'g' -> number(withoutUnit(lower, 1), 1L << 30);
            default -> number(lower, 1);
        };
    }

    /** Reads a time in milliseconds from a number with an optional unit ms, s, m or h; seconds without one. */
    public static OptionalLong millis(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.endsWith("ms")) {
            return number(withoutUnit(lower, 2), 1);
        }
        char unit = lower.isEmpty() ? '?' : lower.charAt(lower.length() - 1);
        return switch (unit) {
            case 's' -> number(withoutUnit(lower, 1), 1_000);
            case 'm' -> number(withoutUnit(lower, 1), 60_000);
            case 'h' -> number(withoutUnit(lower, 1), 3_600_000);
            default -> number(lower, 1_000);
        };
    }

    private static String withoutUnit(String text, int characters) {
        return text.substring(0, text.length() - characters);
    }

    private static OptionalLong number(String digits, long unit) {
        try {
            long number = Math.multiplyExact(Long.parseLong(digits.trim()), unit);
            return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
        } catch (NumberFormatException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }
}
