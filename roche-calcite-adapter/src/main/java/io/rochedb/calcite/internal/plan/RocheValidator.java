package io.rochedb.calcite.internal.plan;

import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlValidatorCatalogReader;
import org.apache.calcite.sql.validate.SqlValidatorImpl;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/** A validator that also tells the types of parameters in ORDER BY. */
final class RocheValidator extends SqlValidatorImpl {
    RocheValidator(SqlValidatorCatalogReader catalog, RelDataTypeFactory types) {
        super(Dialect.operators(), catalog, types, Dialect.VALIDATOR);
    }

    @Override
    protected void validateOrderList(SqlSelect select) {
        super.validateOrderList(select);
        if (select.getOrderList() == null) {
            return;
        }
        SqlValidatorScope scope = getOrderScope(select);
        for (SqlNode item : select.getOrderList()) {
            SqlNode expression = item;
            while (expression.getKind() == SqlKind.DESCENDING
                    || expression.getKind() == SqlKind.NULLS_FIRST
                    || expression.getKind() == SqlKind.NULLS_LAST) {
                expression = ((SqlCall) expression).operand(0);
            }
            inferUnknownTypes(unknownType, scope, expression);
        }
    }
}
