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
    private static final int DIGITS_MAX = 38;

    /** The scale that says there is none: a DECIMAL without precision holds every decimal of up to 38 digits. */
    private static final int ANY_SCALE = 19;

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

    /**
     * Returns the SQL type without nullability: CHAR is never padded and so VARCHAR, a UUID and a JSON value are text. Text has no length here: it is checked
     * when it is written, and types of different lengths would only put casts between columns that are compared.
     */
    public static RelDataType sqlType(ColumnType type, RelDataTypeFactory types) {
        return switch (type.kind()) {
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case TINYINT -> types.createSqlType(SqlTypeName.TINYINT);
            case SMALLINT -> types.createSqlType(SqlTypeName.SMALLINT);
            case INTEGER -> types.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> types.createSqlType(SqlTypeName.BIGINT);
            case REAL -> types.createSqlType(SqlTypeName.REAL);
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case DECIMAL ->
                type.precision() > 0
                        ? types.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale())
                        : anyDecimal(types);
            case CHAR, VARCHAR, UUID, JSON -> types.createSqlType(SqlTypeName.VARCHAR);
            case DATE -> types.createSqlType(SqlTypeName.DATE);
            case TIME -> types.createSqlType(SqlTypeName.TIME, MILLISECONDS);
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP, MILLISECONDS);
            case VARBINARY ->
                type.precision() > 0
                        ? types.createSqlType(SqlTypeName.VARBINARY, type.precision())
                        : types.createSqlType(SqlTypeName.VARBINARY);
        };
    }

    /** Returns whether a type is the DECIMAL that any decimal fits into. */
    public static boolean isAnyDecimal(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL && isAnyDecimal(type.getPrecision(), type.getScale());
    }

    /** Returns whether a DECIMAL of so many digits is the one that any decimal fits into. */
    public static boolean isAnyDecimal(int precision, int scale) {
        return precision == DIGITS_MAX && scale == ANY_SCALE;
    }

    /** Returns the DECIMAL that any decimal fits into. */
    public static RelDataType anyDecimal(RelDataTypeFactory types) {
        return types.createSqlType(SqlTypeName.DECIMAL, DIGITS_MAX, ANY_SCALE);
    }

    /** Returns the characters a text type allows, 0 when it is no text or has no limit. */
    public static int length(ColumnType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR -> Math.max(0, type.precision());
            case UUID -> UUID_CHARACTERS;
            default -> 0;
        };
    }
}
