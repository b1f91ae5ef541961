package io.rochedb.server.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** A JSON object on one line, as logs and records have them. Stateless. */
final class JsonLine {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonLine() {}

    /** Returns the object of these fields: numbers and truth values as they are, anything else as text. */
    static String of(Map<String, Object> fields) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            for (Map.Entry<String, Object> field : fields.entrySet()) {
                json.writeFieldName(field.getKey());
                Object value = field.getValue();
                if (value instanceof Number number) {
                    json.writeNumber(number.longValue());
                } else if (value instanceof Boolean truth) {
                    json.writeBoolean(truth);
                } else {
                    json.writeString(value.toString());
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("text in memory is written", e);
        }
        return text.toString();
    }
}
