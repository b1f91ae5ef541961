package io.rochedb.calcite.internal.table;

import io.rochedb.engine.model.FieldType;
import io.rochedb.engine.schema.ColumnType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The declared types as SQL and as the engine's fields see them. Stateless. */
public final class DeclaredTypes {
    /** Fraction digits of TIME and TIMESTAMP. */
    static final int MILLISECONDS = 3;

    private static final int UUID_CHARACTERS = 36;

    private DeclaredTypes() {}

    /** Returns what the engine reads a field of a declared type as: text where its own types would lose something. */
    public static FieldType stored(ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> FieldType.BOOLEAN;
            case TINYINT, SMALLINT, INTEGER, BIGINT -> FieldType.BIGINT;
            case REAL, DOUBLE -> FieldType.DOUBLE;
            case DECIMAL, CHAR, VARCHAR, DATE, TIME, TIMESTAMP, VARBINARY, UUID, JSON -> FieldType.VARCHAR;
        };
    }

    /** Returns the SQL type without nullability: CHAR is never padded and so VARCHAR, a UUID and a JSON value are text. */
    public static RelDataType sqlType(ColumnType type, RelDataTypeFactory types) {
        return switch (type.kind()) {
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case TINYINT -> types.createSqlType(SqlTypeName.TINYINT);
            case SMALLINT -> types.createSqlType(SqlTypeName.SMALLINT);
            case INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> types.createSqlType(SqlTypeName.BIGINT);
            case REAL -> types.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
            case CHAR, VARCHAR -> sized(SqlTypeName.VARCHAR, type.precision(), types);
            case DATE -> types.createSqlType(SqlTypeName.DATE);
            case TIME -> types.createSqlType(SqlTypeName.TIME, MILLISECONDS);
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, MILLISECONDS);
            case VARBINARY -> sized(SqlTypeName.VARBINARY, type.precision(), types);
            case UUID -> types.createSqlType(SqlTypeName.VARCHAR, UUID_CHARACTERS);
            case JSON -> types.createSqlType(SqlTypeName.VARCHAR);
        };
    }

    private static RelDataType sized(SqlTypeName type, int precision, RelDataTypeFactory types) {
        return precision > 0 ? types.createSqlType(type, precision) : types.createSqlType(type);
    }
}
