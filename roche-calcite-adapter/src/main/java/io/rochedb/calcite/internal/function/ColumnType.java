package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.SqlColumn;
import java.sql.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The SQL type of a column or result that this module declares itself: of functions, procedures and sys tables. */
public enum ColumnType {
    VARCHAR("VARCHAR", Types.VARCHAR),
    INTEGER("INTEGER", Types.INTEGER),
    BIGINT("BIGINT", Types.BIGINT),
    DOUBLE("DOUBLE", Types.DOUBLE),
    BOOLEAN("BOOLEAN", Types.BOOLEAN),
    TIMESTAMP("TIMESTAMP", Types.TIMESTAMP),
    VARBINARY("VARBINARY", Types.VARBINARY),
    REAL_ARRAY("REAL ARRAY", Types.ARRAY),
    /** A value that keeps the Java type it is bound with. */
    ANY("ANY", Types.OTHER);

    /** Digits after the second of a TIMESTAMP. */
    private static final int TIMESTAMP_SCALE = 3;

    private final String text;
    private final int jdbcType;

    ColumnType(String text, int jdbcType) {
        this.text = text;
        this.jdbcType = jdbcType;
    }

    /** Returns the type's SQL name, without precision. */
    public String text() {
        return text;
    }

    /** Returns the constant of {@link Types}. */
    public int jdbcType() {
        return jdbcType;
    }

    /** Returns the type for Calcite. */
    public RelDataType relType(RelDataTypeFactory factory, boolean nullable) {
        RelDataType type = switch (this) {
            case VARCHAR -> factory.createSqlType(SqlTypeName.VARCHAR);
            case INTEGER -> factory.createSqlType(SqlTypeName.INTEGER);
            case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
            case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
            case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
            case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, TIMESTAMP_SCALE);
            case VARBINARY -> factory.createSqlType(SqlTypeName.VARBINARY);
            case REAL_ARRAY -> factory.createArrayType(factory.createSqlType(SqlTypeName.REAL), -1);
            case ANY -> factory.createSqlType(SqlTypeName.ANY);
        };
        return factory.createTypeWithNullability(type, nullable);
    }

    /** Returns a column or parameter of this type. */
    public SqlColumn column(String label, boolean nullable) {
        int scale = this == TIMESTAMP ? TIMESTAMP_SCALE : 0;
        return new SqlColumn(label, label, null, jdbcType, text, scale, scale, nullable);
    }
}
