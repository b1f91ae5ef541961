package io.rochedb.calcite.internal.function;

import io.rochedb.calcite.SqlColumn;
import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.plan.ResultColumns;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** The SQL type of a column or result that this module declares itself: of functions, procedures and sys tables. */
public enum ColumnType {
    VARCHAR("VARCHAR"),
    INTEGER("INTEGER"),
    BIGINT("BIGINT"),
    DOUBLE("DOUBLE"),
    BOOLEAN("BOOLEAN"),
    TIMESTAMP("TIMESTAMP"),
    VARBINARY("VARBINARY"),
    REAL_ARRAY("REAL ARRAY"),
    /** A value that keeps the Java type it is bound with. */
    ANY("ANY");

    /** Digits after the second of a TIMESTAMP. */
    private static final int TIMESTAMP_SCALE = 3;

    private final String text;

    ColumnType(String text) {
        this.text = text;
    }

    /** Returns the type's SQL name, without precision. */
    public String text() {
        return text;
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
        return ResultColumns.of(label, relType(Dialect.typeFactory(), nullable));
    }
}
