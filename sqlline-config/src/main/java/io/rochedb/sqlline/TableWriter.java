package io.rochedb.sqlline;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.WCWidth;
import org.jspecify.annotations.Nullable;

/**
 * Aligned columns for people.
 *
 * <p>Widths come from the first {@value #ROWS_MEASURED} rows; later rows stream, and a wider value pushes its line out. Nothing is
 * truncated. NULL is {@code <null>}; control characters are shown escaped, so that no value can disturb a terminal.
 */
final class TableWriter implements RowFormat.Writer {
    static final String NULL = "<null>";
    private static final int ROWS_MEASURED = 1_000;
    private static final String GAP = " | ";

    private final List<RowFormat.Column> columns;
    private final PrintStream out;
    private final List<List<String>> held = new ArrayList<>();
    private final int[] widths;
    private boolean streaming;
    private long rows;

    TableWriter(List<RowFormat.Column> columns, PrintStream out) {
        this.columns = columns;
        this.out = out;
        this.widths = new int[columns.size()];
    }

    @Override
    public void row(List<? extends @Nullable Object> values) {
        List<String> cells = new ArrayList<>(values.size());
        for (Object value : values) {
            @Nullable String text = Cells.text(value);
            cells.add(text == null ? NULL : visible(text));
        }
        rows++;
        if (streaming) {
            line(cells);
            return;
        }
        held.add(cells);
        if (held.size() >= ROWS_MEASURED) {
            begin();
        }
    }

    @Override
    public void end() {
        if (!streaming) {
            begin();
        }
        out.print("(" + rows + (rows == 1 ? " row)" : " rows)") + "\n");
    }

    private void begin() {
        streaming = true;
        List<String> labels =
                columns.stream().map(column -> visible(column.label())).toList();
        measure(labels);
        held.forEach(this::measure);
        line(labels);
        StringBuilder rule = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            rule.append(i == 0 ? "" : "-+-").append("-".repeat(widths[i]));
        }
        out.print(rule.append('\n'));
        held.forEach(this::line);
        held.clear();
    }

    private void measure(List<String> cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(cells.get(i)));
        }
    }

    private void line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).number() ? padding + cell : cell + padding);
        }
        out.print(line.toString().stripTrailing() + "\n");
    }

    /** Returns the terminal columns a text takes. */
    static int width(String text) {
        return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }

    private static String visible(String text) {
        StringBuilder shown = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                shown = shown == null ? new StringBuilder(text.substring(0, i)) : shown;
                switch (c) {
                    case '\n' -> shown.append("\\n");
                    case '\r' -> shown.append("\\r");
                    case '\t' -> shown.append("\\t");
                    default -> shown.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                }
            } else if (shown != null) {
                shown.append(c);
            }
        }
        return shown == null ? text : shown.toString();
    }
}
