package io.rochedb.engine.internal.io;

import io.rochedb.engine.CsvImportOptions;
import java.io.IOException;

/** A reader of CSV records as bytes: lines, of which a field in quotes can hold more. The number of a record is that of its first line. */
final class CsvRecordReader extends LineReader {
    private final byte delimiter;
    private final byte quote;
    private boolean fieldStart = true;
    private boolean quoted;
    /** Whether the last byte was a quote inside quotes: the end of them, or the first of two. */
    private boolean quoteSeen;

    private long lineFeeds;
    private long first;

    CsvRecordReader(CsvImportOptions options, int recordMax) throws IOException {
        super(options.file(), recordMax, options.encoding());
        delimiter = (byte) options.delimiter();
        quote = (byte) options.quote();
    }

    @Override
    boolean next() throws IOException {
        long last = first;
        boolean there = super.next();
        if (!there) {
            first = Math.max(last, lineFeeds);
        }
        return there;
    }

    @Override
    void began() {
        first = lineFeeds + 1;
        fieldStart = true;
        quoted = false;
        quoteSeen = false;
    }

    @Override
    int endOfRecord(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = bytes[i];
            lineFeeds += c == '\n' ? 1 : 0;
            if (quoted && !quoteSeen) {
                quoteSeen = c == quote;
                continue;
            }
            if (quoted && c == quote) {
                quoteSeen = false;
                continue;
            }
            quoted = fieldStart && c == quote;
            quoteSeen = false;
            fieldStart = c == delimiter;
            if (c == '\n') {
                return i;
            }
        }
        return -1;
    }

    @Override
    long number() {
        return first;
    }
}
