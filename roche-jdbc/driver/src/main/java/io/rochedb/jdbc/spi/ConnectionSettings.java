package io.rochedb.jdbc.spi;

import io.rochedb.jdbc.RocheProperty;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The checked options of one connection. Immutable; its text hides secrets.
 */
public final class ConnectionSettings {
    private final EnumMap<RocheProperty, String> values;

    /** Takes options as written; {@link IllegalArgumentException} names the first that is wrong. */
    public ConnectionSettings(Map<RocheProperty, String> values) {
        this.values = new EnumMap<>(RocheProperty.class);
        this.values.putAll(values);
        this.values.forEach(ConnectionSettings::check);
    }

    private static void check(RocheProperty property, String value) {
        if (!property.choices().isEmpty() && !property.choices().contains(value)) {
            throw wrong(property, value, "one of " + String.join(", ", property.choices()));
        }
        switch (property.type()) {
            case NUMBER -> parseLong(property, value, value, 1, "a whole number, not negative");
            case BYTES -> parseBytes(property, value);
            case DURATION -> parseMillis(property, value);
            case TEXT, SECRET, FLAG -> {}
        }
    }

    /** Returns whether the option was given. */
    public boolean isSet(RocheProperty property) {
        return values.containsKey(property);
    }

    /** Returns the value, or the default, or null when there is neither. */
    public @Nullable String text(RocheProperty property) {
        String value = values.get(property);
        return value != null ? value : property.defaultValue();
    }

    /** Returns the value, or the default, or a fallback when there is neither. */
    public String text(RocheProperty property, String fallback) {
        String value = text(property);
        return value == null ? fallback : value;
    }

    public boolean flag(RocheProperty property) {
        return "true".equals(text(property));
    }

    /** Returns a number, or a fallback when there is neither value nor default. */
    public long number(RocheProperty property, long fallback) {
        String value = text(property);
        return value == null ? fallback : parseLong(property, value, value, 1, "a whole number, not negative");
    }

    /** Returns a size in bytes, or a fallback when there is neither value nor default. */
    public long bytes(RocheProperty property, long fallback) {
        String value = text(property);
        return value == null ? fallback : parseBytes(property, value);
    }

    /** Returns a duration in milliseconds, 0 when there is neither value nor default. */
    public long millis(RocheProperty property) {
        String value = text(property);
        return value == null ? 0 : parseMillis(property, value);
    }

    /** Returns every option that has a value, by key, without secrets. */
    public Map<String, String> visible() {
        Map<String, String> visible = new TreeMap<>();
        for (RocheProperty property : RocheProperty.values()) {
            String value = text(property);
            if (value != null && property.type() != RocheProperty.Type.SECRET) {
                visible.put(property.key(), value);
            }
        }
        return visible;
    }

    @Override
    public String toString() {
        return visible().toString();
    }

    private static long parseBytes(RocheProperty property, String value) {
        String expected = "a size such as 512m or 4g";
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.endsWith("b") && lower.length() > 1 && !Character.isDigit(lower.charAt(lower.length() - 2))) {
            lower = lower.substring(0, lower.length() - 1);
        }
        char unit = lower.isEmpty() ? '?' : lower.charAt(lower.length() - 1);
        long factor = switch (unit) {
            case 'k' -> 1L << 10;
            case 'm' -> 1L << 20;
            case 'g' -> 1L << 30;
            default -> 1L;
        };
        String digits = factor == 1 ? lower : lower.substring(0, lower.length() - 1);
        return parseLong(property, value, digits, factor, expected);
    }

    private static long parseMillis(RocheProperty property, String value) {
        String expected = "a duration such as 500ms, 10s or 2m";
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.endsWith("ms")) {
            return parseLong(property, value, lower.substring(0, lower.length() - 2), 1, expected);
        }
        boolean minutes = lower.endsWith("m");
        String digits = minutes || lower.endsWith("s") ? lower.substring(0, lower.length() - 1) : lower;
        return parseLong(property, value, digits, minutes ? 60_000 : 1_000, expected);
    }

    private static long parseLong(RocheProperty property, String value, String digits, long factor, String expected) {
        try {
            long number = Math.multiplyExact(Long.parseLong(digits.trim()), factor);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException | ArithmeticException e) {
            // said below, with the key
        }
        throw wrong(property, value, expected);
    }

    private static IllegalArgumentException wrong(RocheProperty property, String value, String expected) {
        String shown = property.type() == RocheProperty.Type.SECRET ? "that" : "'" + value + "'";
        return new IllegalArgumentException(property.key() + " must be " + expected + ", not " + shown);
    }
}
