package io.rochedb.engine;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to import from a CSV file (RFC 4180; gzip is recognised by its magic bytes) and where each record goes.
 *
 * <p>A record becomes a JSON document with one member for each column. An empty field without quotes is NULL and leaves the member out; with
 * quotes it is an empty text. A record that cannot be imported is a reject, as in {@link ImportOptions}.
 *
 * @param file the file
 * @param ring the ring of all records, or a template such as {@code sales/{country}}, whose columns route each record
 * @param header whether the first record names the columns
 * @param columns the columns' names when there is no header, or other names in place of those of the header; empty for {@code c1, c2, …}
 * @param types declarations such as {@code amount DECIMAL(10,2), day DATE}; a value that is not of its type is a reject. Columns not named here have the
 *     type of the declared table the ring belongs to, else one inferred from the first records (numbers, booleans, text; a number that begins with 0 is
 *     text), and a later value that is not of that type stays text
 * @param delimiter character between fields
 * @param quote character around fields that hold delimiters, quotes or line ends
 * @param nullText a field that is NULL, besides the empty one; or null
 * @param vectorColumn column that holds a vector as text {@code [0.1, 0.2]} and is not part of the document, or null
 * @param encoding the file's character set
 * @param batchSize records per transaction, at least 1
 * @param rejects where to write rejects, or null
 * @param maxRejects stop with an error after that many rejects; -1 for no bound
 */
public record CsvImportOptions(
        Path file,
        String ring,
        boolean header,
        List<String> columns,
        @Nullable String types,
        char delimiter,
        char quote,
        @Nullable String nullText,
        @Nullable String vectorColumn,
        Charset encoding,
        int batchSize,
        @Nullable Path rejects,
        long maxRejects) {
    public static final char DEFAULT_DELIMITER = ',';
    public static final char DEFAULT_QUOTE = '"';

    public CsvImportOptions {
        columns = List.copyOf(columns);
        if (delimiter == quote || delimiter == '\n' || quote == '\n' || delimiter > '\u007F' || quote > '\u007F') {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    "delimiter '" + delimiter + "' and quote '" + quote + "' must be two different ASCII characters");
        }
    }

    /** Returns options for a file with a header, everything else as usual. */
    public static CsvImportOptions of(Path file, String ring) {
        return new CsvImportOptions(
                file,
                ring,
                true,
                List.of(),
                null,
                DEFAULT_DELIMITER,
                DEFAULT_QUOTE,
                null,
                null,
                StandardCharsets.UTF_8,
                ImportOptions.DEFAULT_BATCH_SIZE,
                null,
                -1);
    }

    /** Returns what an import of lines needs to know. */
    public ImportOptions asLines() {
        return new ImportOptions(
                file, null, null, null, null, ImportOptions.DEFAULT_RING, batchSize, rejects, maxRejects);
    }
}
