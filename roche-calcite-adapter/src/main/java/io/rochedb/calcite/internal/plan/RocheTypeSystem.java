package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.internal.table.DeclaredTypes;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of RocheDB's SQL: DECIMAL of 38 digits rounded half up, sums that do not overflow, averages in DOUBLE,
 * strings that are never padded.
 */
final class RocheTypeSystem extends RelDataTypeSystemImpl {
    static final RocheTypeSystem INSTANCE = new RocheTypeSystem();

    /** Most digits of a DECIMAL. */
    static final int DECIMAL_PRECISION_MAX = 38;

    private static final int MILLISECONDS = 3;

    private RocheTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? DECIMAL_PRECISION_MAX : super.getMaxPrecision(typeName);
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? DECIMAL_PRECISION_MAX : super.getMaxScale(typeName);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        if (typeName == SqlTypeName.TIMESTAMP || typeName == SqlTypeName.TIME) {
            return MILLISECONDS;
        }
        return typeName == SqlTypeName.DECIMAL ? DECIMAL_PRECISION_MAX : super.getDefaultPrecision(typeName);
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.HALF_UP;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
        RelDataType sum = switch (argumentType.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER -> typeFactory.createSqlType(SqlTypeName.BIGINT);
            case BIGINT -> typeFactory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_PRECISION_MAX, 0);
            case DECIMAL ->
                typeFactory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_PRECISION_MAX, argumentType.getScale());
            case REAL, FLOAT -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
            default -> argumentType;
        };
        return typeFactory.createTypeWithNullability(sum, argumentType.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
        return typeFactory.createTypeWithNullability(
                typeFactory.createSqlType(SqlTypeName.DOUBLE), argumentType.isNullable());
    }

    @Override
    public RelDataType deriveCovarType(RelDataTypeFactory typeFactory, RelDataType arg0Type, RelDataType arg1Type) {
        return deriveAvgAggType(typeFactory, arg0Type);
    }

    @Override
    public @Nullable RelDataType deriveDecimalPlusType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        RelDataType any = any(typeFactory, type1, type2);
        return any == null ? super.deriveDecimalPlusType(typeFactory, type1, type2) : any;
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        RelDataType any = any(typeFactory, type1, type2);
        return any == null ? super.deriveDecimalMultiplyType(typeFactory, type1, type2) : any;
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        RelDataType any = any(typeFactory, type1, type2);
        return any == null ? super.deriveDecimalDivideType(typeFactory, type1, type2) : any;
    }

    @Override
    public @Nullable RelDataType deriveDecimalModType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        RelDataType any = any(typeFactory, type1, type2);
        return any == null ? super.deriveDecimalModType(typeFactory, type1, type2) : any;
    }

    /** Returns the type of a result when an operand is any decimal and the other an exact number; else null. */
    private static @Nullable RelDataType any(RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        boolean exact = SqlTypeUtil.isExactNumeric(type1) && SqlTypeUtil.isExactNumeric(type2);
        return exact && (DeclaredTypes.isAnyDecimal(type1) || DeclaredTypes.isAnyDecimal(type2))
                ? DeclaredTypes.anyDecimal(typeFactory)
                : null;
    }
}
