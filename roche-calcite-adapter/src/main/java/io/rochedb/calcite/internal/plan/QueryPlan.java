package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import java.util.List;

/** A plan that returns rows: a query on its own, or the source of INSERT, UPDATE and DELETE. */
public interface QueryPlan extends RochePlan {
    /** Opens the rows for the engine's own use; {@link #execute} opens them for the caller, who is told what he gets and may have limits. */
    SqlCursor open(StatementContext context);

    /** Returns the scans EXPLAIN can say something about. */
    List<ScanEstimate> scans();

    @Override
    default Kind kind() {
        return Kind.QUERY;
    }
}
