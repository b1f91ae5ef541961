package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.function.FunctionDeclaration;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.jspecify.annotations.Nullable;

/** The evaluated arguments of one CALL, by name. */
final class CallArguments {
    private final FunctionDeclaration declaration;
    private final @Nullable Object[] values;

    CallArguments(FunctionDeclaration declaration, @Nullable Object[] values) {
        this.declaration = declaration;
        this.values = values;
    }

    private @Nullable Object value(String name) {
        for (int i = 0; i < values.length; i++) {
            if (declaration.arguments().get(i).name().equals(name)) {
                return values[i];
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** Returns a text, or null when it is not given. */
    @Nullable
    String text(String name) {
        Object value = value(name);
        if (value == null || value instanceof CharSequence) {
            return value == null ? null : value.toString();
        }
        throw mismatch(name, "text", value);
    }

    /** Returns a text that must be given. */
    String requiredText(String name) {
        String text = text(name);
        if (text == null) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER, declaration.name() + ": argument " + name + " cannot be NULL");
        }
        return text;
    }

    /** Returns a number that must be given. */
    double requiredNumber(String name) {
        Object value = value(name);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        throw mismatch(name, "a number", value);
    }

    /** Returns a whole number that must be given. */
    long requiredWhole(String name) {
        double exact = requiredNumber(name);
        if (exact != Math.rint(exact) || Math.abs(exact) > Long.MAX_VALUE) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    declaration.name() + ": argument " + name + " must be a whole number, not " + exact);
        }
        return (long) exact;
    }

    /** Returns whether an argument is given, and not NULL. */
    boolean isGiven(String name) {
        return value(name) != null;
    }

    /** Returns a number, or a default when it is not given. */
    double number(String name, double whenNull) {
        return value(name) == null ? whenNull : requiredNumber(name);
    }

    /** Returns TRUE or FALSE, or a default when it is not given. */
    boolean flag(String name, boolean whenNull) {
        Object value = value(name);
        if (value == null || value instanceof Boolean) {
            return value == null ? whenNull : (Boolean) value;
        }
        throw mismatch(name, "TRUE or FALSE", value);
    }

    /** Returns a whole number of at least 1, or a default when it is not given. */
    int positive(String name, int whenNull) {
        Object value = value(name);
        if (value == null) {
            return whenNull;
        }
        if (!(value instanceof Number number)) {
            throw mismatch(name, "a whole number", value);
        }
        double exact = number.doubleValue();
        if (exact != Math.rint(exact) || exact < 1 || exact > Integer.MAX_VALUE) {
            throw new RocheException(
                    ErrorCode.INVALID_PARAMETER,
                    declaration.name() + ": argument " + name + " must be a whole number of at least 1, not " + value);
        }
        return number.intValue();
    }

    private RocheException mismatch(String name, String expected, @Nullable Object value) {
        return new RocheException(
                ErrorCode.DATATYPE_MISMATCH,
                declaration.name() + ": argument " + name + " takes " + expected + ", not " + value);
    }
}
