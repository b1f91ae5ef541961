package io.rochedb.engine.internal.json;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Conversions of scalar tokens, and of the texts of JSON strings, as SQL's JSON_VALUE makes them: by the text of the value. The tokens must
 * have passed {@link JsonScanner}. Stateless.
 */
public final class JsonScalars {
    private JsonScalars() {}

    /** Returns whether a value is an object or an array, by its first byte. */
    public static boolean isContainer(byte kind) {
        return kind == '{' || kind == '[';
    }

    /** Returns whether a value is a number, by its first byte. */
    public static boolean isNumber(byte kind) {
        return kind == '-' || (kind >= '0' && kind <= '9');
    }

    /** Returns the content of a string, the token of a number or boolean; null for JSON null, objects and arrays. */
    public static @Nullable String text(byte[] bytes, int start, int end) {
        switch (bytes[start]) {
            case '"':
                return JsonText.decode(bytes, start + 1, end - 1);
            case 'n':
            case '{':
            case '[':
                return null;
            default:
                return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the whole number of 64 bits that a number, or a string, is written as; null when it is none. */
    public static @Nullable Long integer(byte[] bytes, int start, int end) {
        if (isNumber(bytes[start])) {
            boolean plain = isInteger(bytes, start, end) && JsonText.fitsLong(bytes, start, end);
            return plain ? (Long) JsonText.parseLong(bytes, start, end) : null;
        }
        return bytes[start] == '"' ? integer(JsonText.decode(bytes, start + 1, end - 1)) : null;
    }

    private static boolean isInteger(byte[] bytes, int start, int end) {
        for (int i = start + 1; i < end; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Long integer(String text) {
        String digits = text.strip();
        if (!consistsOf(digits, "+-0123456789")) {
            return null;
        }
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException notOne) {
            return null;
        }
    }

    /** Returns the finite number that a number, or a string, is written as; NaN when it is none. */
    public static double number(byte[] bytes, int start, int end) {
        double value = Double.NaN;
        if (isNumber(bytes[start])) {
            value = JsonText.parseDouble(bytes, start, end);
        } else if (bytes[start] == '"') {
            value = number(JsonText.decode(bytes, start + 1, end - 1));
        }
        return Double.isInfinite(value) ? Double.NaN : value;
    }

    private static double number(String text) {
        String digits = text.strip();
        if (!consistsOf(digits, "+-.0123456789eE")) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(digits);
        } catch (NumberFormatException notOne) {
            return Double.NaN;
        }
    }

    private static boolean consistsOf(String text, String characters) {
        for (int i = 0; i < text.length(); i++) {
            if (characters.indexOf(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the value of true, false, or a string of one in any case; null for all else. */
    public static @Nullable Boolean truth(byte[] bytes, int start, int end) {
        switch (bytes[start]) {
            case 't':
                return true;
            case 'f':
                return false;
            case '"':
                String text = JsonText.decode(bytes, start + 1, end - 1).strip().toLowerCase(Locale.ROOT);
                return text.equals("true") ? Boolean.TRUE : text.equals("false") ? Boolean.FALSE : null;
            default:
                return null;
        }
    }
}
