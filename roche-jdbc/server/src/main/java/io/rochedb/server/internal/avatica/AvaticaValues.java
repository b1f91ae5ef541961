package io.rochedb.server.internal.avatica;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.SqlType;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Columns, parameters and values as Avatica's protocol has them. Dates and times are numbers of UTC on both sides, so that no zone of a machine
 * can move them.
 */
final class AvaticaValues {
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private AvaticaValues() {}

    // ---- signatures ----

    /**
     * Describes a statement: its columns when it returns rows, and its parameters.
     *
     * @param json whether the answer is JSON: its client reads fractions as decimals, and in arrays takes them for nothing else
     */
    static Meta.Signature signature(
            @Nullable String sql,
            @Nullable ResultSetMetaData columns,
            @Nullable ParameterMetaData parameters,
            boolean json)
            throws SQLException {
        List<ColumnMetaData> described = columns == null ? List.of() : columns(columns, json);
        Meta.StatementType type = columns == null ? Meta.StatementType.OTHER_DML : Meta.StatementType.SELECT;
        return new Meta.Signature(
                described,
                sql == null ? "" : sql,
                parameters == null ? List.of() : parameters(parameters),
                null,
                Meta.CursorFactory.LIST,
                type);
    }

    private static List<ColumnMetaData> columns(ResultSetMetaData meta, boolean json) throws SQLException {
        List<ColumnMetaData> columns = new ArrayList<>(meta.getColumnCount());
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            columns.add(new ColumnMetaData(
                    i - 1,
                    meta.isAutoIncrement(i),
                    meta.isCaseSensitive(i),
                    meta.isSearchable(i),
                    meta.isCurrency(i),
                    meta.isNullable(i),
                    meta.isSigned(i),
                    meta.getColumnDisplaySize(i),
                    meta.getColumnLabel(i),
                    meta.getColumnName(i),
                    meta.getSchemaName(i),
                    meta.getPrecision(i),
                    meta.getScale(i),
                    meta.getTableName(i),
                    meta.getCatalogName(i),
                    type(meta.getColumnType(i), meta.getColumnTypeName(i), json),
                    meta.isReadOnly(i),
                    meta.isWritable(i),
                    meta.isDefinitelyWritable(i),
                    meta.getColumnClassName(i)));
        }
        return columns;
    }

    private static ColumnMetaData.AvaticaType type(int jdbcType, String name, boolean json) {
        if (jdbcType == Types.ARRAY) {
            String element = name.endsWith(" ARRAY") ? name.substring(0, name.length() - " ARRAY".length()) : name;
            int elementType = elementType(element, json);
            Rep elementRep = Rep.nonPrimitiveRepOf(SqlType.valueOf(elementType));
            return ColumnMetaData.array(ColumnMetaData.scalar(elementType, element, elementRep), name, Rep.ARRAY);
        }
        return ColumnMetaData.scalar(jdbcType, name, Rep.of(SqlType.valueOf(jdbcType).internal));
    }

    private static int elementType(String name, boolean json) {
        return switch (name) {
            case "REAL" -> json ? Types.DECIMAL : Types.REAL;
            case "DOUBLE", "FLOAT" -> json ? Types.DECIMAL : Types.DOUBLE;
            case "INTEGER" -> Types.INTEGER;
            case "BIGINT" -> Types.BIGINT;
            case "SMALLINT" -> Types.SMALLINT;
            case "TINYINT" -> Types.TINYINT;
            case "BOOLEAN" -> Types.BOOLEAN;
            case "DECIMAL" -> Types.DECIMAL;
            default -> Types.VARCHAR;
        };
    }

    private static List<AvaticaParameter> parameters(ParameterMetaData meta) throws SQLException {
        List<AvaticaParameter> parameters = new ArrayList<>(meta.getParameterCount());
        for (int i = 1; i <= meta.getParameterCount(); i++) {
            parameters.add(new AvaticaParameter(
                    meta.isSigned(i),
                    meta.getPrecision(i),
                    meta.getScale(i),
                    meta.getParameterType(i),
                    meta.getParameterTypeName(i),
                    meta.getParameterClassName(i),
                    "?" + i));
        }
        return parameters;
    }

    // ---- values out ----

    /** Returns a value of the current row in the protocol's own representation. */
    static @Nullable Object read(ResultSet rows, int column, int jdbcType) throws SQLException {
        return switch (jdbcType) {
            case Types.DATE -> date(rows.getObject(column, LocalDate.class));
            case Types.TIME -> time(rows.getObject(column, LocalTime.class));
            case Types.TIMESTAMP -> timestamp(rows.getObject(column, LocalDateTime.class));
            case Types.SMALLINT -> rows.getObject(column, Short.class);
            case Types.TINYINT -> rows.getObject(column, Byte.class);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> rows.getBytes(column);
            case Types.ARRAY -> elements(rows.getArray(column));
            default -> rows.getObject(column);
        };
    }

    private static @Nullable Integer date(@Nullable LocalDate date) {
        return date == null ? null : Integer.valueOf((int) date.toEpochDay());
    }

    private static @Nullable Integer time(@Nullable LocalTime time) {
        return time == null ? null : Integer.valueOf((int) (time.toNanoOfDay() / NANOS_PER_MILLI));
    }

    private static @Nullable Long timestamp(@Nullable LocalDateTime time) {
        return time == null ? null : Long.valueOf(time.toInstant(ZoneOffset.UTC).toEpochMilli());
    }

    private static @Nullable List<@Nullable Object> elements(@Nullable Array array) throws SQLException {
        if (array == null) {
            return null;
        }
        Object elements = array.getArray();
        if (elements instanceof float[] vector) {
            List<@Nullable Object> list = new ArrayList<>(vector.length);
            for (float number : vector) {
                list.add(number);
            }
            return list;
        }
        return Arrays.asList((@Nullable Object[]) elements);
    }

    // ---- values in ----

    /** Binds what a client sent to a parameter, from 1. */
    static void bind(PreparedStatement statement, int parameter, @Nullable TypedValue sent) throws SQLException {
        if (sent == null || sent.value == null) {
            statement.setObject(parameter, null);
            return;
        }
        Object value = sent.value;
        switch (sent.type) {
            case JAVA_SQL_DATE -> statement.setObject(parameter, LocalDate.ofEpochDay(whole(value)));
            case JAVA_SQL_TIME ->
                statement.setObject(
                        parameter, LocalTime.ofNanoOfDay(Math.floorMod(whole(value), 86_400_000L) * NANOS_PER_MILLI));
            case JAVA_SQL_TIMESTAMP, JAVA_UTIL_DATE -> statement.setObject(parameter, dateTime(whole(value)));
            case BYTE_STRING -> statement.setBytes(parameter, ByteString.parseBase64((String) value));
            case ARRAY -> statement.setObject(parameter, array((List<?>) value));
            case NUMBER -> statement.setObject(parameter, value instanceof Number number ? decimal(number) : value);
            default ->
                statement.setObject(parameter, sent.toLocal() instanceof Character c ? c.toString() : sent.toLocal());
        }
    }

    private static long whole(Object value) {
        return ((Number) value).longValue();
    }

    private static LocalDateTime dateTime(long millis) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(millis, 1_000L), (int) (Math.floorMod(millis, 1_000L) * NANOS_PER_MILLI), ZoneOffset.UTC);
    }

    private static BigDecimal decimal(Number number) {
        return number instanceof BigDecimal exact ? exact : new BigDecimal(number.toString());
    }

    /** Numbers alone are a vector; anything else is an array of its elements. */
    private static Object array(List<?> sent) {
        @Nullable Object[] elements = new @Nullable Object[sent.size()];
        boolean numbers = !sent.isEmpty();
        for (int i = 0; i < elements.length; i++) {
            Object element = sent.get(i);
            elements[i] =
                    element instanceof TypedValue typed ? (typed.value == null ? null : typed.toLocal()) : element;
            numbers &= elements[i] instanceof Number;
        }
        if (!numbers) {
            return elements;
        }
        float[] vector = new float[elements.length];
        for (int i = 0; i < vector.length; i++) {
            vector[i] = ((Number) elements[i]).floatValue();
        }
        return vector;
    }
}
