package io.rochedb.calcite.internal.dml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnDefault;
import io.rochedb.engine.schema.ColumnDefinition;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where one value of a statement comes from when it runs: what can be taken directly needs no generated code.
 *
 * <p>Values are Java values: dates and times as {@code java.time}, numbers, text, booleans, {@code byte[]}, {@code float[]}, lists; a parameter keeps
 * the type it is bound with.
 */
public sealed interface ValueSource {
    /** The reader of constants. */
    ObjectMapper JSON = new ObjectMapper();

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

    /** A {@code ?}; {@code typeName} is the type it is bound as. */
    record Parameter(int index, String typeName) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            @Nullable Object[] parameters = context.parameters();
            if (index >= parameters.length) {
                throw new RocheException(
                        ErrorCode.PARAMETER_NOT_BOUND, "parameter " + (index + 1) + " of the statement has no value");
            }
            return FieldJson.fromSql(typeName, parameters[index]);
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

    /** Reads the JSON text of a default. */
    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new RocheException(ErrorCode.INTERNAL_ERROR, "a default is not JSON: " + text, e);
        }
    }

    /** What a declared column has when nothing is said of it. */
    record DefaultOf(ColumnDefinition column) implements ValueSource {
        @Override
        public @Nullable Object value(StatementContext context, @Nullable Object[] computed) {
            ColumnDefault standard = column.defaultValue();
            if (standard == null) {
                return null;
            } else if (standard instanceof ColumnDefault.Constant constant) {
                return constant(constant.json());
            } else if (standard instanceof ColumnDefault.RandomUuid) {
                return UUID.randomUUID();
            }
            return LocalDateTime.ofInstant(Instant.ofEpochMilli(context.statementMillis()), ZoneOffset.UTC);
        }

        private static @Nullable Object constant(String json) {
            JsonNode value = json(json);
            return value.isNull() ? null : value.isTextual() ? value.textValue() : new FieldJson.Raw(json);
        }
    }
}
