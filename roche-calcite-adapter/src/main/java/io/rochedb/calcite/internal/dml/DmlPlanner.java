package io.rochedb.calcite.internal.dml;

import io.rochedb.calcite.RochePlan;
import io.rochedb.calcite.internal.plan.PlanScope;
import io.rochedb.calcite.internal.plan.QueryPlanner;
import io.rochedb.engine.ErrorCode;
import io.rochedb.engine.RocheException;
import org.apache.calcite.sql.SqlNode;

/** Plans INSERT, UPDATE, DELETE and MERGE. */
public final class DmlPlanner {
    private DmlPlanner() {}

    /** Plans a statement that writes; its rows come from queries planned by {@code queries}. */
    public static RochePlan plan(SqlNode statement, PlanScope scope, QueryPlanner queries) {
        throw new RocheException(ErrorCode.FEATURE_NOT_SUPPORTED, statement.getKind().sql + " is not supported");
    }
}
