package io.rochedb.calcite.internal.rel;

import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;

/** The executable form of a leaf of a plan: immutable, opened once per execution, at run time, with its parameters. */
public interface RowSource {
    SqlCursor open(StatementContext context);
}
