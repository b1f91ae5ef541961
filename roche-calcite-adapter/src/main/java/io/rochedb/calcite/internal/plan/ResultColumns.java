package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.table.CatalogSchema;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The description of columns and parameters that leaves the adapter. Stateless. */
public final class ResultColumns {
    /** Type name of a parameter whose type a statement does not tell. */
    public static final String ANY = "ANY";

    private ResultColumns() {}

    /** Returns a column that comes from no table. */
    public static SqlColumn of(String label, RelDataType type) {
        return of(label, label, null, type);
    }

    /** Describes a column. */
    public static SqlColumn of(String label, String name, @Nullable String table, RelDataType type) {
        SqlTypeName sqlType = type.getSqlTypeName();
        String typeName = switch (sqlType) {
            case CHAR -> "VARCHAR";
            case BINARY -> "VARBINARY";
            case FLOAT -> "DOUBLE";
            case ARRAY -> arrayName(type);
            case NULL, ANY, SYMBOL, OTHER -> ANY;
            default -> sqlType.getName();
        };
        int jdbcType = switch (sqlType) {
            case CHAR -> java.sql.Types.VARCHAR;
            case BINARY -> java.sql.Types.VARBINARY;
            case FLOAT -> java.sql.Types.DOUBLE;
            case NULL, ANY, SYMBOL -> java.sql.Types.OTHER;
            default -> sqlType.getJdbcOrdinal();
        };
        return new SqlColumn(label, name, table, jdbcType, typeName, precision(type), scale(type), type.isNullable());
    }

    private static String arrayName(RelDataType type) {
        RelDataType element = type.getComponentType();
        return (element == null ? ANY : of("", element).typeName()) + " ARRAY";
    }

    private static int precision(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case CHAR, VARCHAR, BINARY, VARBINARY, DECIMAL, TIME, TIMESTAMP -> Math.max(0, type.getPrecision());
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            case REAL -> 7;
            case FLOAT, DOUBLE -> 15;
            default -> 0;
        };
    }

    private static int scale(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL ? Math.max(0, type.getScale()) : 0;
    }

    /** Describes the columns of a query; an origin is [schema…, table, column] or null. */
    static List<SqlColumn> ofQuery(
            RelDataType rowType, @Nullable List<? extends @Nullable List<String>> origins, CatalogSchema tables) {
        List<SqlColumn> columns = new ArrayList<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            List<String> origin = origins == null ? null : origins.get(field.getIndex());
            if (origin == null || origin.size() < 2) {
                columns.add(of(field.getName(), field.getType()));
            } else {
                String table = origin.get(origin.size() - 2);
                String name = origin.get(origin.size() - 1);
                columns.add(withLength(
                        of(field.getName(), name, table, field.getType()), tables.declaredLength(table, name)));
            }
        }
        return List.copyOf(columns);
    }

    /** Returns the column with another length, unless that is 0. */
    public static SqlColumn withLength(SqlColumn column, int length) {
        return length == 0
                ? column
                : new SqlColumn(
                        column.label(),
                        column.name(),
                        column.table(),
                        column.jdbcType(),
                        column.typeName(),
                        length,
                        column.scale(),
                        column.nullable());
    }

    /** Describes a parameter of unknown type. */
    public static SqlColumn unknownParameter(int index) {
        String name = "?" + (index + 1);
        return new SqlColumn(name, name, null, java.sql.Types.OTHER, ANY, 0, 0, true);
    }
}
