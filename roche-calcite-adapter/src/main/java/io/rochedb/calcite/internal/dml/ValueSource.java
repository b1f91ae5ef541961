package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where one value of a statement comes from when it runs: what can be taken directly needs no generated code.
 *
 * <p>Values are Java values: dates and times as {@code java.time}, numbers, text, booleans, {@code byte[]}, {@code float[]}, lists; a parameter keeps
 * the type it is bound with.
 */
public sealed interface ValueSource {
    /**
     * Returns the value.
     *
     * @param computed the values of the statement's expressions, by number
     */
    @Nullable
    Object value(StatementContext context, @Nullable Object[] computed);

    /** A literal. */
    record Constant(@Nullable Object constant) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            return constant;
        }
    }

    /** A {@code ?}. */
    record Parameter(int index) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            @Nullable Object[] parameters = context.parameters();
            if (index >= parameters.length) {
                throw new RocheException(
                        ErrorCode.PARAMETER_NOT_BOUND, "parameter " + (index + 1) + " of the statement has no value");
            }
            return parameters[index];
        }
    }

    /** An array literal of values that need no expression. */
    record Array(List<ValueSource> elements) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            List<@Nullable Object> values = new ArrayList<>(elements.size());
            for (ValueSource element : elements) {
                values.add(element.value(context, computed));
            }
            return values;
        }
    }

    /** An expression that a query computes. */
    record Computed(int number) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            return computed[number];
        }
    }

    /** The word DEFAULT: as if the column were not named. */
    record Default() implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            return null;
        }
    }
}
