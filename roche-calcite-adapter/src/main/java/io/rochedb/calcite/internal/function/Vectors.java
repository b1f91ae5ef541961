package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.internal.plan.FloatList;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.model.VectorMath;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversion of every form a vector takes in SQL to its {@code float[]}. Stateless but for one remembered text. */
public final class Vectors {
    private static final int SHOWN_CHARACTERS = 40;

    /** The last text parsed: a statement usually compares one text with all its rows. */
    private static volatile Parsed last = new Parsed("", new float[0]);

    private record Parsed(String text, float[] vector) {}

    private Vectors() {}

    /**
     * Returns the vector of a value: an array or list of numbers, or the text {@code [0.1, 0.2]}; borrowed when it is a {@code float[]} already.
     *
     * @param name what to call the value in an error
     */
    public static float[] of(String name, Object value) {
        float[] vector = convert(name, value);
        if (vector.length == 0) {
            throw new RocheException(
                    ErrorCode.DATA_EXCEPTION, name + " is an empty vector; give it at least one number");
        }
        for (int i = 0; i < vector.length; i++) {
            if (!Float.isFinite(vector[i])) {
                throw new RocheException(
                        ErrorCode.DATA_EXCEPTION,
                        name + " is no vector: element " + (i + 1) + " is " + vector[i] + ", not a finite number");
            }
        }
        return vector;
    }

    private static float[] convert(String name, Object value) {
        if (value instanceof FloatList floats) {
            return floats.array();
        }
        if (value instanceof float[] floats) {
            return floats;
        }
        if (value instanceof double[] doubles) {
            float[] out = new float[doubles.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = (float) doubles[i];
            }
            return out;
        }
        if (value instanceof List<?> list) {
            return numbers(name, list);
        }
        if (value instanceof Object[] array) {
            return numbers(name, Arrays.asList(array));
        }
        if (value instanceof String text) {
            Parsed parsed = last;
            if (!parsed.text.equals(text)) {
                parsed = new Parsed(text, VectorMath.parse(text));
                last = parsed;
            }
            return parsed.vector;
        }
        throw new RocheException(
                ErrorCode.DATATYPE_MISMATCH,
                name + " takes an array of numbers or the text '[0.1, 0.2]', not " + abbreviate(value.toString()));
    }

    private static float[] numbers(String name, List<? extends @Nullable Object> list) {
        float[] out = new float[list.size()];
        for (int i = 0; i < out.length; i++) {
            if (!(list.get(i) instanceof Number number)) {
                throw new RocheException(
                        ErrorCode.DATA_EXCEPTION,
                        name + " is no vector: element " + (i + 1) + " is " + list.get(i) + ", not a number");
            }
            out[i] = number.floatValue();
        }
        return out;
    }

    private static String abbreviate(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }
}
