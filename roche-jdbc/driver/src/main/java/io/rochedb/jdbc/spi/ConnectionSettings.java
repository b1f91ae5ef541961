package io.rochedb.jdbc.spi;

import io.rochedb.jdbc.RocheProperty;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
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
            case NUMBER, BYTES, DURATION -> parse(property, value);
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
        return value == null ? fallback : parse(property, value);
    }

    /** Returns a size in bytes, or a fallback when there is neither value nor default. */
    public long bytes(RocheProperty property, long fallback) {
        String value = text(property);
        return value == null ? fallback : parse(property, value);
    }

    /** Returns a duration in milliseconds, 0 when there is neither value nor default. */
    public long millis(RocheProperty property) {
        String value = text(property);
        return value == null ? 0 : parse(property, value);
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

    private static long parse(RocheProperty property, String value) {
        OptionalLong read = switch (property.type()) {
            case NUMBER -> SettingText.number(value);
            case BYTES -> SettingText.bytes(value);
            case DURATION -> SettingText.millis(value);
            case TEXT, SECRET, FLAG -> OptionalLong.empty();
        };
        String expected = switch (property.type()) {
            case BYTES -> "a size such as 512m or 4g";
            case DURATION -> "a duration such as 500ms, 10s or 2m";
            case NUMBER, TEXT, SECRET, FLAG -> "a whole number, not negative";
        };
        return read.orElseThrow(() -> wrong(property, value, expected));
    }

    private static IllegalArgumentException wrong(RocheProperty property, String value, String expected) {
        String shown = property.type() == RocheProperty.Type.SECRET ? "that" : "'" + value + "'";
        return new IllegalArgumentException(property.key() + " must be " + expected + ", not " + shown);
    }
}
