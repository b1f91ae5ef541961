package io.rochedb.calcite.internal.plan;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.SqlCursor;
import io.rochedb.calcite.SqlResult;
import io.rochedb.calcite.StatementContext;
import io.rochedb.calcite.internal.rel.ScanEstimate;
import java.util.List;

/** A plan that returns rows: a query on its own, or the source of INSERT, UPDATE and DELETE. */
public interface QueryPlan extends RochePlan {
    /** Opens the rows. */
    SqlCursor open(StatementContext context);

    /** Returns the scans EXPLAIN can say something about. */
    List<ScanEstimate> scans();

    @Override
    default Kind kind() {
        return Kind.QUERY;
    }

    @Override
    default SqlResult execute(StatementContext context) {
        return SqlResult.rows(open(context));
    }
}
