package io.rochedb.calcite.internal.plan;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A REAL ARRAY as generated code sees it: a list over a {@code float[]}, without boxing until someone asks.
 *
 * <p>Borrowed: the array must not change.
 */
public final class FloatList extends AbstractList<Float> implements RandomAccess {
    private final float[] values;

    public FloatList(float[] values) {
        this.values = values;
    }

    /** Returns the array behind a list of numbers, or a new one; null for null or a list with a null in it. */
    public static float @Nullable [] floats(@Nullable List<?> list) {
        if (list == null) {
            return null;
        }
        if (list instanceof FloatList floats) {
            return floats.values;
        }
        float[] out = new float[list.size()];
        for (int i = 0; i < out.length; i++) {
            if (!(list.get(i) instanceof Number number)) {
                return null;
            }
            out[i] = number.floatValue();
        }
        return out;
    }

    /** Returns the array itself. */
    public float[] array() {
        return values;
    }

    @Override
    public Float get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FloatList list ? Arrays.equals(values, list.values) : super.equals(other);
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }
}
