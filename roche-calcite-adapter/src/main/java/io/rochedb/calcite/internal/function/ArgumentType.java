package io.rochedb.calcite.internal.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** What a function accepts for one argument, and the type a {@code ?} gets there. */
public enum ArgumentType {
    /** Character data. */
    TEXT("VARCHAR", ColumnType.VARCHAR),
    /** A record id in its canonical text form. */
    ID("VARCHAR", ColumnType.VARCHAR),
    /** An array of numbers, or the text {@code [0.1, 0.2]}. */
    VECTOR("REAL ARRAY", ColumnType.REAL_ARRAY),
    /** A whole number. */
    INTEGER("INTEGER", ColumnType.INTEGER),
    /** A number. */
    NUMBER("DOUBLE", ColumnType.DOUBLE),
    /** A TIMESTAMP, or seconds since the epoch as a number; a {@code ?} may be bound with either. */
    TIME("TIMESTAMP", ColumnType.ANY),
    /** True or false. */
    BOOLEAN("BOOLEAN", ColumnType.BOOLEAN);

    private final String text;
    private final ColumnType parameterType;

    ArgumentType(String text, ColumnType parameterType) {
        this.text = text;
        this.parameterType = parameterType;
    }

    /** Returns the name shown in signatures. */
    public String text() {
        return text;
    }

    /** Returns the type of a {@code ?} in this place. */
    public ColumnType parameterType() {
        return parameterType;
    }

    /** Returns whether an argument of a type can be converted when the function runs. */
    public boolean accepts(RelDataType type) {
        SqlTypeName name = type.getSqlTypeName();
        if (name == SqlTypeName.ANY || name == SqlTypeName.NULL || name == SqlTypeName.UNKNOWN) {
            return true;
        }
        return switch (this) {
            case TEXT, ID -> SqlTypeUtil.inCharFamily(type);
            case VECTOR -> SqlTypeUtil.inCharFamily(type) || isNumberArray(type);
            case INTEGER, NUMBER -> SqlTypeUtil.isNumeric(type);
            case TIME -> SqlTypeUtil.isNumeric(type) || name == SqlTypeName.TIMESTAMP || name == SqlTypeName.DATE;
            case BOOLEAN -> name == SqlTypeName.BOOLEAN;
        };
    }

    private static boolean isNumberArray(RelDataType type) {
        RelDataType element = type.getComponentType();
        return element != null
                && (SqlTypeUtil.isNumeric(element)
                        || element.getSqlTypeName() == SqlTypeName.ANY
                        || element.getSqlTypeName() == SqlTypeName.NULL
                        || element.getSqlTypeName() == SqlTypeName.UNKNOWN);
    }
}
