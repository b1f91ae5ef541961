package io.rochedb.calcite.internal.plan;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.apache.calcite.util.DateString;

/** The library's coercions, and PostgreSQL's arithmetic of dates: a date and a number of days, the days between two dates. */
final class RocheCoercion extends TypeCoercionImpl {
    private static final SqlParserPos AT = SqlParserPos.ZERO;

    RocheCoercion(RelDataTypeFactory types, SqlValidator validator) {
        super(types, validator);
    }

    @Override
    public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
        SqlKind kind = binding.getOperator().getKind();
        if ((kind == SqlKind.PLUS || kind == SqlKind.MINUS) && binding.getOperandCount() == 2) {
            boolean first = isDate(binding.getOperandType(0));
            boolean second = isDate(binding.getOperandType(1));
            if (first && second && kind == SqlKind.MINUS) {
                replace(binding, 0, daysSinceEpoch(binding.operand(0)));
                replace(binding, 1, daysSinceEpoch(binding.operand(1)));
                return true;
            }
            if (kind == SqlKind.PLUS && first != second) {
                int other = first ? 1 : 0;
                if (binding.operand(other) instanceof SqlDynamicParam days) {
                    replace(binding, other, days(typed(days, SqlTypeName.BIGINT)));
                    return true;
                }
            }
            if (first && isInteger(binding.getOperandType(1))) {
                replace(binding, 1, days(binding.operand(1)));
                return true;
            }
            if (second && kind == SqlKind.PLUS && isInteger(binding.getOperandType(0))) {
                replace(binding, 0, days(binding.operand(0)));
                return true;
            }
        }
        return super.binaryArithmeticCoercion(binding);
    }

    private static boolean isDate(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DATE;
    }

    private static boolean isInteger(RelDataType type) {
        return SqlTypeUtil.isIntType(type);
    }

    private static SqlIntervalQualifier day() {
        return new SqlIntervalQualifier(TimeUnit.DAY, null, AT);
    }

    private static SqlNode daysSinceEpoch(SqlNode date) {
        // a parameter alone would lose the type its place gave it
        SqlNode typed = date instanceof SqlDynamicParam ? typed(date, SqlTypeName.DATE) : date;
        return SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(
                AT, day(), SqlLiteral.createDate(DateString.fromDaysSinceEpoch(0), AT), typed);
    }

    private static SqlNode typed(SqlNode parameter, SqlTypeName type) {
        return SqlStdOperatorTable.CAST.createCall(
                AT, parameter, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, AT), AT));
    }

    private static SqlNode days(SqlNode number) {
        return SqlStdOperatorTable.MULTIPLY.createCall(AT, number, SqlLiteral.createInterval(1, "1", day(), AT));
    }

    private static void replace(SqlCallBinding binding, int operand, SqlNode node) {
        binding.getCall().setOperand(operand, node);
        binding.getValidator().deriveType(binding.getScope(), node);
    }
}
