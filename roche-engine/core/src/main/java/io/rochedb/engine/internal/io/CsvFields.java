package io.rochedb.engine.internal.io;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.rochedb.engine.CsvImportOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The fields of one record. Not thread-safe. */
final class CsvFields {
    private static final CsvMapper MAPPER = CsvMapper.csvBuilder()
            .enable(CsvParser.Feature.EMPTY_UNQUOTED_STRING_AS_NULL)
            .build();

    private final ObjectReader reader;
    private final @Nullable String nullText;

    CsvFields(CsvImportOptions options) {
        CsvSchema schema =
                CsvSchema.emptySchema().withColumnSeparator(options.delimiter()).withQuoteChar(options.quote());
        reader = MAPPER.readerFor(String[].class).with(schema);
        nullText = options.nullText();
    }

    /** Returns the fields of a record, null for NULL. */
    @Nullable
    String[] of(byte[] bytes, int start, int end) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, start, end - start))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new RefusedLine("the record is not valid UTF-8; name the file's encoding");
        }
        if (text.indexOf('\0') >= 0) {
            throw new RefusedLine("the record holds the character NUL");
        }
        @Nullable String[] fields;
        try {
            fields = reader.readValue(text);
        } catch (IOException e) {
            throw new RefusedLine(
                    "the record is no CSV: a quoted field must end with its quote, quotes inside it are doubled");
        }
        for (int i = 0; i < fields.length && nullText != null; i++) {
            fields[i] = nullText.equals(fields[i]) ? null : fields[i];
        }
        return fields;
    }
}
