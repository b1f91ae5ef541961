package io.rochedb.calcite.internal.dml;

import com.fasterxml.jackson.databind.JsonNode;
import io.rochedb.calcite.StatementContext;
import io.rochedb.engine.schema.ColumnDefinition;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.TableDefinition;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that INSERT … ON CONFLICT would insert, as the table would hold it: rounded to the columns' types, with defaults. This is what EXCLUDED shows
 * and what keys are compared with.
 *
 * @param written the columns the statement writes
 * @param values what it writes into them
 * @param held for each column of the table its value, as a parameter has it
 */
record UpsertRow(List<WriteColumn> written, @Nullable Object[] values, List<@Nullable Object> held) {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    static UpsertRow of(
            TableDefinition table, List<WriteColumn> written, @Nullable Object[] values, StatementContext context) {
        List<@Nullable Object> held = new ArrayList<>(table.columns().size());
        for (ColumnDefinition column : table.columns()) {
            int at = 0;
            while (at < written.size() && !written.get(at).name().equals(column.name())) {
                at++;
            }
            Object value = at < written.size() ? values[at] : new ValueSource.DefaultOf(column).value(context, values);
            held.add(value == null ? null : held(column, value));
        }
        return new UpsertRow(written, values, held);
    }

    /** Returns the values of some columns of the table, or null when one of them is NULL: such a key is equal to no other. */
    @Nullable
    List<Object> key(int[] columns) {
        List<Object> key = new ArrayList<>(columns.length);
        for (int column : columns) {
            Object value = held.get(column);
            if (value == null) {
                return null;
            }
            key.add(comparable(value));
        }
        return key;
    }

    /** Returns a value whose equality is SQL's. */
    private static Object comparable(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.stripTrailingZeros();
        }
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    private static Object held(ColumnDefinition column, Object value) {
        ColumnType type = column.type();
        boolean plainJson = value instanceof FieldJson.Raw && type.kind() != ColumnType.Kind.JSON;
        Object assigned = ColumnValues.assign(column, plainJson ? plain(((FieldJson.Raw) value).json()) : value);
        if (assigned instanceof FieldJson.Raw raw) {
            return raw.json();
        }
        return switch (type.kind()) {
            case TINYINT -> ((Number) assigned).byteValue();
            case SMALLINT -> ((Number) assigned).shortValue();
            case INTEGER -> ((Number) assigned).intValue();
            case DATE -> (int) ((LocalDate) assigned).toEpochDay();
            case TIME -> (int) (((LocalTime) assigned).toNanoOfDay() / NANOS_PER_MILLI);
            case TIMESTAMP ->
                ((LocalDateTime) assigned).toInstant(ZoneOffset.UTC).toEpochMilli();
            default -> assigned;
        };
    }

    /** Returns a number or truth value that is written as JSON. */
    private static Object plain(String json) {
        JsonNode value = ValueSource.json(json);
        return value.isBoolean() ? (Object) value.booleanValue() : new BigDecimal(json);
    }
}
