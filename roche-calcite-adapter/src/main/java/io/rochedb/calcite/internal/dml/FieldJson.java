package io.rochedb.calcite.internal.dml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.rochedb.calcite.internal.table.IsoText;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object being written from SQL values, member by member in column order.
 *
 * <p>Numbers stay numbers, booleans booleans, arrays become JSON arrays; DATE, TIME and TIMESTAMP are ISO-8601 strings with milliseconds
 * and no zone; binary values are base64. NaN and infinities have no JSON form: {@code NUMERIC_OUT_OF_RANGE}.
 */
public final class FieldJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private static final String EMPTY_MEMBER = "{\"\":";
    private static final int INITIAL_BYTES = 256;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    /** A value that is JSON text already. */
    record Raw(String json) {}

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(INITIAL_BYTES);
    private final JsonGenerator generator;

    FieldJson() {
        try {
            generator = FACTORY.createGenerator(bytes);
            generator.writeStartObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the JSON text of a value alone; {@code field} is for errors. */
    public static String text(String field, @Nullable Object value) {
        String object = new String(new FieldJson().put("", value, field).finish(), StandardCharsets.UTF_8);
        return object.substring(EMPTY_MEMBER.length(), object.length() - 1);
    }

    /** Adds a member; null is JSON null. */
    FieldJson put(String field, @Nullable Object value) {
        return put(field, value, field);
    }

    private FieldJson put(String member, @Nullable Object value, String field) {
        try {
            generator.writeFieldName(member);
            write(field, value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** Ends the object and returns its UTF-8 bytes. */
    byte[] finish() {
        try {
            generator.writeEndObject();
            generator.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Returns the value to store for one in internal representation: the types that are plain numbers there become what they stand for. */
    static @Nullable Object fromSql(String typeName, @Nullable Object value) {
        if (!(value instanceof Number number)) {
            return value;
        }
        return switch (typeName) {
            case "TIMESTAMP" -> LocalDateTime.ofInstant(Instant.ofEpochMilli(number.longValue()), ZoneOffset.UTC);
            case "DATE" -> LocalDate.ofEpochDay(number.longValue());
            case "TIME" -> LocalTime.ofNanoOfDay(number.longValue() * NANOS_PER_MILLI);
            default -> value;
        };
    }

    private void write(String field, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Raw raw) {
            generator.writeRawValue(raw.json);
        } else if (value instanceof CharSequence || value instanceof Character || value instanceof UUID) {
            generator.writeString(value.toString());
        } else if (value instanceof Number number) {
            writeNumber(field, number);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof byte[] binary) {
            generator.writeBinary(binary);
        } else if (value instanceof float[] vector) {
            generator.writeStartArray();
            for (float element : vector) {
                write(field, element);
            }
            generator.writeEndArray();
        } else if (value instanceof double[] vector) {
            generator.writeArray(vector, 0, vector.length);
        } else if (value instanceof List<?> list) {
            writeArray(field, list);
        } else if (value instanceof Object[] array) {
            writeArray(field, Arrays.asList(array));
        } else {
            writeTime(field, value);
        }
    }

    private void writeArray(String field, List<? extends @Nullable Object> list) throws IOException {
        generator.writeStartArray();
        for (Object element : list) {
            write(field, element);
        }
        generator.writeEndArray();
    }

    private void writeNumber(String field, Number number) throws IOException {
        if (number instanceof Double || number instanceof Float) {
            if (!Double.isFinite(number.doubleValue())) {
                throw new RocheException(
                        ErrorCode.NUMERIC_OUT_OF_RANGE,
                        "field '" + field + "' cannot hold " + number + ": JSON has no such number");
            }
            if (number instanceof Float real) {
                generator.writeNumber(real);
            } else {
                generator.writeNumber(number.doubleValue());
            }
        } else if (number instanceof BigDecimal decimal) {
            generator.writeNumber(decimal);
        } else if (number instanceof BigInteger integer) {
            generator.writeNumber(integer);
        } else {
            generator.writeNumber(number.longValue());
        }
    }

    private void writeTime(String field, Object value) throws IOException {
        String text;
        if (value instanceof LocalDateTime time) {
            text = IsoText.timestamp(time);
        } else if (value instanceof LocalDate date) {
            text = date.toString();
        } else if (value instanceof LocalTime time) {
            text = IsoText.time(time);
        } else if (value instanceof Instant instant) {
            text = IsoText.timestamp(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
        } else if (value instanceof OffsetDateTime time) {
            text = IsoText.timestamp(LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC));
        } else if (value instanceof ZonedDateTime time) {
            text = IsoText.timestamp(LocalDateTime.ofInstant(time.toInstant(), ZoneOffset.UTC));
        } else if (value instanceof java.sql.Date date) {
            text = date.toLocalDate().toString();
        } else if (value instanceof java.sql.Time time) {
            text = IsoText.time(time.toLocalTime());
        } else if (value instanceof java.util.Date date) {
            text = IsoText.timestamp(LocalDateTime.ofInstant(Instant.ofEpochMilli(date.getTime()), ZoneOffset.UTC));
        } else {
            throw new RocheException(
                    ErrorCode.DATATYPE_MISMATCH,
                    "field '" + field + "' cannot hold a value of "
                            + value.getClass().getSimpleName()
                            + " (text, numbers, booleans, dates, bytes and arrays can be stored)");
        }
        generator.writeString(text);
    }
}
