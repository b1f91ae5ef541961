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
 * An array value in memory. A vector is handed out as {@code Float[]}, or as it is by {@code getObject(i, float[].class)}.
 */
final class JdbcArray implements Array {
    private static final Map<String, Integer> BASE_TYPES = Map.ofEntries(
            Map.entry("REAL", Types.REAL),
            Map.entry("FLOAT", Types.REAL),
            Map.entry("DOUBLE", Types.DOUBLE),
            Map.entry("INTEGER", Types.INTEGER),
            Map.entry("BIGINT", Types.BIGINT),
            Map.entry("SMALLINT", Types.SMALLINT),
            Map.entry("TINYINT", Types.TINYINT),
            Map.entry("DECIMAL", Types.DECIMAL),
            Map.entry("NUMERIC", Types.DECIMAL),
            Map.entry("BOOLEAN", Types.BOOLEAN),
            Map.entry("VARCHAR", Types.VARCHAR),
            Map.entry("CHAR", Types.CHAR),
            Map.entry("DATE", Types.DATE),
            Map.entry("TIME", Types.TIME),
            Map.entry("TIMESTAMP", Types.TIMESTAMP),
            Map.entry("VARBINARY", Types.VARBINARY),
            Map.entry("ANY", Types.OTHER));

    private final String baseTypeName;
    /** A {@code float[]} or an {@code Object[]}. */
    private @Nullable Object elements;

    JdbcArray(String baseTypeName, Object elements) {
        this.baseTypeName = baseTypeName;
        this.elements = elements;
    }

    static JdbcArray of(String typeName, Object @Nullable [] elements) throws SQLException {
        String base = typeName.trim().toUpperCase(Locale.ROOT);
        if (!BASE_TYPES.containsKey(base)) {
            throw SqlErrors.of("42704", "no type '" + typeName + "' for the elements of an array");
        }
        if (elements == null) {
            throw SqlErrors.of(SqlErrors.BAD_VALUE, "the elements are null");
        }
        return new JdbcArray(base, elements.clone());
    }

    private Object live() throws SQLException {
        if (elements == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "the array is freed");
        }
        return elements;
    }

    @Override
    public String getBaseTypeName() throws SQLException {
        live();
        return baseTypeName;
    }

    @Override
    public int getBaseType() throws SQLException {
        live();
        return BASE_TYPES.getOrDefault(baseTypeName, Types.OTHER);
    }

    @Override
    public Object getArray() throws SQLException {
        Object live = live();
        if (live instanceof float[] vector) {
            Float[] boxed = new Float[vector.length];
            for (int i = 0; i < vector.length; i++) {
                boxed[i] = vector[i];
            }
            return boxed;
        }
        return ((Object[]) live).clone();
    }

    @Override
    public Object getArray(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getArray();
    }

    @Override
    public Object getArray(long index, int count) throws SQLException {
        Object[] all = (Object[]) getArray();
        if (index < 1 || count < 0 || index - 1 + count > all.length) {
            throw SqlErrors.of("2202E", "elements " + index + " and " + count + " more of an array of " + all.length);
        }
        return java.util.Arrays.copyOfRange(all, (int) (index - 1), (int) (index - 1 + count));
    }

    @Override
    public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getArray(index, count);
    }

    @Override
    public ResultSet getResultSet() throws SQLException {
        return rows(1, (Object[]) getArray());
    }

    @Override
    public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getResultSet();
    }

    @Override
    public ResultSet getResultSet(long index, int count) throws SQLException {
        return rows(index, (Object[]) getArray(index, count));
    }

    @Override
    public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map) throws SQLException {
        checkMap(map);
        return getResultSet(index, count);
    }

    private ResultSet rows(long first, Object[] values) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            rows.add(new @Nullable Object[] {first + i, values[i]});
        }
        List<ColumnMeta> columns = List.of(
                new ColumnMeta("INDEX", "INDEX", null, Types.BIGINT, "BIGINT", 19, 0, false),
                new ColumnMeta("VALUE", "VALUE", null, getBaseType(), baseTypeName, 0, 0, true));
        return JdbcResultSet.detached(columns, rows);
    }

    private static void checkMap(@Nullable Map<String, Class<?>> map) throws SQLException {
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
        return elements == null ? "(freed)" : Values.plainText(elements);
    }
}
