package io.rochedb.calcite.internal.table;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/** A system table: rows about the engine and its statements, made when they are read. Stateless. */
public interface SysTable {
    /** Returns the columns. */
    RelDataType rowType(RelDataTypeFactory typeFactory);

    /** Opens at least the rows that pass {@code where}, in internal representation (see {@link SqlCursor}). */
    SqlCursor open(StatementContext context, SysWhere where);
}
