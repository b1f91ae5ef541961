package io.rochedb.sqlline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON lines: one object a row with numbers, booleans, null and arrays as such.
 *
 * <p>A label that occurs twice gets {@code _2}, {@code _3}, …; not-a-number and infinities, which JSON lacks, are strings.
 */
final class JsonWriter implements RowFormat.Writer {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final List<String> names;
    private final PrintStream out;

    JsonWriter(List<RowFormat.Column> columns, PrintStream out) {
        this.names = distinct(columns);
        this.out = out;
    }

    private static List<String> distinct(List<RowFormat.Column> columns) {
        Set<String> taken = new HashSet<>();
        List<String> names = new ArrayList<>();
        for (RowFormat.Column column : columns) {
            String name = column.label();
            for (int n = 2; !taken.add(name); n++) {
                name = column.label() + "_" + n;
            }
            names.add(name);
        }
        return names;
    }

    @Override
    public void row(List<? extends @Nullable Object> values) throws IOException {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(line)) {
            json.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                json.writeFieldName(names.get(i));
                write(json, values.get(i));
            }
            json.writeEndObject();
        }
        out.print(line.append('\n'));
    }

    @Override
    public void end() {}

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean bool) {
            json.writeBoolean(bool);
        } else if (value instanceof Float real) {
            json.writeNumber(real);
        } else if (value instanceof Double number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal decimal) {
            json.writeNumber(decimal.toPlainString());
        } else if (value instanceof Number integer) {
            json.writeNumber(integer.longValue());
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(json, element);
            }
            json.writeEndArray();
        } else {
            json.writeString(value.toString());
        }
    }
}
