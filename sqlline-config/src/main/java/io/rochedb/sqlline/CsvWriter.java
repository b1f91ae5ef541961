package io.rochedb.sqlline;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.PrintStream;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** RFC 4180: a header line, CRLF line ends, quotes where needed. NULL is an empty field, an empty string is {@code ""}, an array is JSON. */
final class CsvWriter implements RowFormat.Writer {
    private static final String LINE_END = "\r\n";

    private final PrintStream out;

    CsvWriter(List<RowFormat.Column> columns, PrintStream out) {
        this.out = out;
        line(columns.stream().map(RowFormat.Column::label).toList());
    }

    @Override
    public void row(List<? extends @Nullable Object> values) {
        line(values);
    }

    @Override
    public void end() {}

    private void line(List<? extends @Nullable Object> values) {
        StringBuilder line = new StringBuilder();
        boolean first = true;
        for (Object value : values) {
            if (!first) {
                line.append(',');
            }
            first = false;
            @Nullable String text = value instanceof List<?> list ? array(list) : Cells.text(value);
            if (text != null) {
                append(line, text);
            }
        }
        out.print(line.append(LINE_END));
    }

    private static String array(List<?> values) {
        StringJoiner json = new StringJoiner(", ", "[", "]");
        for (Object value : values) {
            if (value instanceof List<?> inner) {
                json.add(array(inner));
            } else if (value instanceof String text) {
                json.add('"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"');
            } else {
                json.add(String.valueOf(Cells.text(value)));
            }
        }
        return json.toString();
    }

    private static void append(StringBuilder line, String text) {
        boolean quote = text.isEmpty();
        for (int i = 0; i < text.length() && !quote; i++) {
            char c = text.charAt(i);
            quote = c == ',' || c == '"' || c == '\n' || c == '\r';
        }
        if (quote) {
            line.append('"').append(text.replace("\"", "\"\"")).append('"');
        } else {
            line.append(text);
        }
    }
}
