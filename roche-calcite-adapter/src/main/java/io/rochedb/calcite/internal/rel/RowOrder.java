package io.rochedb.calcite.internal.rel;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import org.apache.calcite.rel.RelCollation;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * The order of ORDER BY over rows of generated code: arrays, or the value itself where a row has one column.
 *
 * <p>Values are compared as what they are: the library compares numbers through decimals, which costs a thousand times as much for doubles.
 */
final class RowOrder implements Comparator<@Nullable Object>, Serializable {
    private static final long serialVersionUID = 1L;

    private final int[] fields;
    private final boolean[] descending;
    private final boolean[] nullsFirst;
    private final boolean scalar;

    private RowOrder(int[] fields, boolean[] descending, boolean[] nullsFirst, boolean scalar) {
        this.fields = fields;
        this.descending = descending;
        this.nullsFirst = nullsFirst;
        this.scalar = scalar;
    }

    /** Returns the order, or null when a key is of a type whose values do not compare by themselves. */
    static @Nullable RowOrder of(RelCollation collation, RelDataType rowType) {
        List<RelFieldCollation> keys = collation.getFieldCollations();
        int[] fields = new int[keys.size()];
        boolean[] descending = new boolean[fields.length];
        boolean[] nullsFirst = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            RelFieldCollation key = keys.get(i);
            fields[i] = key.getFieldIndex();
            descending[i] = key.direction.isDescending();
            nullsFirst[i] = key.nullDirection == RelFieldCollation.NullDirection.FIRST
                    || (key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED && descending[i]);
            if (!comparable(rowType.getFieldList().get(fields[i]).getType())) {
                return null;
            }
        }
        return new RowOrder(fields, descending, nullsFirst, rowType.getFieldCount() == 1);
    }

    private static boolean comparable(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case CHAR,
                    VARCHAR,
                    BOOLEAN,
                    TINYINT,
                    SMALLINT,
                    INTEGER,
                    BIGINT,
                    REAL,
                    FLOAT,
                    DOUBLE,
                    DECIMAL,
                    DATE,
                    TIME,
                    TIMESTAMP,
                    BINARY,
                    VARBINARY -> true;
            default -> false;
        };
    }

    /** Returns how many keys there are. */
    int keys() {
        return fields.length;
    }

    /** Returns the first key of a row. */
    @Nullable
    Object firstKey(@Nullable Object row) {
        return scalar || row == null ? row : ((@Nullable Object[]) row)[fields[0]];
    }

    boolean firstDescending() {
        return descending[0];
    }

    boolean firstNullsFirst() {
        return nullsFirst[0];
    }

    @Override
    public int compare(@Nullable Object a, @Nullable Object b) {
        if (scalar) {
            return compare(0, a, b);
        }
        @Nullable Object[] left = (@Nullable Object[]) java.util.Objects.requireNonNull(a);
        @Nullable Object[] right = (@Nullable Object[]) java.util.Objects.requireNonNull(b);
        for (int i = 0; i < fields.length; i++) {
            int order = compare(i, left[fields[i]], right[fields[i]]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int compare(int key, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            return a == b ? 0 : (a == null) == nullsFirst[key] ? -1 : 1;
        }
        int order = values(a, b);
        return descending[key] ? -order : order;
    }

    @SuppressWarnings("unchecked")
    private static int values(Object a, Object b) {
        if (a instanceof Double left && b instanceof Double right) {
            // unlike Double.compare: both zeros are one number
            double x = left;
            double y = right;
            return x < y ? -1 : x > y ? 1 : x == y ? 0 : Double.compare(x, y);
        }
        if (a.getClass() == b.getClass()) {
            int order = ((Comparable<Object>) a).compareTo(b);
            return order < 0 ? -1 : order > 0 ? 1 : 0;
        }
        return new java.math.BigDecimal(a.toString()).compareTo(new java.math.BigDecimal(b.toString()));
    }
}
