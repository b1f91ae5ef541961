package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An array value in memory. {@link #getArray} gives an array of the element type's class, {@code Integer[]} or {@code Date[]}; a vector gives
 * {@code Float[]}, or {@code float[]} by {@code getObject(i, float[].class)}.
 */
final class JdbcArray implements Array {
    private static final String SUFFIX = " ARRAY";
    private static final Map<String, String> ALIASES = Map.of(
            "INT", "INTEGER",
            "FLOAT", "DOUBLE",
            "DOUBLE PRECISION", "DOUBLE",
            "NUMERIC", "DECIMAL",
            "CHAR", "VARCHAR",
            "TEXT", "VARCHAR",
            "CHARACTER VARYING", "VARCHAR",
            "BINARY", "VARBINARY",
            "UUID", "VARCHAR",
            "JSON", "VARCHAR");

    private final ColumnMeta element;
    /** A {@code float[]}, or a list in internal representation; null when freed. */
    private @Nullable Object elements;

    /** Takes elements in internal representation and the name of their type. */
    JdbcArray(String elementType, Object elements) {
        this.element = elementOf(elementType);
        this.elements = elements;
    }

    /** Returns the name of the type of an array type's elements. */
    static String elementType(String arrayType) {
        return arrayType.endsWith(SUFFIX) ? arrayType.substring(0, arrayType.length() - SUFFIX.length()) : "ANY";
    }

    private static ColumnMeta elementOf(String type) {
        int jdbcType = type.endsWith(SUFFIX) ? Types.ARRAY : TypeFacts.jdbcType(type);
        return new ColumnMeta("VALUE", "VALUE", null, jdbcType, type, 0, 0, true);
    }

    /** Takes elements as a caller has them; arrays among them make an array of arrays. */
    static JdbcArray of(String typeName, Object @Nullable [] values) throws SQLException {
        String given = typeName.trim().toUpperCase(Locale.ROOT);
        String type = ALIASES.getOrDefault(given, given);
        if (TypeFacts.jdbcType(type) == Types.OTHER && !type.equals("ANY")) {
            throw SqlErrors.of("42704", "no type '" + typeName + "' for the elements of an array");
        }
        if (values == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the elements are null");
        }
        String elementType = type + SUFFIX.repeat(depth(values));
        try {
            return new JdbcArray(elementType, Parameters.elements(values, elementType));
        } catch (SqlErrors.ConversionException e) {
            throw SqlErrors.translate(null, e);
        }
    }

    private static int depth(Object[] values) {
        for (Object value : values) {
            if (value instanceof Object[] inner) {
                return 1 + depth(inner);
            }
            if (value instanceof List<?> inner) {
                return 1 + depth(inner.toArray());
            }
            if (value != null) {
                return 0;
            }
        }
        return 0;
    }

    private Object live() throws SQLException {
        if (elements == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the array is freed");
        }
        return elements;
    }

    private List<@Nullable Object> list() throws SQLException {
        return list(live());
    }

    private static List<@Nullable Object> list(Object live) {
        List<@Nullable Object> list = new ArrayList<>();
        if (live instanceof float[] vector) {
            for (float number : vector) {
                list.add(number);
            }
        } else {
            list.addAll((List<?>) live);
        }
        return list;
    }

    private List<@Nullable Object> slice(long index, int count) throws SQLException {
        List<@Nullable Object> all = list();
        if (index < 1 || count < 0 || index - 1 > all.size() - (long) count) {
            throw SqlErrors.of("2202E", "an array of " + all.size() + " has no " + count + " elements from " + index);
        }
        return all.subList((int) (index - 1), (int) (index - 1 + count));
    }

    @Override
    public String getBaseTypeName() throws SQLException {
        live();
        return element.typeName();
    }

    @Override
    public int getBaseType() throws SQLException {
        live();
        return element.jdbcType();
    }

    @Override
    public Object getArray() throws SQLException {
        return toJava(list());
    }

    private Object[] toJava(List<@Nullable Object> values) throws SQLException {
        @Nullable Object[] array = (Object[]) java.lang.reflect.Array.newInstance(javaClass(), values.size());
        for (int i = 0; i < array.length; i++) {
            Object value = values.get(i);
            Object object = value == null ? null : Values.toObject(value, element);
            array[i] = object instanceof JdbcArray inner ? inner.getArray() : object;
        }
        return array;
    }

    private Class<?> javaClass() {
        if (element.jdbcType() == Types.ARRAY) {
            return Object.class;
        }
        try {
            return Class.forName(TypeFacts.className(element.jdbcType()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getArray();
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        return toJava(slice(index, count));
    }

    @Override
    public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return rows(1, list());
    }

    @Override
    public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        return rows(index, slice(index, count));
    }

    @Override
    public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getResultSet(index, count);
    }

    private ResultSet rows(long first, List<@Nullable Object> values) {
        List<@Nullable Object[]> rows = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            rows.add(new @Nullable Object[] {first + i, values.get(i)});
        }
        ColumnMeta index = new ColumnMeta("INDEX", "INDEX", null, Types.BIGINT, "BIGINT", 19, 0, false);
        return JdbcResultSet.detached(List.of(index, element), rows);
    }

    private void checkMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        live();
        if (map != null && !map.isEmpty()) {
            throw SqlErrors.notSupported("there are no user-defined types to map");
        }
    }

    @Override
    public void free() {
        elements = null;
    }

    @Override
    public String toString() {
        Object live = elements;
        if (live == null) {
            return "(freed)";
        }
        StringBuilder text = new StringBuilder("[");
        for (Object value : list(live)) {
            text.append(text.length() == 1 ? "" : ", ").append(value == null ? "null" : Values.toText(value, element));
        }
        return text.append(']').toString();
    }
}
