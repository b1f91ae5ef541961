package io.rochedb.engine.internal.vector;

import com.fasterxml.jackson.core.io.NumberOutput;
import io.rochedb.engine.internal.json.ByteBuilder;
import io.rochedb.engine.internal.json.JsonMembers;
import io.rochedb.engine.internal.json.JsonText;
import io.rochedb.engine.internal.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The text form of vectors: a JSON array of numbers, each component in its shortest form that reads back as the same bits. */
public final class VectorText {
    private static final int START = 16;

    private VectorText() {}

    /** Parses a slice that holds an array of numbers, at least one, all within float's range. Errors: {@link MalformedJson}. */
    public static float[] parse(byte[] bytes, int offset, int length) {
        JsonMembers elements = new JsonMembers();
        if (!elements.openArray(bytes, offset, length, 1)) {
            throw new MalformedJson(0, "expected '['");
        }
        float[] vector = new float[START];
        int count = 0;
        while (elements.next()) {
            byte kind = elements.valueKind();
            int at = elements.valueStart();
            if (kind != '-' && (kind < '0' || kind > '9')) {
                throw new MalformedJson(at - offset, "component " + count + " is not a number");
            }
            float component = JsonText.parseFloat(bytes, at, elements.valueEnd());
            if (Float.isInfinite(component)) {
                throw new MalformedJson(at - offset, "component " + count + " is out of range");
            }
            if (count == vector.length) {
                vector = Arrays.copyOf(vector, count * 2);
            }
            vector[count++] = component;
        }
        if (count == 0) {
            throw new MalformedJson(0, "it has no components");
        }
        return Arrays.copyOf(vector, count);
    }

    /** Returns the text form. */
    public static String text(float[] vector) {
        ByteBuilder out = new ByteBuilder();
        append(vector, out);
        return new String(out.array(), 0, out.length(), StandardCharsets.ISO_8859_1);
    }

    /** Appends the text form. Whole numbers lose their {@code .0}. */
    public static void append(float[] vector, ByteBuilder out) {
        out.append('[');
        for (int i = 0; i < vector.length; i++) {
            if (i > 0) {
                out.append(',');
            }
            out.ascii(component(vector[i]));
        }
        out.append(']');
    }

    private static String component(float value) {
        if (value == 0) {
            return Float.floatToRawIntBits(value) == 0 ? "0" : "-0.0";
        }
        String text = NumberOutput.toString(value, true);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
