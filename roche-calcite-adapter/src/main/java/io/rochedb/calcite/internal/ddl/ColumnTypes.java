package io.rochedb.calcite.internal.ddl;

import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import io.rochedb.engine.schema.ColumnType;
import io.rochedb.engine.schema.ColumnType.Kind;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/** The translator of types as written, and of types of a query's columns, into the engine's. Stateless. */
final class ColumnTypes {
    private ColumnTypes() {}

    /** Returns the type that was written for a column. */
    static ColumnType of(String column, SqlDataTypeSpec written) {
        SqlTypeNameSpec spec = written.getTypeNameSpec();
        int precision = ColumnType.UNBOUNDED;
        int scale = 0;
        if (spec instanceof SqlBasicTypeNameSpec basic) {
            precision = basic.getPrecision() < 0 ? ColumnType.UNBOUNDED : basic.getPrecision();
            scale = Math.max(basic.getScale(), 0);
        } else if (!(spec instanceof SqlUserDefinedTypeNameSpec)) {
            throw unsupported(column, written.toString());
        }
        String name = String.valueOf(spec.getTypeName()).toUpperCase(Locale.ROOT);
        return switch (name) {
            case "BOOLEAN" -> ColumnType.of(Kind.BOOLEAN);
            case "TINYINT" -> ColumnType.of(Kind.TINYINT);
            case "SMALLINT" -> ColumnType.of(Kind.SMALLINT);
            case "INTEGER" -> ColumnType.of(Kind.INTEGER);
            case "BIGINT" -> ColumnType.of(Kind.BIGINT);
            case "REAL" -> ColumnType.of(Kind.REAL);
            case "FLOAT", "DOUBLE" -> ColumnType.of(Kind.DOUBLE);
            case "DECIMAL" -> new ColumnType(Kind.DECIMAL, precision, scale);
            case "CHAR" -> new ColumnType(Kind.CHAR, precision < 0 ? 1 : precision, 0);
            case "VARCHAR" -> new ColumnType(Kind.VARCHAR, precision, 0);
            case "BINARY", "VARBINARY" -> new ColumnType(Kind.VARBINARY, precision, 0);
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "TIME" -> ColumnType.of(Kind.TIME);
            case "TIMESTAMP" -> ColumnType.of(Kind.TIMESTAMP);
            case "UUID" -> ColumnType.of(Kind.UUID);
            case "JSON", "JSONB" -> ColumnType.of(Kind.JSON);
            default -> throw unsupported(column, written.toString());
        };
    }

    /** Returns the type of a column of a query's result, by the name and sizes of {@link io.rochedb.calcite.SqlColumn}. */
    static ColumnType ofResult(String column, String typeName, int precision, int scale) {
        return switch (typeName) {
            case "BOOLEAN" -> ColumnType.of(Kind.BOOLEAN);
            case "TINYINT" -> ColumnType.of(Kind.TINYINT);
            case "SMALLINT" -> ColumnType.of(Kind.SMALLINT);
            case "INTEGER" -> ColumnType.of(Kind.INTEGER);
            case "BIGINT" -> ColumnType.of(Kind.BIGINT);
            case "REAL" -> ColumnType.of(Kind.REAL);
            case "DOUBLE" -> ColumnType.of(Kind.DOUBLE);
            case "DECIMAL" ->
                DeclaredTypes.isAnyDecimal(precision, scale)
                        ? new ColumnType(Kind.DECIMAL, ColumnType.UNBOUNDED, 0)
                        : new ColumnType(Kind.DECIMAL, precision, scale);
            case "VARCHAR", "ANY" -> ColumnType.of(Kind.VARCHAR);
            case "VARBINARY" -> ColumnType.of(Kind.VARBINARY);
            case "DATE" -> ColumnType.of(Kind.DATE);
            case "TIME" -> ColumnType.of(Kind.TIME);
            case "TIMESTAMP" -> ColumnType.of(Kind.TIMESTAMP);
            default -> throw unsupported(column, typeName);
        };
    }

    private static RocheException unsupported(String column, String written) {
        String type = written.replace("`", "");
        String name = type.toUpperCase(Locale.ROOT);
        String hint = name.contains("ZONE") || name.equals("TIMESTAMPTZ") || name.equals("DATETIME")
                ? "; use TIMESTAMP, which is kept in UTC"
                : name.contains("SERIAL")
                        ? "; use BIGINT, or UUID DEFAULT RANDOM_UUID() for generated values"
                        : name.contains("ARRAY") || name.contains("MAP") || name.contains("ROW")
                                ? "; use JSON"
                                : " (types: BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL, CHAR,"
                                        + " VARCHAR, DATE, TIME, TIMESTAMP, VARBINARY, UUID, JSON)";
        return new RocheException(
                ErrorCode.FEATURE_NOT_SUPPORTED, "column '" + column + "' cannot have the type " + type + hint);
    }
}
