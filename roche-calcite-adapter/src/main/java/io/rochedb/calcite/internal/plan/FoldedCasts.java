package io.rochedb.calcite.internal.plan;

import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Makes a number written as a decimal a DOUBLE where it is used as one. The library does so when it simplifies, by code it generates, compiles
 * and runs for each such number: most of what planning {@code x < 0.5} cost.
 */
class FoldedCasts extends RexBuilder {
    FoldedCasts(RelDataTypeFactory types) {
        super(types);
    }

    @Override
    public RexNode makeCast(
            SqlParserPos pos,
            RelDataType type,
            RexNode exp,
            boolean matchNullability,
            boolean safe,
            RexLiteral format) {
        boolean fits = type.getSqlTypeName() == SqlTypeName.DOUBLE && !(matchNullability && type.isNullable());
        if (fits && exp instanceof RexLiteral literal && SqlTypeUtil.isExactNumeric(literal.getType())) {
            BigDecimal value = literal.getValueAs(BigDecimal.class);
            if (value != null) {
                return makeLiteral(value.doubleValue(), typeFactory.createTypeWithNullability(type, false), false);
            }
        }
        return super.makeCast(pos, type, exp, matchNullability, safe, format);
    }
}
