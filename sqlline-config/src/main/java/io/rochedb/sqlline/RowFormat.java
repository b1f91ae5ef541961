package io.rochedb.sqlline;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How rows are written; each result set goes through a writer of its own, row by row. */
enum RowFormat {
    TABLE,
    CSV,
    JSON;

    /**
     * A column to write.
     *
     * @param label its label
     * @param number whether its values are numbers, which tables align to the right
     */
    record Column(String label, boolean number) {}

    /** A receiver of the rows of one result set. */
    interface Writer {
        void row(List<? extends @Nullable Object> values) throws IOException;

        /** Writes what is still held back; called once after the last row. */
        void end() throws IOException;
    }

    static RowFormat of(String name) {
        for (RowFormat format : values()) {
            if (format.word().equals(name)) {
                return format;
            }
        }
        List<String> words = List.of(TABLE.word(), CSV.word(), JSON.word());
        throw ShellException.usage("unknown format '" + name + "'" + Nearest.hint(name, words) + "; it is one of "
                + String.join(", ", words));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Writer writer(List<Column> columns, PrintStream out) throws IOException {
        return switch (this) {
            case TABLE -> new TableWriter(columns, out);
            case CSV -> new CsvWriter(columns, out);
            case JSON -> new JsonWriter(columns, out);
        };
    }
}
