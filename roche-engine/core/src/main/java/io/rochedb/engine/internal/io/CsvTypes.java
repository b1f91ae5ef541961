package io.rochedb.engine.internal.io;

import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reader of type declarations such as {@code amount DECIMAL(10,2), day DATE}. Stateless. */
final class CsvTypes {
    private static final Pattern DECLARATION = Pattern.compile(
            "\\s*(?:\"((?:[^\"]|\"\")+)\"|([^\\s\",()]+))\\s+([A-Za-z]+(?:\\s+PRECISION)?)"
                    + "\\s*(?:\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\))?\\s*(?:,|$)",
            Pattern.CASE_INSENSITIVE);
    private static final Map<String, Kind> OTHER_NAMES = Map.of(
            "INT", Kind.INTEGER,
            "FLOAT", Kind.DOUBLE,
            "DOUBLE PRECISION", Kind.DOUBLE,
            "NUMERIC", Kind.DECIMAL,
            "TEXT", Kind.VARCHAR,
            "STRING", Kind.VARCHAR);

    private CsvTypes() {}

    /** Returns the types by column name, in order. */
    static Map<String, ColumnType> parse(String text) {
        Map<String, ColumnType> types = new LinkedHashMap<>();
        Matcher matcher = DECLARATION.matcher(text);
        int at = 0;
        while (at < text.length() && !text.substring(at).isBlank()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw invalid(text, "expected 'column TYPE' at character " + (at + 1));
            }
            String quoted = matcher.group(1);
            String name = quoted == null ? matcher.group(2) : quoted.replace("\"\"", "\"");
            types.put(name, type(text, matcher));
            at = matcher.end();
        }
        return types;
    }

    private static ColumnType type(String text, Matcher matcher) {
        String name = matcher.group(3).toUpperCase(Locale.ROOT).replaceAll("\\s+", " ");
        Kind kind = OTHER_NAMES.get(name);
        if (kind == null) {
            try {
                kind = Kind.valueOf(name);
            } catch (IllegalArgumentException unknown) {
                throw invalid(text, "there is no type '" + matcher.group(3) + "'");
            }
        }
        String first = matcher.group(4);
        if (first == null) {
            boolean limited = kind == Kind.VARCHAR || kind == Kind.VARBINARY || kind == Kind.DECIMAL;
            return new ColumnType(kind, limited ? ColumnType.UNBOUNDED : kind == Kind.CHAR ? 1 : 0, 0);
        }
        String second = matcher.group(5);
        return new ColumnType(kind, Integer.parseInt(first), second == null ? 0 : Integer.parseInt(second));
    }

    private static RocheException invalid(String text, String reason) {
        return new RocheException(
                ErrorCode.INVALID_PARAMETER,
                "types '" + text + "': " + reason + " (example: amount DECIMAL(10,2), day DATE)");
    }
}
