package io.rochedb.engine.internal.io;

import io.rochedb.engine.internal.json.FieldExtractor;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import io.rochedb.engine.internal.vector.VectorText;
import io.rochedb.engine.model.FieldRef;
import io.rochedb.engine.model.FieldType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members of one line of a dump, of either format. Reusable. */
final class DumpLine {
    static final int DEPTH_MAX = 64;

    private static final List<String> NAMES = List.of(
            "type",
            "format",
            "nodes",
            "name",
            "key",
            "created",
            "periods",
            "period",
            "nextSeq",
            "description",
            "id",
            "ring",
            "written",
            "codec",
            "payload",
            "encoding",
            "vector",
            "vec",
            "tWrite",
            "definition");

    private final FieldExtractor extractor = new FieldExtractor(
            NAMES.stream().map(name -> new FieldRef(name, FieldType.VARCHAR)).toList());

    /** Reads a line. */
    void read(byte[] bytes, int start, int end) {
        JsonText.validate(bytes, start, end - start, DEPTH_MAX);
        if (!extractor.scan(bytes, start, end - start)) {
            throw new RefusedLine("the line is JSON, but no object");
        }
    }

    /** Returns a member's text, null when it is absent. */
    @Nullable
    String text(String name) {
        return (String) extractor.value(NAMES.indexOf(name));
    }

    String required(String name) {
        String text = text(name);
        if (text == null) {
            throw new RefusedLine("member '" + name + "' is missing");
        }
        return text;
    }

    private long number(String name) {
        String text = required(name);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new RefusedLine("member '" + name + "' is no whole number: " + text);
        }
    }

    /** Returns a whole number from 0 to {@code max}. */
    long number(String name, long max) {
        long number = number(name);
        if (number < 0 || number > max) {
            throw new RefusedLine("member '" + name + "' must be from 0 to " + max + ", not " + number);
        }
        return number;
    }

    double decimal(String name) {
        String text = required(name);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new RefusedLine("member '" + name + "' is no number: " + text);
        }
    }

    /** Returns a vector, null when it is absent or empty. */
    float @Nullable [] vector(String name) {
        String text = text(name);
        if (text == null || text.equals("[]")) {
            return null;
        }
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return VectorText.parse(bytes, 0, bytes.length);
        } catch (MalformedJson e) {
            throw new RefusedLine("member '" + name + "' is no vector: " + e.reason());
        }
    }
}
