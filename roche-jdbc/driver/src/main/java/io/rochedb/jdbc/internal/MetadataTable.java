package io.rochedb.jdbc.internal;

import io.rochedb.jdbc.spi.ColumnMeta;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A result of {@code DatabaseMetaData} being put together: named columns, rows, an order.
 */
final class MetadataTable {
    private final List<ColumnMeta> columns = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    /** Takes column names separated by blanks; {@code :I :S :L :B} marks INTEGER, SMALLINT, BIGINT and BOOLEAN, else VARCHAR. */
    MetadataTable(String header) {
        for (String spec : header.trim().split("\\s+")) {
            int colon = spec.indexOf(':');
            String name = colon < 0 ? spec : spec.substring(0, colon);
            char type = colon < 0 ? 'V' : spec.charAt(colon + 1);
            switch (type) {
                case 'I' -> add(name, Types.INTEGER, "INTEGER");
                case 'S' -> add(name, Types.SMALLINT, "SMALLINT");
                case 'L' -> add(name, Types.BIGINT, "BIGINT");
                case 'B' -> add(name, Types.BOOLEAN, "BOOLEAN");
                default -> add(name, Types.VARCHAR, "VARCHAR");
            }
        }
    }

    private void add(String name, int jdbcType, String typeName) {
        columns.add(new ColumnMeta(name, name, null, jdbcType, typeName, 0, 0, true));
    }

    /** Adds a row; whole numbers become what their column is. */
    MetadataTable row(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        @Nullable Object[] row = new @Nullable Object[values.length];
        for (int i = 0; i < row.length; i++) {
            Object value = values[i];
            row[i] = !(value instanceof Number number)
                    ? value
                    : switch (columns.get(i).jdbcType()) {
                        case Types.SMALLINT -> (Object) number.shortValue();
                        case Types.BIGINT -> number.longValue();
                        default -> number.intValue();
                    };
        }
        rows.add(row);
        return this;
    }

    /** Orders the rows by columns, by position from 1; NULL first. */
    MetadataTable sorted(int... positions) {
        Comparator<@Nullable Object[]> order = (left, right) -> 0;
        for (int position : positions) {
            order = order.thenComparing((left, right) -> compare(left[position - 1], right[position - 1]));
        }
        rows.sort(order);
        return this;
    }

    private static int compare(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return left instanceof Number number
                ? Long.compare(number.longValue(), ((Number) right).longValue())
                : left.toString().compareTo(right.toString());
    }

    ResultSet toResultSet() {
        return JdbcResultSet.detached(columns, rows);
    }
}
