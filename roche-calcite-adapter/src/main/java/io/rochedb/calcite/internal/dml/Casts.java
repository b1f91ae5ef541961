package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.internal.plan.Dialect;
import io.rochedb.calcite.internal.table.DeclaredTypes;
import io.rochedb.engine.schema.ColumnType;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Casts that tell a query the type of a parameter it hands on. Stateless. */
final class Casts {
    private Casts() {}

    /** Returns the value as one of a declared type. */
    static SqlNode to(SqlNode value, ColumnType type) {
        return SqlStdOperatorTable.CAST.createCall(
                value.getParserPosition(),
                value,
                SqlTypeUtil.convertTypeToSpec(DeclaredTypes.sqlType(type, Dialect.typeFactory())));
    }
}
